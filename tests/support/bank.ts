import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { readActiveBankAccount } from '#modules/bank/server/bank-accounts.ts';
import { bankHandlers } from '#modules/bank/server/bank-notices.ts';
import { type Api, siteUrl } from './api.ts';
import type { TestDatabase } from './database.ts';
import { setUpDesk } from './desk.ts';

/** The bank does not exist. */
export const ibans = [
  'FR4299999000010123456789042',
  'FR5399999000010987654321017',
  'FR7699999000020000000000197',
] as const;
export const newAccount = (iban: string) => ({ iban, bic: 'ZZZZFRP1XXX', holder: 'Rempart Azur' });

/** Admins who propose and approve bank accounts. */
export function setUpBank(database: TestDatabase, api: Api) {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  const log = createLog('silent');
  const admin = () => desk({ permissions: ['admin'] });
  const active = async () => (await readActiveBankAccount(database.pool))?.iban;
  const notify = async () => {
    while ((await runDue({ database, handlers: bankHandlers({ siteUrl }), log })) > 0);
  };
  /** As if it had been proposed and approved some hours earlier. */
  const pass = (id: string, hours: number) =>
    asOperator(database, (tx) =>
      tx.execute(sql`UPDATE bank_accounts SET proposed_at = proposed_at - make_interval(hours => ${hours}),
        approved_at = approved_at - make_interval(hours => ${hours}), active_from = active_from - make_interval(hours => ${hours}) WHERE id = ${id}`),
    );
  type Staff = Awaited<ReturnType<typeof admin>>;
  const propose = async (staff: Staff, iban: string) => {
    const { status, body } = await staff.post('/api/desk/bank-accounts/propose', newAccount(iban));
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.items as { id: string; state: string }[]).find(({ state }) => state === 'proposed')?.id ?? '';
  };
  const approve = (staff: Staff, id: string, iban: string) =>
    staff.post('/api/desk/bank-accounts/approve', { id, iban });
  const end = (staff: Staff, id: string) => staff.post('/api/desk/bank-accounts/end', { id, reason: 'Not ours' });
  const stateOf = async (staff: Staff, id: string) =>
    ((await staff.get('/api/desk/bank-accounts')).body.items as { id: string; state: string }[]).find(
      (one) => one.id === id,
    )?.state;
  const clear = () => asOperator(database, (tx) => tx.execute(sql`DELETE FROM bank_accounts`));
  return { desk, portal, eventsOf, admin, active, notify, pass, propose, approve, end, stateOf, clear };
}

export type BankAdmin = Awaited<ReturnType<ReturnType<typeof setUpBank>['admin']>>;
