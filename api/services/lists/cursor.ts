import { invalidCursor } from '#api/lib/errors.ts';

/** A sort column, as the database compares it. */
export interface SortKey {
  column: string;
  type: 'uuid' | 'timestamptz' | 'date' | 'bigint' | 'integer' | 'text';
}

export type Direction = 'asc' | 'desc';

export interface Order {
  list: string;
  sort: string;
  direction: Direction;
  keys: readonly SortKey[];
}

const formats: Record<SortKey['type'], RegExp> = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  timestamptz: /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00|infinity)$/,
  date: /^(?:\d{4}-\d\d-\d\d|infinity)$/,
  bigint: /^-?\d{1,19}$/,
  integer: /^-?\d{1,10}$/,
  // PostgreSQL cannot store NUL; no key is longer.
  text: /^[^\0]{0,300}$/su,
};

/** Where a page ended: its list and order, then the keys of its last row as the database writes them. */
export function writeCursor({ list, sort, direction }: Order, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([list, sort, direction, ...values])).toString('base64url');
}

export function readCursor(cursor: string, order: Order): string[] {
  const [list, sort, direction, ...values] = parse(cursor);
  const isSameOrder = list === order.list && sort === order.sort && direction === order.direction;
  if (!isSameOrder || values.length !== order.keys.length) throw invalidCursor;
  return order.keys.map(({ type }, at) => {
    const value = values[at];
    if (typeof value !== 'string' || !formats[type].test(value)) throw invalidCursor;
    return value;
  });
}

function parse(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    // Node ignores characters that are not base64: accept only what encodes to the same text again.
    if (Array.isArray(parsed) && bytes.toString('base64url') === cursor) return parsed;
  } catch {
    // Not JSON: rejected below.
  }
  throw invalidCursor;
}

/** Conditions of a query and their values, which never become part of its text. */
export class Conditions {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];

  constructor(parts: readonly string[] = [], values: readonly unknown[] = []) {
    this.parts = parts;
    this.values = values;
  }

  /** `write` gets a placeholder (`$1`) for each value. */
  and(write: (...placeholders: string[]) => string, ...values: unknown[]): Conditions {
    const placeholders = values.map((_, at) => `$${this.values.length + at + 1}`);
    return new Conditions([...this.parts, write(...placeholders)], [...this.values, ...values]);
  }

  // One status keeps the order of the index that begins with it; several cannot.
  status(statuses: string[] | undefined): Conditions {
    if (statuses === undefined) return this;
    if (statuses.length === 1) return this.and((status) => `status = ${status}`, statuses[0]);
    return this.and((all) => `status = ANY(${all}::text[])`, statuses);
  }

  after(position: string[] | undefined, { keys, direction }: Order): Conditions {
    if (position === undefined) return this;
    const columns = keys.map(({ column }) => column).join(', ');
    const cast = (placeholders: string[]) => keys.map(({ type }, at) => `${placeholders[at]}::${type}`).join(', ');
    const comparison = direction === 'asc' ? '>' : '<';
    return this.and((...placeholders) => `(${columns}) ${comparison} (${cast(placeholders)})`, ...position);
  }

  toSql(): string {
    return this.parts.length === 0 ? '' : ` WHERE ${this.parts.join(' AND ')}`;
  }
}
