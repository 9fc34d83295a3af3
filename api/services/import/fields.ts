import { isStorable } from '#contract/fields.ts';
import {
  type ColumnDescription,
  columnName,
  columnsOf,
  type Kind,
  type RecordDescription,
} from '#contract/record-description.ts';
import { records } from '#contract/record-lists.ts';
import type { RecordList } from '#contract/staff.ts';
import { foldLabel } from './column-names.ts';

/** The message continues a sentence that begins with the column's name. */
export class InvalidValueError extends Error {
  override name = 'InvalidValueError';
}

export const notStorable = 'contains a character that cannot be stored';

export type Field = (value: string) => string;

const reject = (reason: string): never => {
  throw new InvalidValueError(reason);
};

export const text =
  (maxLength: number): Field =>
  (value) => {
    if (!isStorable(value)) reject(notStorable);
    return Array.from(value).length > maxLength ? reject(`is longer than ${maxLength} characters`) : value;
  };

/** `1250.50`. Ambiguous notations are rejected, with an example. */
export const money: Field = (value) => {
  if (/^\d{1,12}(?:\.\d{1,2})?$/.test(value)) {
    const [whole = '', cents = ''] = value.split('.');
    return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
  }
  const example = 'write it like 1250.50';
  if (value.startsWith('-')) return reject(`is "${value}", but an amount cannot be negative`);
  if (/^\d+\.\d{3,}$/.test(value)) return reject(`is "${value}": an amount has at most two decimals`);
  if (/^\d+,\d{1,2}$/.test(value)) return reject(`is "${value}": ${example}, with a decimal point`);
  if (/^\d{1,3}(?:[,. \u00a0\u202f']\d{3})+(?:[.,]\d{1,2})?$/.test(value)) {
    return reject(`is "${value}": ${example}, without thousands separators`);
  }
  if (/[$€£]|[A-Z]{3}/i.test(value)) return reject(`is "${value}": ${example}, without a currency`);
  return reject(`is "${value}": ${example}`);
};

const signed =
  (field: Field): Field =>
  (value) => {
    const [, amount] = /^[-\u2212]\s*(\d.*)$/.exec(value) ?? [];
    return amount === undefined ? field(value) : `-${field(amount)}`.replace(/^-(0\.00)$/, '$1');
  };

/** Also `-1250.50`: a credit note. */
const signedMoney = signed(money);

export const date: Field = (value) => {
  if (isDate(value)) return value;
  return reject(`is "${value}": write a date like 2025-01-31 (year, month, day)`);
};

/** A date, or a timestamp with its UTC offset, normalised to microseconds as the database stores it. */
export const timestamp: Field = (value) => {
  if (isDate(value)) return `${value}T00:00:00.000000Z`;
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:\d\d)$/.exec(value);
  const [, datePart = '', time = '', seconds = '00', fraction = '', offset = ''] = parts ?? [];
  const at = Date.parse(`${datePart}T${time}:${seconds}${offset}`);
  if (parts === null || !isDate(datePart) || Number.isNaN(at)) {
    return reject(`is "${value}": write a date like 2025-01-31 or a timestamp like 2025-01-31T09:30:00Z`);
  }
  return `${new Date(at).toISOString().slice(0, 19)}.${fraction.padEnd(6, '0')}Z`;
};

export const wholeNumber =
  (from: number, to: number): Field =>
  (value) => {
    const isWhole = /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to;
    return isWhole ? String(Number(value)) : reject(`is "${value}": write a whole number from ${from} to ${to}`);
  };

export const yesNo: Field = (value) => {
  const word = value.toLowerCase();
  if (['yes', 'true', 'oui', 'vrai', '1'].includes(word)) return 'true';
  if (['no', 'false', 'non', 'faux', '0'].includes(word)) return 'false';
  return reject(`is "${value}": write yes or no`);
};

/** A code such as `paid`, also by the words that French accounting programs and the desk use for it. Others stay as they are. */
const coded = (words: Readonly<Record<string, readonly string[]>>): Pick<Column, 'field' | 'codes'> => {
  const byLabel = new Map(
    Object.entries(words).flatMap(([code, labels]) => [code, ...labels].map((label) => [foldLabel(label), code])),
  );
  const field: Field = (value) => byLabel.get(foldLabel(value)) ?? text(50)(value);
  return { field, codes: new Set(Object.keys(words)) };
};

export const isUuid = (value: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

function isDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  // Date.parse accepts the 30th of February as a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}

// Thousands separators of Excel and accounting programs.
const space = '[ \\u00a0\\u2009\\u202f]';
const amount = new RegExp(`^(\\d{1,12}|\\d{1,3}(?:${space}\\d{3}){1,3})(?:,(\\d{1,2}))?${space}*(?:€|EUR)?$`);

/** `1 250,50 €`, `1250,50` and `1250.50`. Ambiguous notations like `1.250` are rejected. */
const frenchMoney: Field = (value) => {
  const [, whole, cents = '0'] = amount.exec(value) ?? [];
  if (whole !== undefined) return money(`${whole.replaceAll(/\D/g, '')}.${cents}`);
  if (/^\d{1,12}\.\d{1,2}$/.test(value)) return money(value);
  if (value.startsWith('-')) throw new InvalidValueError(`is "${value}", but an amount cannot be negative`);
  throw new InvalidValueError(`is "${value}": write it like 1 250,50 or 1250,50 €`);
};

const frenchDate =
  (field: Field): Field =>
  (value) => {
    const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? [];
    if (day === undefined && !value.includes('/')) return field(value);
    try {
      return field(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`);
    } catch {
      throw new InvalidValueError(`is "${value}": write a date like 31/12/2026 (day, month, four-digit year)`);
    }
  };

const inFrench = new Map<Field, Field>([
  [money, frenchMoney],
  [signedMoney, signed(frenchMoney)],
  [date, frenchDate(date)],
  [timestamp, frenchDate(timestamp)],
]);

/** The field for a file that a French spreadsheet wrote. */
export const frenchField = (field: Field): Field => inFrench.get(field) ?? field;

export interface Column {
  field: Field;
  /** An empty cell is rejected, NULL, or the database's default (on an update: the current value). */
  whenEmpty: 'rejected' | 'null' | 'default';
  /** The values that the portal knows. */
  codes?: ReadonlySet<string>;
  /** The SQL that reads it, where it is not a column of the table. */
  read?: string | undefined;
}

/** The CSV columns of each kind of record, named as in product §3. */
export interface RecordKind {
  table: RecordList;
  columns: Record<string, Column>;
  /** Identifies an existing row, together with the customer if it is only unique per customer. */
  key: string;
  isKeyUniqueToCustomer: boolean;
  /** Each row needs at least one of these columns. */
  oneOf?: readonly string[];
  /** Validates several columns together. */
  check?: (values: Record<string, string | null>) => { column: string; reason: string } | undefined;
}

/** The words that each code is imported by, by list and column. */
const words: Record<RecordList, Record<string, Record<string, readonly string[]>>> = {
  invoices: {
    status: {
      paid: ['payée', 'payé', 'réglée', 'réglé', 'soldée', 'acquittée'],
      overdue: ['en retard', 'échue', 'impayée'],
      pending: ['à payer', 'en attente', 'due'],
      void: ['annulée', 'annulé', 'voided', 'cancelled', 'canceled'],
      draft: ['brouillon'],
      refunded: ['remboursée'],
      credited: ['créditée', 'avoir émis'],
      written_off: ['passée en perte', 'irrécouvrable'],
      disputed: ['contestée'],
    },
  },
  contracts: {
    status: {
      active: ['actif', 'en cours'],
      expired: ['échu', 'expiré'],
      terminated: ['résilié'],
      draft: ['brouillon'],
      under_review: ['en examen'],
      void: ['annulé'],
    },
  },
  payments: {
    status: {
      completed: ['reçu', 'encaissé'],
      pending: ['en attente'],
      failed: ['échoué', 'rejeté'],
      refunded: ['remboursé'],
      chargeback: ['rejeté par la banque'],
      void: ['annulé'],
    },
    payment_method: {
      bank_transfer: ['virement', 'virement bancaire'],
      credit_card: ['carte bancaire', 'carte', 'cb'],
      check: ['chèque'],
      cash: ['espèces'],
      direct_debit: ['prélèvement'],
    },
  },
  licenses: {
    status: {
      active: ['actif'],
      expired: ['expirée'],
      suspended: ['suspendue'],
      pending_activation: ['à activer'],
      terminated: ['résiliée'],
      void: ['annulée'],
    },
    license_type: { subscription: ['abonnement'], perpetual: ['perpétuelle'], trial: ['essai'], oem: [] },
  },
};

const number: Field = (value) => text(200)(value.normalize('NFC'));
const id: Field = (value) => (isUuid(value) ? value.toLowerCase() : number(value));

const fields: Record<Kind, (column: ColumnDescription) => Field> = {
  id: () => id,
  // A number identifies its row: equal ones must have equal bytes.
  text: ({ maxLength = 0, import: mode }) => (mode === 'oneOf' ? number : text(maxLength)),
  longText: ({ maxLength = 0 }) => text(maxLength),
  code: () => text(50),
  amount: ({ isSigned }) => (isSigned ? signedMoney : money),
  day: () => date,
  moment: () => timestamp,
  count: () => wholeNumber(0, 999_999_999),
  percent: () => wholeNumber(0, 100),
  flag: () => yesNo,
};
const whenEmpty = { required: 'rejected', optional: 'null', oneOf: 'null', default: 'default' } as const;

/** Validates several columns together. */
const checks: Partial<Record<RecordList, RecordKind['check']>> = {
  invoices: ({ amount: value, credits }) => {
    const isCredit = (credits ?? null) !== null;
    if (!value || value.startsWith('-') === isCredit || Number(value) === 0) return undefined;
    const reason = !isCredit
      ? `is "${value}", but only a credit note is negative, which names its invoice in credits`
      : `is "${value}", but a credit note is negative`;
    return { column: 'amount', reason };
  },
  contracts: ({ start_date: start, end_date: end }) =>
    start && end && end < start
      ? { column: 'end_date', reason: `is "${end}", before start_date (${start})` }
      : undefined,
};

function kindOf(described: RecordDescription<RecordList>): RecordKind {
  const { list, key, isKeyUniqueToCustomer = false } = described;
  const imported = columnsOf(described).flatMap(([name, column]) =>
    column.import === undefined ? [] : [{ ...column, import: column.import, name: columnName(name) }],
  );
  const columns: RecordKind['columns'] = {};
  for (const column of imported) {
    const codes = words[list][column.name];
    columns[column.name] = {
      ...(codes === undefined ? { field: fields[column.kind](column) } : coded(codes)),
      whenEmpty: whenEmpty[column.import],
      read: column.read,
    };
  }
  const oneOf = imported.filter((column) => column.import === 'oneOf').map(({ name }) => name);
  const check = checks[list];
  return {
    table: list,
    columns,
    key: columnName(key),
    isKeyUniqueToCustomer,
    ...(oneOf.length > 0 && { oneOf }),
    ...(check && { check }),
  };
}

export const recordKinds: ReadonlyMap<string, RecordKind> = new Map(
  Object.values(records).map((described) => [described.list, kindOf(described)]),
);
