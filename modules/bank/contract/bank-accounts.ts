import { z } from 'zod';
import { line, moment } from '#contract/fields.ts';
import { reasonSchema } from '#contract/desk-records.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { isIban, normalizeIban } from '#contract/iban.ts';

// Our own bank accounts, to which customers pay. One is active at a time: two staff members acted, and 72 hours have passed (decision 025).

export const bankAccountStates = [
  'proposed',
  'blocked',
  'waiting',
  'active',
  'replaced',
  'withdrawn',
  'rejected',
] as const;
export type BankAccountState = (typeof bankAccountStates)[number];
export const shownBankAccountStates = ['active', 'announced', 'former'] as const;

const iban = z
  .string()
  .max(80)
  .transform(normalizeIban)
  .refine(isIban, 'is not the number of a bank account: its length or its checksum is wrong')
  .meta({ description: 'With or without spaces' });
const bic = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase())
  .refine((code) => /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(code), 'must have 8 or 11 characters');

export const proposeBankAccountSchema = z.strictObject({
  iban,
  bic,
  holder: line(70).refine(hasVisibleText, 'Please name the holder.'),
});
export type ProposeBankAccount = z.output<typeof proposeBankAccountSchema>;
export const approveBankAccountSchema = z.strictObject({
  id: z.uuid(),
  iban: iban.meta({ description: 'Typed again by the second person' }),
});
export type ApproveBankAccount = z.output<typeof approveBankAccountSchema>;
export const endBankAccountSchema = z.strictObject({ id: z.uuid(), reason: reasonSchema });
export type EndBankAccount = z.output<typeof endBankAccountSchema>;

/** `isConfirmed`: the document with this account may be imported; false: it may not. */
export const decideInvoiceIbanSchema = z.strictObject({ id: z.uuid(), isConfirmed: z.boolean() });
export type DecideInvoiceIban = z.output<typeof decideInvoiceIbanSchema>;

const fingerprint = z.string().meta({ description: 'Four French words that follow from the IBAN' });

export const deskBankAccountSchema = z.object({
  id: z.uuid(),
  iban: z.string(),
  bic: z.string(),
  holder: z.string(),
  fingerprint,
  state: z.enum(bankAccountStates),
  isOwnProposal: z.boolean(),
  proposedBy: z.string().nullable(),
  proposedAt: moment,
  approvedBy: z.string().nullable(),
  approvedAt: moment.nullable(),
  activeFrom: moment.nullable(),
  activeUntil: moment.nullable(),
  endedBy: z.string().nullable(),
  endedAt: moment.nullable(),
  endReason: z.string().nullable(),
  told: z.number().int().meta({ description: 'How many people were told of the proposal' }),
  alarms: z.array(
    z.object({
      id: z.uuid(),
      email: z.string().nullable(),
      customers: z.string().nullable(),
      raisedAt: moment,
      dismissedBy: z.string().nullable(),
      dismissedAt: moment.nullable(),
      dismissReason: z.string().nullable(),
    }),
  ),
});
export type DeskBankAccount = z.infer<typeof deskBankAccountSchema>;
export const deskBankAccountsSchema = z.object({
  items: z.array(deskBankAccountSchema),
  otherIbans: z
    .array(
      z.object({
        id: z.uuid(),
        customerId: z.uuid(),
        customer: z.string(),
        number: z.string(),
        iban: z.string(),
        gross: z.string(),
        currency: z.string(),
        isOwn: z.boolean(),
        requestedBy: z.string().nullable(),
        requestedAt: moment,
      }),
    )
    .meta({ description: 'Invoices that name another account, which a second person confirms' }),
  admins: z.number().int().meta({ description: 'How many staff members may propose and approve; two are needed' }),
});
export type DeskBankAccounts = z.infer<typeof deskBankAccountsSchema>;

export const bankAccountSchema = z.object({
  id: z.uuid(),
  iban: z.string().meta({ description: 'Only its last four characters while it is announced' }),
  bic: z.string().nullable(),
  holder: z.string(),
  fingerprint: fingerprint.nullable(),
  state: z.enum(shownBankAccountStates),
  activeFrom: moment.nullable(),
  activeUntil: moment.nullable(),
});
export type BankAccount = z.infer<typeof bankAccountSchema>;
/** `active` is also in the history. Null if we have none yet. */
export const bankAccountsSchema = z.object({
  active: bankAccountSchema.nullable(),
  history: z.array(bankAccountSchema),
});
export type BankAccounts = z.infer<typeof bankAccountsSchema>;
