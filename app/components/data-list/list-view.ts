import { canFilterBy, maxSearchLength, maxStatuses } from '#contract/limits.ts';
import type { ListQuery } from '#contract/lists.ts';

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
  /** Rows to skip after the cursor. */
  skip?: number;
  limit: number;
  /** Reads from the end of the list towards its beginning. */
  isReversed?: boolean;
  isCounted?: boolean;
}

const opposite = { asc: 'desc', desc: 'asc' } as const;

export function toQuery(
  view: ListView,
  defaultSort: string,
  { cursor, skip, limit, isReversed, isCounted }: PageRequest,
): ListQuery {
  const { sort, direction } = orderOf(view, defaultSort);
  return {
    limit: String(limit),
    sort,
    direction: isReversed ? opposite[direction] : direction,
    q: view.q.trim() || undefined,
    status: view.statuses.join(',') || undefined,
    cursor,
    skip: skip ? String(skip) : undefined,
    count: isCounted ? 'true' : undefined,
  };
}

/** Identifies a view in the query cache. */
export const viewKey = (view: ListView, defaultSort: string) =>
  JSON.stringify(toQuery(view, defaultSort, { limit: 0 }));
