import type { ReactNode } from 'react';
import type { ListQuery, Page } from '#contract/lists.ts';
import type { ListName } from '#contract/sorts.ts';
import type { Statuses } from './cells.tsx';

export interface Column<Item> {
  label: string;
  /** The API's name for sorting by this column, if it can. */
  sort?: string;
  widthPercent: number;
  /** Position on the card that small screens show: on top, at its right, or below with half or full width. */
  cardSlot: 'title' | 'badge' | 'half' | 'wide';
  isEnd?: boolean;
  /** Holds amounts: exported as numbers, with the currency in the heading. */
  isMoney?: boolean;
  /** Names often differ only at their end: they get two lines before they are truncated. */
  isName?: boolean;
  /** Exported with the decimal separator of the chosen CSV format. */
  isNumber?: boolean;
  cell: (item: Item) => ReactNode;
  /** For spreadsheets: days as 2025-01-05, amounts as plain numbers, an empty string for a missing value. */
  csv: (item: Item) => string;
}

export interface ListDefinition<Item> {
  list: ListName;
  /** A method, not a property: `sort` is narrower in each list, and `readView` lets only its `sorts` through. */
  fetchPage(input: { query: ListQuery }, options: { signal: AbortSignal }): Promise<Page<Item>>;
  title: string;
  /** As in "No invoices found." */
  noun: string;
  /** Placeholder of the search field: the fields that are searched. */
  searchHint: string;
  defaultSort: string;
  /** Label of the default sort, where no column has it. */
  defaultSortLabel: string;
  sorts: readonly string[];
  statuses: Statuses;
  columns: readonly Column<Item>[];
}
