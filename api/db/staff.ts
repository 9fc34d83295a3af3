import type pg from 'pg';
import { DeskClosedError, ForbiddenError, fromSqlState } from '#api/lib/errors.ts';
import type { StaffPermission, StaffReadPage } from '#contract/staff.ts';
import { type Row, runBatch, type Statement } from './batch.ts';
import type { Database } from './connect.ts';
import { type Caller, traceOf } from './tenant.ts';
import { markBroken, type Rollback, withClient, withTransaction } from './transaction.ts';

/** What a request to the desk needs. */
export interface DeskAccess {
  /** One of these; none means that any staff member may. */
  needs: readonly StaffPermission[];
  /** The customer whose page is read or changed. */
  customerId?: string | undefined;
}

// `SET LOCAL ROLE portal_staff` and the staff member, in SQL. Returns the role so that we can check it.
const setStaffContext = {
  name: 'set-staff',
  text: 'SELECT set_staff_context($1, $2::uuid), current_user, staff_has(VARIADIC $3::text[])',
};

const contextOf = ({ sessionToken }: Caller, { needs, customerId }: DeskAccess): Statement => ({
  ...setStaffContext,
  values: [sessionToken, customerId ?? null, needs],
});

/** Throws where the session does not open the desk, or the staff member lacks the permission. */
function assertStaff(client: pg.ClientBase, row: Row | undefined, { needs }: DeskAccess): void {
  const [state, role, isAllowed] = row ?? [];
  if (role !== 'portal_staff') {
    markBroken(client);
    throw new Error(`A request to the desk ran as role ${String(role)}: its rows are withheld.`);
  }
  if (state !== 'open') throw new DeskClosedError(typeof state === 'string' ? state : null);
  if (isAllowed !== true) throw new ForbiddenError(`The staff member lacks the permission ${needs.join(' or ')}.`);
}

/** Runs the statements in one transaction and one round trip, with the rights of the staff member. */
export async function runAsStaff(
  database: Database,
  caller: Caller,
  access: DeskAccess,
  ...statements: Statement[]
): Promise<Row[][]> {
  return withClient(database.pool, async (client) => {
    const [context, ...results] = await runBatch(client, [contextOf(caller, access), ...statements]).catch(
      fromSqlState(),
    );
    assertStaff(client, context?.[0], access);
    return results;
  });
}

/** One transaction with the rights of the staff member, for what takes several steps. */
export async function inStaffTransaction<T>(
  database: Database,
  caller: Caller,
  access: DeskAccess,
  work: (client: pg.ClientBase) => Promise<T | Rollback<T>>,
): Promise<T> {
  return withTransaction(database.pool, async (client) => {
    const { text, values } = contextOf(caller, access);
    const { rows } = await client.query<Row>({ text, values: values ?? [], rowMode: 'array' });
    assertStaff(client, rows[0], access);
    return work(client);
  }).catch(fromSqlState());
}

/** Gives up the rights of the staff member for those of the server, for the rest of the transaction: sessions and mails. */
export async function leaveStaff(client: pg.ClientBase): Promise<void> {
  await client.query('SET LOCAL ROLE portal_app');
}

/** For "who looked at our data". */
export function noteRead(caller: Caller, customerId: string, page: StaffReadPage): Statement {
  const { requestId, network } = traceOf(caller);
  return {
    name: 'note-staff-read',
    text: 'SELECT note_staff_read($1, $2, NULL, $3, $4)',
    values: [customerId, page, requestId, network],
  };
}
