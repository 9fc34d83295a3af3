import type { ClientBase } from 'pg';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import type { Row } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, inTenantTransaction, runAsSession } from '#api/db/tenant.ts';
import type { AddWatcher, Colleagues, RemoveWatcher } from '#contract/conversation.ts';
import { noColleague } from './open-ticket.ts';
import { type Actor, type LockedTicket, lockTicket, saveTicket } from './ticket-store.ts';
import { columns, text } from '#api/db/columns.ts';

// A watcher sees a ticket like the user who opened it. Everybody who sees it may add colleagues by their email address.

const tooMany = new UserError('too_many_people', 'There are too many watchers. Please remove some first.');

/** Under the rights of a customer or of staff. */
export async function setWatcher(
  client: ClientBase,
  actor: Actor,
  ticket: LockedTicket,
  { userId, watches }: { userId: string; watches: boolean },
): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM ticket_watchers WHERE ticket_id = $1 AND user_id = $2', [
    ticket.id,
    userId,
  ]);
  if ((rowCount === 1) === watches) return;
  const kind = watches ? 'watcher_added' : 'watcher_removed';
  const audit = { event: `ticket.${kind}` as const, details: { user: userId } };
  const change = { events: [{ kind, payload: { userId } } as const], audit };
  // The event first: watchers who remove themselves may not see the ticket afterwards.
  await saveTicket(client, actor, ticket, change, new Date());
  await client
    .query('SELECT set_watcher($1, $2, $3)', [ticket.id, userId, watches])
    .catch(fromSqlState({ PT409: tooMany }));
}

/** Somebody of the context's customer who may see tickets. */
async function findColleague(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ found: string | null }>('SELECT find_colleague($1) AS found', [email]);
  const userId = rows[0]?.found;
  if (typeof userId !== 'string') throw noColleague;
  return userId;
}

/** Added by their email address or removed by their id. */
export type WatcherChange = AddWatcher | RemoveWatcher;

/** Under the rights of a customer or of staff. */
export async function applyWatcherChange(
  client: ClientBase,
  actor: Actor,
  ticket: LockedTicket,
  change: WatcherChange,
): Promise<void> {
  const watches = 'email' in change;
  const userId = watches ? await findColleague(client, change.email) : change.userId;
  await setWatcher(client, actor, ticket, { userId, watches });
}

export async function changeWatcher(database: Database, caller: Caller, change: WatcherChange): Promise<void> {
  await inTenantTransaction(database, caller, 'tickets', async (client) => {
    const ticket = await lockTicket(client, change.id);
    await applyWatcherChange(client, { kind: 'customer', ...caller }, ticket, change);
  });
}

const colleague = columns({ userId: text('user_id'), email: text('email'), name: text('name') });
export const colleagueList = { name: 'list-colleagues', text: `SELECT ${colleague.sql} FROM list_colleagues()` };

/** Whom a ticket can be opened for or shared with, for those who see every ticket of the customer. */
export async function listColleagues(database: Database, caller: Caller): Promise<Colleagues> {
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'technical' }, colleagueList);
  return toColleagues(rows);
}

export const toColleagues = (rows: Row[] | undefined): Colleagues => ({ colleagues: colleague.all(rows) });
