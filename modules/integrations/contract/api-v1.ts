import { z } from 'zod';
import { line, text } from '#contract/fields.ts';
import { applyDocumentQuery, documentPlanSchema } from '#modules/invoicing/contract/invoice-import.ts';
import { type ColumnDescription, columnsOf, type Kind, type RecordDescription } from '#contract/record-description.ts';
import { contracts, invoices, payments } from '#contract/record-lists.ts';
import { sent } from '#contract/records.ts';

// What other programs send and get. Values are read by the rules of the import (api/services/import/fields.ts), which name what is wrong
// with each: these schemas only bound them.

const value = z
  .string()
  .max(60)
  .refine((given) => !given.includes('\0'), 'contains a character that cannot be stored');
const given: Record<Kind, (column: ColumnDescription) => z.ZodType> = {
  id: () => value,
  text: ({ maxLength = 0 }) => text(maxLength),
  longText: ({ maxLength = 0 }) => text(maxLength),
  code: ({ codes = [] }) => value.meta({ description: `One of ${codes.join(', ')}` }),
  amount: () => value.meta({ description: 'A decimal amount', example: '1250.50' }),
  day: () => value.meta({ description: 'A day', example: '2026-01-31' }),
  moment: () => value.meta({ description: 'A day, or a moment with its offset', example: '2026-01-31T09:30:00Z' }),
  count: () => z.int().min(0).max(999_999_999),
  percent: () => z.int().min(0).max(100),
  flag: () => z.boolean(),
};

/** The records that programs write, with the columns that hold their numbers. */
export const pushedRecords = {
  contracts: { described: contracts, number: 'contractNumber' },
  invoices: { described: invoices, number: 'number' },
  payments: { described: payments, number: 'paymentReference' },
} as const satisfies Record<string, { described: RecordDescription; number: string }>;
export type PushedList = keyof typeof pushedRecords;

/** The columns of a record besides its number, as the import has them. */
export function pushedColumns(list: PushedList): [name: string, column: ColumnDescription][] {
  const { described, number } = pushedRecords[list];
  return columnsOf(described).filter(
    ([name, column]) => column.import !== undefined && name !== number && column.kind !== 'id',
  );
}

const described = (column: ColumnDescription, schema: z.ZodType) =>
  column.meta === undefined ? schema : schema.meta(column.meta);

const customerName = text(200).min(1).meta({
  description: 'The customer: its number in the accounting, its name, or its id',
  example: 'C-0042',
});

/** Requests that work, one after the other: openapi-document.test.ts sends them. */
const examples = {
  contracts: { customer: 'C-0042', title: 'Infogérance', startDate: '2026-01-01', contractValue: '12000.00' },
  invoices: { customer: 'C-0042', amount: '1250.50', dueDate: '2026-12-31', status: 'pending' },
  payments: { customer: 'C-0042', amount: '1250.50', paymentDate: '2026-12-20', paymentMethod: 'bank_transfer' },
};

/** What is left out keeps its value, or gets its default in a new record. Null deletes it. */
const inputOf = (list: PushedList) =>
  z
    .strictObject({
      customer: customerName,
      ...Object.fromEntries(
        pushedColumns(list).map(([name, column]) => {
          const schema = described(column, given[column.kind](column));
          return [name, column.import === 'required' ? schema : schema.nullable().optional()];
        }),
      ),
    })
    .meta({ example: examples[list] }) as unknown as z.ZodType<PushedValues>;
export type PushedValues = { customer: string } & Record<string, string | number | boolean | null | undefined>;

const recordOf = (list: PushedList) =>
  z.object({
    number: z.string(),
    customer: z.object({ number: z.string().nullable(), name: z.string() }),
    ...Object.fromEntries(
      pushedColumns(list).map(([name, column]) => [
        name,
        column.isNullable || column.import !== 'required' ? sent[column.kind].nullable() : sent[column.kind],
      ]),
    ),
  }) as unknown as z.ZodType<PushedRecord>;
export type PushedRecord = { number: string; customer: { number: string | null; name: string } } & Record<
  string,
  unknown
>;

const outcome = z.enum(['added', 'changed', 'unchanged']).meta({ description: 'What this request did' });
export type PushOutcome = z.infer<typeof outcome>;
const resultOf = <Schema extends z.ZodType>(record: Schema) => z.object({ outcome, record });

const schemasOf = (list: PushedList) => ({
  input: inputOf(list),
  record: recordOf(list),
  result: resultOf(recordOf(list)),
});
export const pushedSchemas = {
  contracts: schemasOf('contracts'),
  invoices: schemasOf('invoices'),
  payments: schemasOf('payments'),
};
export interface PushResult {
  outcome: PushOutcome;
  record: PushedRecord;
}

const optionalText = (maxLength: number) => line(maxLength).nullable().optional();
export const pushedCustomerSchema = z
  .strictObject({
    name: line(200).min(1),
    contact: optionalText(200),
    email: optionalText(254),
    phone: optionalText(50),
    siren: optionalText(20),
  })
  .meta({ example: { name: 'Cabinet Exemple', email: 'compta@cabinet.example', siren: '732829320' } });
export type PushedCustomerValues = z.infer<typeof pushedCustomerSchema>;
export const pushedCustomerRecord = z.object({
  number: z.string().nullable(),
  name: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  siren: z.string().nullable(),
});
export type PushedCustomer = z.infer<typeof pushedCustomerRecord>;
export const customerResult = resultOf(pushedCustomerRecord);

/** Numbers with a slash are sent as %2F. As the import stores them: exports write an apostrophe before a sign, which it removes. */
const numberOf = (maxLength: number, example: string) => {
  const number = line(maxLength)
    .trim()
    .normalize('NFC')
    .min(1)
    .regex(/^(?!'[=+@-])/, 'begins with an apostrophe and a sign');
  return z.object({ number: number.meta({ example }) });
};
export const numberParams = {
  customers: numberOf(64, 'C-0042'),
  contracts: numberOf(64, 'CT-2026-007'),
  invoices: numberOf(200, 'FA-2026-0042'),
  payments: numberOf(64, 'VIR-2026-0131'),
};
export const paymentQuery = z.strictObject({
  customer: customerName.optional().meta({ description: 'Where several customers have a payment of this number' }),
});

export const documentResultV1 = z.object({
  outcome: documentPlanSchema.shape.outcome,
  number: z.string(),
  warnings: z.array(z.string()).meta({
    description: 'Codes of what in the document contradicts itself or what is stored. It was stored as it is.',
  }),
});
export type DocumentResultV1 = z.infer<typeof documentResultV1>;
export const documentQueryV1 = z.strictObject({
  customer: customerName.optional().meta({ description: 'Where the SIREN of the buyer does not tell' }),
  accept: applyDocumentQuery.shape.accept,
  replace: applyDocumentQuery.shape.replace,
});
export type DocumentQueryV1 = z.infer<typeof documentQueryV1>;

export const changeKinds = ['customer', 'contract', 'invoice', 'payment'] as const;
export const maxChanges = 500;
export const changesQuery = z.strictObject({
  since: z.string().max(120).optional().meta({
    description: '`cursor` of the last response; everything without it',
    example: '10de25c7-e901-4f8e-9a19-c10dbf6dd282.2390.ee3c8a07-9cbf-407d-9fb7-af6eb0044666',
  }),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform((typed) => Math.min(Number(typed), maxChanges))
    .optional()
    .meta({ description: `At most ${maxChanges}; 100 unless given`, example: '100' }),
});
export const changesSchema = z.object({
  items: z
    .array(
      z.object({
        kind: z.enum(changeKinds),
        number: z.string().nullable().meta({ description: 'Null for one that has no number' }),
        id: z.uuid(),
      }),
    )
    .meta({ description: 'Records that were added or changed, each once, by its last change' }),
  cursor: z.string().meta({ description: 'For `since` of the next request' }),
  hasMore: z.boolean().meta({ description: 'Whether the next request returns more at once' }),
});
export type Changes = z.infer<typeof changesSchema>;
