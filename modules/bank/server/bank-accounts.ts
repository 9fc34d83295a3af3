import type { AuthContext } from '#api/auth/core/auth-context.ts';
import type { RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { requireConfirmedUser } from '#api/auth/session/sessions.ts';
import { columns, flag, integer, nullable, oneOf, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import {
  type ApproveBankAccount,
  bankAccountStates,
  type BankAccounts,
  type DecideInvoiceIban,
  type DeskBankAccounts,
  type EndBankAccount,
  type ProposeBankAccount,
  shownBankAccountStates,
} from '../contract/bank-accounts.ts';
import { bankFingerprint } from './fingerprint.ts';

// The rules are in the database (modules/bank/sql/14_bank.sql, decision 025).

export interface BankContext {
  database: Database;
  auth: AuthContext;
  caller: Caller;
  request: RequestMetadata;
}

const needs = ['admin'] as const;

const deskAccount = columns({
  id: text('id'),
  iban: text('iban'),
  bic: text('bic'),
  holder: text('holder'),
  state: oneOf('state', bankAccountStates),
  isOwnProposal: flag('proposed_by = app_staff_id()'),
  proposedBy: nullable(text('proposed_name')),
  proposedAt: text('proposed_at'),
  approvedBy: nullable(text('approved_name')),
  approvedAt: nullable(text('approved_at')),
  activeFrom: nullable(text('active_from')),
  activeUntil: nullable(text('active_until')),
  endedBy: nullable(text('ended_name')),
  endedAt: nullable(text('ended_at')),
  endReason: nullable(text('end_reason')),
  told: integer('told'),
});
const alarm = columns({
  id: text('id'),
  accountId: text('account_id'),
  email: nullable(text('email')),
  customers: nullable(text('customers')),
  raisedAt: text('alarm_at'),
  dismissedBy: nullable(text('dismissed_name')),
  dismissedAt: nullable(text('dismissed_at')),
  dismissReason: nullable(text('dismiss_reason')),
});
const otherIban = columns({
  id: text('id'),
  customerId: text('customer_id'),
  customer: text('customer_name'),
  number: text('number'),
  iban: text('iban'),
  gross: text('gross'),
  currency: text('currency'),
  isOwn: flag('is_own'),
  requestedBy: nullable(text('requested_name')),
  requestedAt: text('requested_at'),
});
const admins = columns({ count: integer('count(*)::integer') });
const deskStatements = [
  { name: 'desk-bank-accounts', text: `SELECT ${deskAccount.sql} FROM desk_bank_accounts()` },
  { name: 'desk-bank-alarms', text: `SELECT ${alarm.sql} FROM desk_bank_alarms()` },
  { name: 'desk-invoice-ibans', text: `SELECT ${otherIban.sql} FROM desk_invoice_ibans()` },
  {
    name: 'desk-bank-admins',
    text: `SELECT ${admins.sql} FROM staff_members WHERE active AND 'admin' = ANY(permissions)`,
  },
];

export async function listDeskBankAccounts(database: Database, caller: Caller): Promise<DeskBankAccounts> {
  const [accounts, alarms, otherIbans, counted] = await runAsStaff(database, caller, { needs }, ...deskStatements);
  const raised = alarm.all(alarms);
  const items = deskAccount.all(accounts).map((account) => ({
    ...account,
    fingerprint: bankFingerprint(account.iban),
    alarms: raised.flatMap(({ accountId, ...one }) => (accountId === account.id ? [one] : [])),
  }));
  return { items, otherIbans: otherIban.all(otherIbans), admins: admins.first(counted)?.count ?? 0 };
}

const rejectChange = fromSqlState({
  '23505': new UserError('proposal_exists', 'Another account is proposed already: approve or reject it first.'),
  'PT409 already_active': new UserError('already_active', 'This account is the active one.'),
  'PT409 own_proposal': new UserError('own_proposal', 'You proposed this account: somebody else has to decide.'),
  'PT409 other_iban': new UserError('other_iban', 'This is not the number that was proposed.'),
  'PT409 alarm': new UserError('open_alarm', 'A customer raised an alarm: dismiss it or reject the account.'),
  PT404: 'There is no such account.',
  PT409: 'The account was changed meanwhile.',
  PT429: 'Too many accounts were proposed in one day. Please try again tomorrow.',
});

/** Every change needs a recent confirmation: a session that was left open must not redirect payments. */
async function change({ database, auth, caller, request }: BankContext, statement: string, values: unknown[]) {
  await inStaffTransaction(database, caller, { needs }, async () => undefined);
  await requireConfirmedUser(auth, request);
  const { requestId, network } = traceOf(caller);
  await inStaffTransaction(database, caller, { needs }, (client) =>
    client.query(statement, [...values, requestId, network]).catch(rejectChange),
  );
  return listDeskBankAccounts(database, caller);
}

export const proposeBankAccount = (ctx: BankContext, { iban, bic, holder }: ProposeBankAccount) =>
  change(ctx, 'SELECT propose_bank_account($1, $2, $3, $4, $5)', [iban, bic, holder]);

export const approveBankAccount = (ctx: BankContext, { id, iban }: ApproveBankAccount) =>
  change(ctx, 'SELECT approve_bank_account($1, $2, $3, $4)', [id, iban]);

/** Rejects a proposal, or withdraws an account that was approved. */
export const endBankAccount = (ctx: BankContext, { id, reason }: EndBankAccount) =>
  change(ctx, 'SELECT end_bank_account($1, $2, $3, $4)', [id, reason]);

export const dismissBankAlarm = (ctx: BankContext, { id, reason }: EndBankAccount) =>
  change(ctx, 'SELECT dismiss_bank_alarm($1, $2, $3, $4)', [id, reason]);

/** Whether a file with another account may be imported. */
export const decideInvoiceIban = (ctx: BankContext, { id, isConfirmed }: DecideInvoiceIban) =>
  change(ctx, 'SELECT decide_invoice_iban($1, $2, $3, $4)', [id, isConfirmed]);

const shownAccount = columns({
  id: text('id'),
  iban: text('iban'),
  bic: nullable(text('bic')),
  holder: text('holder'),
  state: oneOf('state', shownBankAccountStates),
  activeFrom: nullable(text('active_from')),
  activeUntil: nullable(text('active_until')),
});
const shownStatement = { name: 'bank-accounts', text: `SELECT ${shownAccount.sql} FROM shown_bank_accounts()` };

/** In the portal, for billing people. */
export async function listBankAccounts(database: Database, caller: Caller): Promise<BankAccounts> {
  const [rows] = await runAsSession(database, caller, { mode: 'read', needs: 'billing' }, shownStatement);
  const history = shownAccount.all(rows).map((account) => ({
    ...account,
    // Nobody should compare or use it before it counts.
    fingerprint: account.state === 'announced' ? null : bankFingerprint(account.iban),
  }));
  return { active: history.find(({ state }) => state === 'active') ?? null, history };
}

export interface ActiveBankAccount {
  id: string;
  iban: string;
  bic: string;
  holder: string;
  fingerprint: string;
}

/** For documents and mails, in any transaction of the server; undefined if there is none. */
export async function readActiveBankAccount(
  client: Pick<Database['pool'], 'query'>,
): Promise<ActiveBankAccount | undefined> {
  const { rows } = await client.query<Omit<ActiveBankAccount, 'fingerprint'>>(
    'SELECT id, iban, bic, holder FROM active_bank_account()',
  );
  return rows[0] && { ...rows[0], fingerprint: bankFingerprint(rows[0].iban) };
}
