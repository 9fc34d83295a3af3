import { z } from 'zod';
import { day, line, moment, money, text } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import {
  type ColumnDescription,
  columnsOf,
  type CorrectableOf,
  type DeskItemOf,
  type ItemOf,
  type Kind,
  type RecordDescription,
  sortsOf,
} from './record-description.ts';
import { contracts, invoices, licenses, payments } from './record-lists.ts';

// The schemas of the lists, derived from their descriptions.

/** Each kind of value as it is sent. */
export const sent: Record<Kind, z.ZodType> = {
  id: z.uuid(),
  text: z.string(),
  longText: z.string(),
  code: z.string(),
  amount: money,
  day,
  moment,
  count: z.number().int().nonnegative(),
  percent: z.number().int().min(0).max(100),
  flag: z.boolean(),
};

const amount = money.regex(/^\d/, 'must not be negative');
const written: Partial<Record<Kind, (column: { maxLength: number; isSigned?: true }) => z.ZodType>> = {
  text: ({ maxLength }) => line(maxLength).trim().min(1),
  longText: ({ maxLength }) => text(maxLength),
  code: () => line(50).trim().min(1),
  amount: ({ isSigned }) => (isSigned ? money : amount),
  day: () => day,
  count: () => z.int().min(0).max(999_999_999),
  percent: () => z.int().min(0).max(100),
  flag: () => z.boolean(),
};

type Shape<Item> = { [Name in keyof Item]: z.ZodType<Item[Name], Item[Name]> };

function shapeOf<Item>(
  described: RecordDescription,
  schemaOf: (column: ColumnDescription) => z.ZodType | undefined,
): Shape<Item> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, column] of columnsOf(described)) {
    const schema = schemaOf(column);
    if (schema !== undefined) shape[name] = column.isNullable ? schema.nullable() : schema;
  }
  return shape as Shape<Item>;
}

const sentAs = ({ kind, meta }: ColumnDescription) => (meta === undefined ? sent[kind] : sent[kind].meta(meta));

export const itemOf = <const Described extends RecordDescription>(described: Described) =>
  z.object(
    shapeOf<ItemOf<Described>>(described, (column) => (column.isListed === undefined ? sentAs(column) : undefined)),
  );

/** With what only staff see. */
export const deskItemOf = <const Described extends RecordDescription>(described: Described) =>
  z.object(
    shapeOf<DeskItemOf<Described>>(described, (column) => (column.isListed === false ? undefined : sentAs(column))),
  );

/** The fields that staff can correct. */
export const correctableOf = <const Described extends RecordDescription>(described: Described) =>
  z.strictObject(
    shapeOf<Pick<DeskItemOf<Described>, CorrectableOf<Described> & keyof DeskItemOf<Described>>>(
      described,
      ({ kind, correct, maxLength = 0, ...column }) =>
        correct ? written[kind]?.({ ...column, maxLength }) : undefined,
    ),
  );

/** The query and the page of a list. */
export const listOf = <const Described extends RecordDescription>(described: Described) => ({
  query: listQuery(sortsOf(described)),
  page: pageOf(itemOf(described)),
});

export const invoiceSchema = itemOf(invoices);
/** In the portal. */
export const portalInvoiceSchema = invoiceSchema.partial({ riskScore: true });
export const contractSchema = itemOf(contracts);
export const paymentSchema = itemOf(payments);
export const licenseSchema = itemOf(licenses);
