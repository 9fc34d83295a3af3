import { download } from '#app/lib/download.ts';
import type { AppointmentsCopy } from '../copy/portal.en.ts';
import type { Appointment } from '../contract/appointment-schemas.ts';

type Event = Pick<Appointment, 'uid' | 'sequence' | 'kind' | 'meeting' | 'startsAt' | 'endsAt'>;

const utc = (moment: string | Date) => new Date(moment).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const escape = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');

/** RFC 5545: at most 75 bytes in a line. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let length = 0;
  for (const character of line) {
    const bytes = encoder.encode(character).length;
    if (length + bytes > 74) {
      folded += '\r\n ';
      length = 0;
    }
    folded += character;
    length += bytes;
  }
  return folded;
}

/** The same event as that of the invitation: calendars do not show it twice. */
export const writeEvent = (
  event: Event,
  copy: Pick<AppointmentsCopy, 'kinds' | 'meetings' | 'summary'>,
  host: string,
  now: Date,
) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}@${host}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${escape(copy.summary(copy.kinds[event.kind]))}`,
    `LOCATION:${escape(copy.meetings[event.meeting])}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n');

export const saveEvent = (event: Event, copy: Pick<AppointmentsCopy, 'kinds' | 'meetings' | 'summary' | 'fileName'>) =>
  download(
    new Blob([writeEvent(event, copy, location.hostname, new Date())], { type: 'text/calendar' }),
    copy.fileName,
  );
