import { bankAccounts } from './bank-schema.ts';
import type { Transaction } from '#api/db/transaction-context.ts';
import type { Days } from '#api/lib/demo-days.ts';

/** The bank does not exist (code 99999); the checksum is valid. */
const former = 'FR5399999000010987654321017';
const active = 'FR4299999000010123456789042';

/** One active account and one before it: proposed by one administrator, approved by the other. */
export async function insertBankAccounts(
  tx: Transaction,
  { moment }: Days,
  [proposedBy, approvedBy]: readonly [string, string],
): Promise<void> {
  const shared = { bic: 'ZZZZFRP1XXX', holder: 'Rempart Azur', proposedBy, approvedBy };
  await tx.insert(bankAccounts).values([
    { ...shared, iban: former, proposedAt: moment(-900), approvedAt: moment(-899), activeFrom: moment(-896) },
    { ...shared, iban: active, proposedAt: moment(-204), approvedAt: moment(-203), activeFrom: moment(-200) },
  ]);
}
