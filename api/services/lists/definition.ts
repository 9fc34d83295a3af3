/** A column that rows are sorted by, as the database compares it. Each list's sorts have an index, in migrations/. */
export interface SortKey {
  column: string;
  type: 'uuid' | 'timestamptz' | 'date' | 'bigint' | 'integer' | 'text';
}

export interface ListDefinition<Item, Sort extends string> {
  table: 'invoices' | 'contracts' | 'payments' | 'licenses' | 'tickets';
  /** The item's properties and the columns they are read from, in order. */
  columns: Record<keyof Item & string, string>;
  /** The last key of each is unique to the customer (the id, or a key of its own), which makes the order total. */
  sorts: Record<Sort, readonly SortKey[]>;
  defaultSort: NoInfer<Sort>;
  /** Whether words may be the beginning of an id; the words of other columns are in search_text. */
  isSearchedById?: boolean;
}

export type Direction = 'asc' | 'desc';

export interface ListRequest<Sort extends string> {
  limit?: number | undefined;
  cursor?: string | undefined;
  skip?: number | undefined;
  sort?: Sort | undefined;
  direction?: Direction | undefined;
  status?: string[] | undefined;
  q?: string | undefined;
  count?: 'true' | undefined;
}

export const key = (column: string, type: SortKey['type']): SortKey => ({ column, type });
export const byId = key('id', 'uuid');
