import { type Field, date, isUuid, timestamp, money, text, wholeNumber } from './fields.ts';

export interface Column {
  field: Field;
  /** An empty cell is rejected, NULL, or the database's default (on an update: the current value). */
  whenEmpty: 'rejected' | 'null' | 'default';
}

/** The CSV columns of each kind of record, named as in product §3. */
export interface RecordKind {
  table: 'invoices' | 'contracts' | 'payments' | 'licenses';
  columns: Record<string, Column>;
  /** Identifies an existing row, together with the customer if it is only unique per customer. */
  key: string;
  isKeyUniqueToCustomer: boolean;
  /** Each row needs at least one of these columns. */
  oneOf?: readonly string[];
  /** Validates several columns together. */
  check?: (values: Record<string, string | null>) => { column: string; reason: string } | undefined;
}

const required = (field: Field): Column => ({ field, whenEmpty: 'rejected' });
const optional = (field: Field): Column => ({ field, whenEmpty: 'null' });
const defaulted = (field: Field): Column => ({ field, whenEmpty: 'default' });

const number: Field = (value) => text(200)(value.normalize('NFC'));
const id: Field = (value) => (isUuid(value) ? value.toLowerCase() : number(value));

const kinds: RecordKind[] = [
  {
    table: 'invoices',
    columns: {
      id: optional(id),
      number: optional(number),
      amount: required(money),
      due_date: optional(date),
      status: defaulted(text(50)),
      risk_score: defaulted(wholeNumber(0, 100)),
      created_at: defaulted(timestamp),
    },
    key: 'id',
    isKeyUniqueToCustomer: false,
    oneOf: ['id', 'number'],
  },
  {
    table: 'contracts',
    columns: {
      contract_number: required(text(64)),
      title: required(text(300)),
      start_date: optional(date),
      end_date: optional(date),
      contract_value: optional(money),
      status: defaulted(text(50)),
      created_at: defaulted(timestamp),
    },
    key: 'contract_number',
    isKeyUniqueToCustomer: false,
    check: ({ start_date: start, end_date: end }) =>
      start && end && end < start
        ? { column: 'end_date', reason: `is "${end}", before start_date (${start})` }
        : undefined,
  },
  {
    table: 'payments',
    columns: {
      payment_reference: required(text(64)),
      amount: required(money),
      payment_date: required(date),
      payment_method: required(text(50)),
      status: defaulted(text(50)),
      notes: optional(text(4000)),
    },
    key: 'payment_reference',
    isKeyUniqueToCustomer: true,
  },
  {
    table: 'licenses',
    columns: {
      product_name: required(text(300)),
      license_key: required(text(300)),
      license_type: required(text(50)),
      seats: defaulted(wholeNumber(0, 999_999_999)),
      expiry_date: optional(date),
      monthly_cost: optional(money),
      status: defaulted(text(50)),
      created_at: defaulted(timestamp),
    },
    key: 'license_key',
    isKeyUniqueToCustomer: true,
  },
];

export const recordKinds: ReadonlyMap<string, RecordKind> = new Map(kinds.map((kind) => [kind.table, kind]));
