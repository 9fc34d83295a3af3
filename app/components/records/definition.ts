import type { ReactNode } from 'react';

export type ListName = 'invoices' | 'contracts' | 'payments' | 'licenses' | 'tickets';

export interface Column<Item> {
  label: string;
  /** The server's name for the order by this column, where it has one. */
  sort?: string;
  /** Its share of the table's width. */
  share: number;
  /** Where it stands on a phone's card: on top, at its right, or below, by halves or over the whole width. */
  place: 'title' | 'badge' | 'half' | 'wide';
  isEnd?: boolean;
  /** It holds amounts: a number, and an export names their currency in the heading. */
  isMoney?: boolean;
  /** A name, which people tell from others by its end: it takes two lines before it is cut. */
  isName?: boolean;
  /** Exported with the decimal mark of the reader's spreadsheet. */
  isNumber?: boolean;
  cell: (item: Item) => ReactNode;
  /** As a spreadsheet wants it: days as 2025-01-05, amounts as bare numbers, nothing for what is missing. */
  csv: (item: Item) => string;
}

/** All that makes one list differ from another. */
export interface ListDefinition<Item> {
  list: ListName;
  title: string;
  /** As in « No invoices found. » */
  noun: string;
  /** Hint of what the search looks into. */
  searchHint: string;
  defaultSort: string;
  /** Of the order it opens with, where no column shows it. */
  defaultSortLabel: string;
  sorts: readonly string[];
  statuses: readonly string[];
  statusLabel: (status: string) => string;
  columns: readonly Column<Item>[];
}
