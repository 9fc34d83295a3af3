import type { ClientBase } from 'pg';
import { type StaffRow, listStaff } from '#api/services/people/staff.ts';

interface RestoredAccount {
  iban: string;
  holder: string;
  state: string;
  active_from: string | null;
  proposed_by: string | null;
  approved_by: string | null;
}

/** Who has power over a restored copy, and where its customers pay: what somebody who forges a backup would add. */
export interface RestoredPowers {
  staff: StaffRow[];
  accounts: RestoredAccount[];
}

/** People who are not in the copy any longer, or never existed, are null. */
export async function readPowers(client: ClientBase): Promise<RestoredPowers> {
  const staff = await listStaff(client);
  const { rows: accounts } = await client.query<RestoredAccount>(
    `SELECT account.iban, account.holder, listed.state, account.active_from::text,
      (SELECT email FROM users WHERE id = account.proposed_by) AS proposed_by,
      (SELECT email FROM users WHERE id = account.approved_by) AS approved_by
    FROM all_bank_accounts() AS listed JOIN bank_accounts AS account USING (id)
    WHERE listed.state NOT IN ('rejected', 'withdrawn', 'replaced') ORDER BY account.proposed_at, account.id`,
  );
  return { staff, accounts };
}
