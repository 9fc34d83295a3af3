import type { ReactNode } from 'react';
import type { BadgeVariant } from '#app/components/ui/badge.tsx';
import type { ListCopy } from '#content/portal/en/lists.ts';
import { canFilterBy, maxSearchLength, maxStatuses } from '#contract/limits.ts';
import type { ListQuery, Page } from '#contract/lists.ts';
import type { ListName } from '#contract/record-lists.ts';

export interface TableColumn<Item> {
  label: string;
  /** The API's name for sorting by this column, if it can. */
  sort?: string;
  widthPercent: number;
  /**
   * Position on the card that small screens show: on top, at its right, or below with half or full width. A `line` has its
   * label before it, not above. A `short` one is a half that says by itself what it is: it has no label on a phone.
   */
  cardSlot: 'title' | 'badge' | 'half' | 'short' | 'wide' | 'line';
  /** Names often differ only at their end: they get two lines before they are truncated. */
  isName?: boolean;
  /** Its cell has one more line on the card. */
  hasSubtitle?: boolean;
  /** A cell of two lines in the table as well. */
  hasSecondLine?: boolean | undefined;
  /** Not in the table, where another column has its content. */
  isCardOnly?: boolean;
  /** Not on the card. */
  isTableOnly?: boolean;
  /** Holds amounts: aligned at their end, exported as numbers, with the currency in the heading. */
  isMoney?: boolean;
  cell: (item: Item) => ReactNode;
}

/** For tables whose columns are not those of a described list. */
export const tableColumn = <Item>(
  label: string,
  widthPercent: number,
  cardSlot: TableColumn<Item>['cardSlot'],
  cell: (item: Item) => ReactNode,
): TableColumn<Item> => ({ label, widthPercent, cardSlot, cell });

export interface Column<Item> extends TableColumn<Item> {
  /** Exported with the decimal separator of the chosen CSV format. */
  isNumber?: boolean;
  /** For spreadsheets: days as 2025-01-05, amounts as plain numbers, an empty string for a missing value. */
  csv: (item: Item) => string;
}

export type CsvColumn<Item> = Pick<Column<Item>, 'label' | 'csv' | 'isMoney' | 'isNumber'>;

export type Statuses = Record<string, { label: string; variant: BadgeVariant }>;

/** The badges of a list's codes: labels are copy, variants are not. */
export const badges = <Code extends string>(
  labels: Record<Code, string>,
  variants: Record<Code, BadgeVariant>,
): Statuses =>
  Object.fromEntries(
    Object.entries<BadgeVariant>(variants).map(([code, variant]) => [code, { label: labels[code as Code], variant }]),
  );

export interface ListDefinition<Item> extends ListCopy {
  list: ListName;
  /** A method, not a property: `sort` is narrower in each list, and `readView` lets only its `sorts` through. */
  fetchPage(input: { query: ListQuery }, options: { signal: AbortSignal }): Promise<Page<Item>>;
  defaultSort: string;
  sorts: readonly string[];
  statuses: Statuses;
  columns: readonly Column<Item>[];
}

export type Direction = 'asc' | 'desc';

/** What a list shows, read from the URL. Without `sort` the default order applies. */
export interface ListView {
  q: string;
  sort: string | undefined;
  direction: Direction;
  statuses: string[];
}

/** The view of a list without any query parameter. */
export const allRecords: ListView = { q: '', sort: undefined, direction: 'asc', statuses: [] };

// A NUL or a lone surrogate is in no row, and the API rejects both.
export const searchable = (text: string) =>
  text.toWellFormed().replaceAll('\0', '').slice(0, maxSearchLength).toWellFormed();

export function readView(params: URLSearchParams, sorts: readonly string[]): ListView {
  const sort = sorts.find((name) => name === params.get('sort'));
  const statuses = (params.get('status') ?? '').split(',').map(searchable).filter(canFilterBy);
  return {
    q: searchable(params.get('q') ?? ''),
    sort,
    direction: sort !== undefined && params.get('direction') === 'desc' ? 'desc' : 'asc',
    statuses: [...new Set(statuses)].slice(0, maxStatuses),
  };
}

/** The same query parameters with another view; parameters of others are kept. */
export function writeView(params: URLSearchParams, { q, sort, direction, statuses }: ListView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | undefined) => {
    if (value) next.set(name, value);
    else next.delete(name);
  };
  put('q', q);
  put('sort', sort);
  put('direction', sort !== undefined && direction === 'desc' ? 'desc' : undefined);
  put('status', statuses.join(','));
  return next;
}

export const isFiltered = ({ q, statuses }: ListView) => q.trim() !== '' || statuses.length > 0;

/** Clicks on a column cycle through ascending, descending and the default order. */
export function nextOrder(view: ListView, column: string, defaultSort: string): ListView {
  const { sort, direction } = orderOf(view, defaultSort);
  if (sort !== column) return { ...view, sort: column, direction: 'asc' };
  if (view.sort === undefined) return { ...view, sort: column, direction: 'asc' };
  if (direction === 'asc' && column !== defaultSort) return { ...view, direction: 'desc' };
  return { ...view, sort: undefined, direction: 'asc' };
}

/** product §7: newest first by default. */
export function orderOf({ sort, direction }: ListView, defaultSort: string): { sort: string; direction: Direction } {
  return sort === undefined ? { sort: defaultSort, direction: 'desc' } : { sort, direction };
}

export function toggleStatus(view: ListView, status: string): ListView {
  const statuses = view.statuses.includes(status)
    ? view.statuses.filter((one) => one !== status)
    : [...view.statuses, status];
  return { ...view, statuses };
}

export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
  isCounted?: boolean;
}

export const pageParameters = ({ cursor, limit, isCounted }: PageRequest) => ({
  limit: String(limit),
  cursor,
  count: isCounted ? ('true' as const) : undefined,
});

export const toQuery = (view: ListView, defaultSort: string, request: PageRequest): ListQuery => ({
  ...orderOf(view, defaultSort),
  q: view.q.trim() || undefined,
  status: view.statuses.join(',') || undefined,
  ...pageParameters(request),
});

/** Identifies a view in the query cache. */
export const viewKey = (view: ListView, defaultSort: string) =>
  JSON.stringify(toQuery(view, defaultSort, { limit: 0 }));

type ListSource<Item> = Pick<ListDefinition<Item>, 'fetchPage' | 'defaultSort'>;

export const readPage = <Item>(list: ListSource<Item>, view: ListView, request: PageRequest, signal: AbortSignal) =>
  list.fetchPage({ query: toQuery(view, list.defaultSort, request) }, { signal });

/** The number of rows before any filter. */
export async function readSize(list: ListSource<unknown>, signal: AbortSignal): Promise<number> {
  const { total } = await readPage(list, allRecords, { limit: 1, isCounted: true }, signal);
  return total ?? 0;
}
