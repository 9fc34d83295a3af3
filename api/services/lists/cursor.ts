import type { Direction, SortKey } from './definition.ts';

/** A cursor that was not given out for this list in this order. */
export class InvalidCursorError extends Error {
  override name = 'InvalidCursorError';
}

export interface Order {
  list: string;
  sort: string;
  direction: Direction;
  keys: readonly SortKey[];
}

const formats: Record<SortKey['type'], RegExp> = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/,
  date: /^(?:\d{4}-\d\d-\d\d|infinity)$/,
  bigint: /^-?\d{1,19}$/,
  integer: /^-?\d{1,10}$/,
  // A text that the database can keep, no longer than the longest key.
  text: /^[^\0]{0,300}$/su,
};

/** Where a page ended: the list and order it belongs to, then the keys of its last row as the database writes them. */
export function writeCursor({ list, sort, direction }: Order, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([list, sort, direction, ...values])).toString('base64url');
}

export function readCursor(cursor: string, { list, sort, direction, keys }: Order): string[] {
  const [ofList, ofSort, ofDirection, ...values] = parse(cursor);
  const isOurs = ofList === list && ofSort === sort && ofDirection === direction && values.length === keys.length;
  if (!isOurs) throw new InvalidCursorError('The cursor belongs to another list or order.');
  return keys.map(({ type }, at) => {
    const value = values[at];
    if (typeof value !== 'string' || !formats[type].test(value))
      throw new InvalidCursorError('The cursor cannot be read.');
    return value;
  });
}

function parse(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    // Node skips what is not base64: only what would be written the same way was written by us.
    if (Array.isArray(parsed) && bytes.toString('base64url') === cursor) return parsed;
  } catch {
    // Told below.
  }
  throw new InvalidCursorError('The cursor cannot be read.');
}
