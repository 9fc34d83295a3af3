import { company } from '#api/lib/company.ts';

// The parts of RFC 5545 that whole days, appointments and invitations to them (RFC 5546) need.

interface EventText {
  /** Stable, so that a calendar updates what it has. */
  uid: string;
  summary: string;
  description: string;
  url?: string;
}
interface WholeDay {
  /** `2026-11-17`. */
  day: string;
}
interface Timed {
  startsAt: Date;
  endsAt: Date;
  /** Grows with each change: a calendar ignores what is older than what it has. */
  sequence: number;
  location: string;
}
export type CalendarEvent = EventText & (WholeDay | Timed);

const escape = (text: string) =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '');

/** Lines have at most 75 octets, and a character is never cut. */
function fold(line: string): string {
  const lines: string[] = [];
  let current = '';
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    // A continuation begins with a space.
    if (size + bytes > (lines.length === 0 ? 75 : 74)) {
      lines.push(current);
      current = '';
      size = 0;
    }
    current += character;
    size += bytes;
  }
  return [...lines, current].join('\r\n ');
}

const compact = (day: string) => day.replaceAll('-', '');
const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
/** In UTC, so that no definition of a time zone has to come with it. */
const stampOf = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

const timeOf = (event: WholeDay | Timed) =>
  'day' in event
    ? [
        `DTSTART;VALUE=DATE:${compact(event.day)}`,
        `DTEND;VALUE=DATE:${compact(dayAfter(event.day))}`,
        'TRANSP:TRANSPARENT',
      ]
    : [
        `DTSTART:${stampOf(event.startsAt)}`,
        `DTEND:${stampOf(event.endsAt)}`,
        `SEQUENCE:${event.sequence}`,
        `LOCATION:${escape(event.location)}`,
        'TRANSP:OPAQUE',
      ];

const eventLines = (event: CalendarEvent, now: Date, more: string[] = []) => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${stampOf(now)}`,
  ...timeOf(event),
  `SUMMARY:${escape(event.summary)}`,
  `DESCRIPTION:${escape(event.description)}`,
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  ...more,
  'END:VEVENT',
];

function write(method: string, lines: string[]): string {
  const all = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rempart Azur//Customer portal//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...lines,
    'END:VCALENDAR',
  ];
  return `${all.map(fold).join('\r\n')}\r\n`;
}

/** For a calendar program that loads it again and again. */
export const writeCalendar = (name: string, events: readonly CalendarEvent[], now: Date): string =>
  write('PUBLISH', [
    `X-WR-CALNAME:${escape(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events.flatMap((event) => eventLines(event, now)),
  ]);

interface Invitation {
  /** PUBLISH: nobody is invited, and no calendar enters it by itself. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  /** Not agreed yet. */
  isTentative?: boolean;
  event: EventText & Timed;
  organizer: Person;
  attendee: Person;
}
interface Person {
  name: string;
  email: string;
}

/** A value between quotes has neither quotes nor control characters. */
const quote = (text: string) => `"${text.replaceAll(/["\p{Cc}\u2028\u2029]/gu, ' ').trim()}"`;
const mailto = (email: string) => `mailto:${email.replaceAll(/[\s\p{Cc}]/gu, '')}`;

/** The sender of the mail: calendars take an invitation from whom it names. */
export const organizerOf = (mailFrom: string | undefined): Person => ({
  name: company.name,
  email: /<([^<>]+)>\s*$/.exec(mailFrom ?? '')?.[1] ?? mailFrom ?? company.email,
});

const attendeeLine = ({ name, email }: Person, isTentative: boolean) =>
  `ATTENDEE;CN=${quote(name)};ROLE=REQ-PARTICIPANT;PARTSTAT=${isTentative ? 'NEEDS-ACTION' : 'ACCEPTED'};RSVP=FALSE:${mailto(email)}`;

/** One event, for a mail. */
export const writeInvitation = (
  { method, isTentative = false, event, organizer, attendee }: Invitation,
  now: Date,
): string =>
  write(
    method,
    eventLines(event, now, [
      `STATUS:${method === 'CANCEL' ? 'CANCELLED' : isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
      `ORGANIZER;CN=${quote(organizer.name)}:${mailto(organizer.email)}`,
      // RFC 5546, 3.2.1: what is published has none.
      ...(method === 'PUBLISH' ? [] : [attendeeLine(attendee, isTentative)]),
    ]),
  );
