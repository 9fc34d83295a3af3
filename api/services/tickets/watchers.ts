import type { ClientBase } from 'pg';
import { AccountError } from '#api/auth/account-error.ts';
import { recordTenantEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, inTenantTransaction, runAsSession } from '#api/db/tenant.ts';
import type { AddWatcher, Colleagues, RemoveWatcher } from '#contract/conversation.ts';
import { noTicket, traceOf } from './conversation.ts';
import { noColleague } from './open-ticket.ts';
import { type LockedTicket, lockTicket, saveTicket } from './ticket-store.ts';

// A watcher sees a ticket like whoever opened it. Whoever sees it may add colleagues by their email address.

const tooMany = new AccountError('too_many_people', 'There are too many watchers. Please remove some first.');

/** Under the rights of a customer or of staff. Returns whether something changed. */
export async function setWatcher(
  client: ClientBase,
  ticket: LockedTicket,
  { userId, watches }: { userId: string; watches: boolean },
): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM ticket_watchers WHERE ticket_id = $1 AND user_id = $2', [
    ticket.id,
    userId,
  ]);
  if ((rowCount === 1) === watches) return false;
  // The event first: whoever removes themselves may not see the ticket any more.
  const kind = watches ? 'watcher_added' : 'watcher_removed';
  await saveTicket(client, ticket, { events: [{ kind, payload: { userId } }] }, new Date());
  await client.query('SELECT set_watcher($1, $2, $3)', [ticket.id, userId, watches]).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'PT409' ? tooMany : error;
  });
  return true;
}

/** Of the context's customer, who may see tickets. */
async function findColleague(client: ClientBase, email: string): Promise<string> {
  const { rows } = await client.query<{ found: string | null }>('SELECT find_colleague($1) AS found', [email]);
  const userId = rows[0]?.found;
  if (typeof userId !== 'string') throw noColleague;
  return userId;
}

/** Added by their email address or removed by their id. */
export type WatcherChange = AddWatcher | RemoveWatcher;

/** Under the rights of a customer or of staff. Returns the event for the audit log; undefined if nothing changed. */
export async function applyWatcherChange(client: ClientBase, ticket: LockedTicket, change: WatcherChange) {
  const watches = 'email' in change;
  const userId = watches ? await findColleague(client, change.email) : change.userId;
  if (!(await setWatcher(client, ticket, { userId, watches }))) return undefined;
  const event = watches ? 'ticket.watcher_added' : 'ticket.watcher_removed';
  return { event, entity: `ticket:${ticket.id}`, details: { user: userId } } as const;
}

export async function changeWatcher(database: Database, caller: Caller, change: WatcherChange): Promise<void> {
  await inTenantTransaction(database, caller, 'tickets', async (client) => {
    const ticket = await lockTicket(client, change.id);
    if (ticket === undefined) throw noTicket;
    const event = await applyWatcherChange(client, ticket, change);
    if (event !== undefined) await recordTenantEvent(client, event, traceOf(caller));
  });
}

const colleagueList = { name: 'list-colleagues', text: 'SELECT user_id, email FROM list_colleagues()' };

/** Whom a ticket can be opened for or shared with, for those who see every ticket of the customer. */
export async function listColleagues(database: Database, caller: Caller): Promise<Colleagues> {
  const [rows = []] = await runAsSession(database, caller, { mode: 'read', needs: 'technical' }, colleagueList);
  return { colleagues: rows.map(([userId, email]) => ({ userId, email })) } as Colleagues;
}
