import type { ClientBase } from 'pg';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { invalidLink } from '#api/auth/core/auth-errors.ts';
import { hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { runOn } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { networkOf } from '#api/lib/ip-address.ts';
import type { RateByLink, RatingLink, TicketCard } from '#contract/conversation.ts';
import { ratingDays } from '#contract/ticket-states.ts';
import { cannotBeRated, saveRating } from './rate-ticket.ts';
import { readCard } from './ticket-card.ts';

// A link in the mail about a closed ticket rates it without a session. Its token can do nothing else, and ends as reply addresses do.

/** For one recipient. Call it in the transaction that enqueues the mail. */
export async function createRatingToken(
  client: Pick<ClientBase, 'query'>,
  { ticketId, userId }: { ticketId: string; userId: string },
): Promise<string> {
  const token = newLinkToken();
  const values = [hashToken(token), ticketId, userId, ratingDays, 'rating'];
  await client.query('SELECT save_reply_token($1, $2, $3, $4, $5)', values);
  return token;
}

const toLink = ({ shortNumber, subject, rating }: TicketCard): RatingLink => ({ shortNumber, subject, rating });

const limit = ({ limiter }: Pick<AuthContext, 'limiter'>, { ipAddress }: RequestMetadata) =>
  limiter.consume('rating-link', { ipAddress: [ipAddress, 60, hour] });

/** For the page of the link. Only its holder can read it. */
export async function readRatingLink(
  database: Database,
  auth: Pick<AuthContext, 'limiter'>,
  request: RequestMetadata,
  token: string,
): Promise<RatingLink> {
  await limit(auth, request);
  return asRater(database, token, async (client, id) => {
    const card = await readCard(runOn(client), id, new Date());
    if (card === undefined) throw invalidLink;
    if (!card.canRate) throw cannotBeRated;
    return toLink(card);
  });
}

export async function rateByLink(
  database: Database,
  auth: Pick<AuthContext, 'limiter'>,
  request: RequestMetadata,
  { token, rating }: RateByLink,
): Promise<RatingLink> {
  await limit(auth, request);
  const trace = { requestId: request.requestId, network: networkOf(request.ipAddress) };
  return asRater(database, token, async (client, id) =>
    toLink(await saveRating(client, { trace }, { id, rating }, new Date())),
  );
}

/** With the rights of the user of the token, which end with their access to the ticket. */
async function asRater<T>(
  { pool }: Database,
  token: string,
  work: (client: ClientBase, ticketId: string) => Promise<T>,
): Promise<T> {
  const link = [hashToken(token), 'rating'];
  return withTransaction(pool, async (client) => {
    const found = await client.query<{ id: string }>('SELECT ticket_id AS id FROM find_reply_token($1, $2)', link);
    const became = await client.query<{ user: string | null }>('SELECT set_reply_context($1, $2) AS user', link);
    const id = found.rows[0]?.id;
    if (id === undefined || (became.rows[0]?.user ?? null) === null) throw invalidLink;
    return work(client, id);
  })
    .catch(fromSqlState())
    .catch((error: unknown) => {
      // Who has lost access learns no more than with any other link.
      throw error instanceof UserError && error.code === 'not_found' ? invalidLink : error;
    });
}
