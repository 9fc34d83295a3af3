import type { ClientBase } from 'pg';
import { runOn } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, inTenantTransaction } from '#api/db/tenant.ts';
import { RateLimitError, UserError } from '#api/lib/errors.ts';
import type { Rate, TicketCard } from '#contract/conversation.ts';
import { canBeRated, readCard } from './ticket-card.ts';
import { lockTicket, noTicket, saveTicket } from './ticket-store.ts';

// More than anybody changes their mind.
const maxRatings = 20;

export const cannotBeRated = new UserError('rating_closed', 'This ticket can no longer be rated.');

/** What the customer says of our help. The last of a round counts; a comment is a message that reopens nothing. */
export const rateTicket = (database: Database, caller: Caller, rate: Rate, now = new Date()): Promise<TicketCard> =>
  inTenantTransaction(database, caller, 'tickets', (client) => saveRating(client, caller, rate, now));

/** With the rights that the transaction has. */
export async function saveRating(
  client: ClientBase,
  { trace }: Pick<Caller, 'trace'>,
  { id, rating, comment }: Rate,
  now: Date,
): Promise<TicketCard> {
  const locked = await lockTicket(client, id);
  // The ticket that it was merged into is rated by its own link.
  if (locked.id !== id.toLowerCase()) throw cannotBeRated;
  const before = await readCard(runOn(client), id, now);
  if (before === undefined) throw noTicket;
  const isRateable = canBeRated({ ...before, isMerged: before.mergedInto !== null }, now);
  if (!isRateable) throw cannotBeRated;
  if (before.rating === rating && comment === undefined) return before;
  const { rows } = await client.query<{ number: number }>(
    `SELECT count(*)::integer AS number FROM ticket_events WHERE ticket_id = $1 AND kind = 'rated'`,
    [id],
  );
  if ((rows[0]?.number ?? 0) >= maxRatings) throw new RateLimitError(60 * 60, false);
  const event = { kind: 'rated' as const, payload: { to: rating, round: locked.reopenedCount } };
  const message = comment === undefined ? undefined : { body: comment, source: 'portal' as const };
  const change = {
    events: [event],
    audit: { event: 'ticket.rated' as const, details: { to: rating } },
    ...(message && { message, isUnread: true }),
  };
  await saveTicket(client, { kind: 'customer', ...(trace && { trace }) }, locked, change, now);
  const after = await readCard(runOn(client), id, now);
  if (after === undefined) throw noTicket;
  return after;
}
