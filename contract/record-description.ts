import type { Capability } from './roles.ts';
import type { StaffPermission } from './staff.ts';

/** `count`: a whole number from 0. `percent`: from 0 to 100. `code`: the values that are known are in `codes`. */
export type Kind = 'id' | 'text' | 'longText' | 'code' | 'amount' | 'day' | 'moment' | 'count' | 'percent' | 'flag';

export interface ColumnDescription {
  kind: Kind;
  isNullable?: true;
  /** For texts. */
  maxLength?: number;
  /** For amounts: may be negative. */
  isSigned?: true;
  /** The SQL that reads it, where it is not a column of the table. */
  read?: string;
  /** product §4. Others are stored and shown as they are. */
  codes?: readonly string[];
  /** False: not sent with the list, only in imports and in exports of personal data. `desk`: sent to staff, too, who can correct it. */
  isListed?: false | 'desk';
  /** Its width in percent in the portal's table and in the desk's; 0 hides it. The portal's CSV has the columns of its table. */
  shown?: readonly [portal: number, desk: number];
  /** Database columns of the order, besides the id that makes it total. Each order has an index that begins with the customer. */
  sort?: string | readonly string[];
  /** Whether the list can be filtered by it. */
  filter?: true;
  /** `text`: part of search_text. `prefix`: a word is compared with its beginning. */
  search?: 'text' | 'prefix';
  /** Whether staff can correct it. */
  correct?: true;
  /** An empty cell is rejected, NULL, or the database's default. Each row needs one of the columns with `oneOf`. */
  import?: 'required' | 'optional' | 'default' | 'oneOf';
  /** Personal data: what an export tells the data subject about it; for a code, its values. Otherwise it is not exported. */
  personal?: string;
  /** May name people: the audit log, which is kept longer, has no values of it. */
  isFreeText?: true;
  /** For the document of the API. */
  meta?: { description: string; example: string };
}

export interface RecordDescription<List extends string = string> {
  /** The name of the list, of its table and of its route. */
  list: List;
  /** What a user of the customer needs to see the list, and which staff may see it. */
  needs: Capability;
  staff: readonly StaffPermission[];
  /** Unique to the customer: a sort by it needs no id. Imports find a row by it. */
  key: string;
  /** Two customers may have the same key. */
  isKeyUniqueToCustomer?: true;
  defaultSort: string;
  columns: Readonly<Record<string, ColumnDescription>>;
}

interface Values extends Record<Kind, string | number | boolean> {
  id: string;
  text: string;
  longText: string;
  code: string;
  amount: string;
  day: string;
  moment: string;
  count: number;
  percent: number;
  flag: boolean;
}
type ValueOf<Column extends ColumnDescription> =
  | Values[Column['kind']]
  | (Column extends { isNullable: true } ? null : never);

type NamesWith<Described extends RecordDescription, Property> = {
  [Name in keyof Described['columns']]: Described['columns'][Name] extends Property ? Name : never;
}[keyof Described['columns']] &
  string;
type ListedOf<Described extends RecordDescription, Unlisted> = Exclude<
  keyof Described['columns'] & string,
  NamesWith<Described, { isListed: Unlisted }>
>;

/** A row, as the API sends it to customers. */
export type ItemOf<Described extends RecordDescription> = {
  -readonly [Name in ListedOf<Described, false | 'desk'>]: ValueOf<Described['columns'][Name]>;
};
/** A row, as the API sends it to staff. */
export type DeskItemOf<Described extends RecordDescription> = ItemOf<Described> & {
  -readonly [Name in ListedOf<Described, false>]: ValueOf<Described['columns'][Name]>;
};
export type SortOf<Described extends RecordDescription> = NamesWith<Described, { sort: unknown }>;
export type CorrectableOf<Described extends RecordDescription> = NamesWith<Described, { correct: true }>;

/** The columns of the portal's table. */
export type ShownOf<Described extends RecordDescription> = Exclude<
  NamesWith<Described, { shown: unknown }>,
  NamesWith<Described, { shown: readonly [0, number] }>
>;

export const columnsOf = ({ columns }: RecordDescription): [name: string, column: ColumnDescription][] =>
  Object.entries(columns);

/** The names to sort by, beginning with the default. */
export function sortsOf<const Described extends RecordDescription>(described: Described) {
  const names = columnsOf(described).flatMap(([name, { sort }]) => (sort === undefined ? [] : [name]));
  const others = names.filter((name) => name !== described.defaultSort);
  return [described.defaultSort, ...others] as readonly string[] as readonly [
    SortOf<Described>,
    ...SortOf<Described>[],
  ];
}

/** The column in the database and in an imported file. */
export const columnName = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
