import { z } from 'zod';
import { text } from './fields.ts';
import type { RecordDescription } from './record-description.ts';
import { contracts, invoices, licenses, payments } from './record-lists.ts';
import { correctableOf, deskItemOf, invoiceSchema, licenseSchema, paymentSchema } from './records.ts';
import { deskExports, maxPlannedRows, maxReasonLength, recordLists } from './staff.ts';

// Records at the desk: one customer's lists, corrections and imports (see desk.ts).

const count = z.number().int().nonnegative();
export const ofCustomer = { customerId: z.uuid() };

export const reasonSchema = text(maxReasonLength)
  .trim()
  .min(3, 'Please give a reason.')
  .meta({ description: 'Kept in the audit log: no personal data' });
const correctionOf = <const Described extends RecordDescription>(described: Described) => {
  const values = correctableOf(described).partial();
  return z.strictObject({
    list: z.literal(described.list as Described['list']),
    ...ofCustomer,
    id: z.uuid(),
    reason: reasonSchema,
    before: values.meta({ description: 'What the changed fields are now, as the staff member saw them' }),
    after: values
      .refine((changed) => Object.keys(changed).length > 0, 'Please change something.')
      .meta({ description: 'The fields to change' }),
  });
};

/** `before` and `after` have the same fields. 409 changed_meanwhile if `before` is not what is stored. */
export const correctRecordSchema = z
  .discriminatedUnion('list', [
    correctionOf(invoices),
    correctionOf(contracts),
    correctionOf(payments),
    correctionOf(licenses),
  ])
  .refine(
    ({ before, after }) => Object.keys(after).every((name) => Object.hasOwn(before, name)),
    'Every changed field needs its value before.',
  );
export type CorrectRecord = z.infer<typeof correctRecordSchema>;

/** Sets the status to `void`: the record stays, and no longer counts. */
export const voidRecordSchema = z.strictObject({
  list: z.enum(recordLists),
  ...ofCustomer,
  id: z.uuid(),
  reason: reasonSchema,
});
export type VoidRecord = z.infer<typeof voidRecordSchema>;

/** The record as it is now, tagged with its list. */
export const changedRecordSchema = z.discriminatedUnion('list', [
  invoiceSchema.extend({ list: z.literal('invoices') }),
  deskItemOf(contracts).extend({ list: z.literal('contracts') }),
  paymentSchema.extend({ list: z.literal('payments') }),
  licenseSchema.extend({ list: z.literal('licenses') }),
]);
export type ChangedRecord = z.infer<typeof changedRecordSchema>;

/** For the audit log: the browser creates the exported file itself, from the rows it was sent. */
export const deskExportSchema = z.strictObject({
  list: z.enum(deskExports),
  rows: z.int().min(0).max(10_000_000),
  customerId: z.uuid().meta({ description: 'The customer whose list it is' }).optional(),
});
export type DeskExportNote = z.infer<typeof deskExportSchema>;

// ---- import. The body is the CSV itself (text/csv, in UTF-8, UTF-16 or Windows-1252).

export const importQuery = z.strictObject({
  list: z.enum(recordLists),
  customerId: z
    .uuid()
    .meta({ description: 'The customer of all rows; without it, the file has a column customer_id or customer' })
    .optional(),
  locale: z.literal('fr').meta({ description: 'French notation of amounts and dates' }).optional(),
  unknown: z
    .literal('accepted')
    .meta({ description: 'Store a status that the portal does not know as it is; without it, its row is rejected' })
    .optional(),
});
export type ImportQuery = z.infer<typeof importQuery>;
export const applyImportQuery = importQuery.extend({
  hash: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ description: '`hash` of the plan that was shown' }),
});

const owner = {
  customer: z.string().meta({ description: 'Its name; empty if it is not known' }),
  writtenAs: z
    .string()
    .nullable()
    .meta({ description: 'The customer as the file names it, where it was found without accents and case' }),
};
const problemSchema = z.object({
  column: z.string().meta({ description: 'Empty where the whole row is meant' }),
  reason: z.string().meta({ description: 'Continues a sentence that begins with the column, in English' }),
});
const listedRows = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .max(maxPlannedRows)
    .meta({ description: `The first ${maxPlannedRows}` });
export const importPlanSchema = z.object({
  hash: z.string().meta({ description: 'Names this plan: the file, and what is stored now' }),
  counts: z.object({ added: count, changed: count, unchanged: count, rejected: count }),
  added: listedRows(
    z.object({
      line: count,
      name: z.string(),
      ...owner,
      values: z.record(z.string(), z.string().nullable()).meta({ description: 'By column of the file' }),
    }),
  ),
  changed: listedRows(
    z.object({
      line: count,
      name: z.string(),
      ...owner,
      changes: z.array(z.object({ column: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    }),
  ),
  rejected: listedRows(z.object({ line: count, ...owner, problems: z.array(problemSchema) })),
  unknown: z
    .array(z.object({ column: z.string(), value: z.string(), rows: count }))
    .meta({ description: 'New values that the portal does not know, such as a mistyped status' }),
});
export type ImportPlan = z.infer<typeof importPlanSchema>;

/** All rejected rows, with their cells as the file has them. */
export const rejectedRowsSchema = z.object({
  header: z.array(z.string()),
  rows: z.array(z.object({ line: count, cells: z.array(z.string()), problems: z.array(problemSchema) })),
});
export type RejectedRows = z.infer<typeof rejectedRowsSchema>;

/** Applying a plan that was applied before changes nothing and is not an error. */
export const importResultSchema = z.object({ added: count, changed: count, plan: importPlanSchema });
export type ImportResult = z.infer<typeof importResultSchema>;
