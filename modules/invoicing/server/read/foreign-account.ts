import type { ClientBase } from 'pg';
import type { AuditEventName } from '#api/db/audit-log.ts';
import { UserError } from '#api/lib/errors.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import type { DocumentContradiction, DocumentPlan, SecondPerson } from '../../contract/invoice-import.ts';

// Invoice files with another account than the active one. The rules are in the database (modules/bank/sql/14_invoice_ibans.sql, decision 025).

const accountsIn = (contradictions: readonly DocumentContradiction[]) =>
  contradictions.find(({ code }) => code === 'iban')?.document;

/** The confirmation is for these accounts in the invoice of this number and amount to this customer. Null where all are ours. */
export async function findSecondPerson(
  client: ClientBase,
  { number, totals, currency }: InvoiceDocument,
  customer: { id: string } | undefined,
  contradictions: readonly DocumentContradiction[],
): Promise<SecondPerson | null> {
  const accounts = accountsIn(contradictions);
  if (accounts === undefined || customer === undefined) return null;
  const { rows } = await client.query<{ state: SecondPerson | null }>(
    'SELECT invoice_iban_state($1, $2, $3, $4, $5) AS state',
    [customer.id, number.normalize('NFC'), accounts, totals.gross, currency],
  );
  return rows[0]?.state ?? 'needed';
}

/** By a staff member. */
export async function requestConfirmation(
  client: ClientBase,
  { document, customer, contradictions }: DocumentPlan,
): Promise<AuditEventName | undefined> {
  const { rows } = await client.query<{ isNew: boolean }>(
    'SELECT request_invoice_iban($1, $2, $3, $4, $5) AS "isNew"',
    [customer?.id, document?.number.normalize('NFC'), accountsIn(contradictions), document?.gross, document?.currency],
  );
  return rows[0]?.isNew === true ? 'invoice.iban_requested' : undefined;
}

/** By a program, for which nobody can confirm. */
export async function noteRefusedAccount(client: ClientBase, { document }: DocumentPlan): Promise<AuditEventName> {
  await client.query('SELECT note_refused_iban($1)', [document?.number]);
  return 'invoice.iban_refused';
}

export const accountNotActive = new UserError(
  'iban_not_active',
  'The document names another bank account than the active one. A staff member can import it at the desk, where a second one has to confirm the account.',
);
