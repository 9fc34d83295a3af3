import { z } from 'zod';
import { hour } from '#api/auth/core/auth-settings.ts';
import { apiError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { writeCalendar } from '#api/services/calendar/icalendar.ts';
import { appointmentKinds, meetings } from '#contract/appointments.ts';
import type { VisitorContext } from './appointments.ts';
import { deskCopy, summaryForHost } from './prepare-mails.ts';

const feed = z.object({
  name: z.string(),
  items: z.array(
    z.object({
      uid: z.uuid(),
      sequence: z.number(),
      kind: z.enum(appointmentKinds),
      startsAt: z.coerce.date(),
      endsAt: z.coerce.date(),
      meeting: z.enum(meetings),
      name: z.string(),
      company: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
  ),
});

// As the calendar feeds of customers.
const maxReadsPerHour = 300;
const maxEvents = 1000;

/** 404 for a secret that does not exist, was revoked, or whose staff member has left: the caller learns nothing else. */
export async function readHostFeed(
  { database, auth, now = new Date(), request }: VisitorContext,
  file: string,
  siteUrl: string,
): Promise<string> {
  await auth.limiter.consume('calendar', { ipAddress: [request.ipAddress, maxReadsPerHour, hour] });
  const [, secret] = /^([\w-]{43})\.ics$/.exec(file) ?? [];
  if (secret === undefined) throw apiError(404);
  const { rows } = await database.pool.query<{ found: unknown }>('SELECT read_host_feed($1, $2, $3) AS found', [
    hashToken(secret),
    now,
    maxEvents,
  ]);
  const found = feed.nullable().parse(rows[0]?.found ?? null);
  if (found === null) throw apiError(404);
  const { hostname } = new URL(siteUrl);
  const events = found.items.map(({ uid, kind, meeting, name, company, email, phone, ...time }) => ({
    ...time,
    uid: `${uid}@${hostname}`,
    location: deskCopy.meetings[meeting],
    summary: summaryForHost({ kind, name, company }),
    description: [email, phone].filter((part) => part !== '').join('\n'),
  }));
  return writeCalendar(found.name, events, now);
}
