import { searchable } from '#app/components/data-list/list-view.ts';
import { canFilterBy, maxTagLength } from '#contract/limits.ts';
import { type DeskTicketSort, deskTicketSorts, viewFilters } from '#contract/staff.ts';

export const scopes = ['active', 'mine', 'unassigned', 'unread', 'due', 'waiting', 'snoozed', 'all'] as const;
export type Scope = (typeof scopes)[number];

const scopeQuery = {
  active: { active: 'true' },
  mine: { active: 'true', assignee: 'me' },
  unassigned: { active: 'true', assignee: 'none' },
  unread: { unread: 'true' },
  due: { due: 'soon' },
  waiting: { waiting: 'true' },
  snoozed: { snoozed: 'true' },
  all: {},
} as const satisfies Record<Scope, object>;

/** The order in which columns are sorted first; the others ascend. */
const descending = new Set<string>(['activity'] satisfies DeskTicketSort[]);

export interface QueueView {
  scope: Scope;
  sort: DeskTicketSort | undefined;
  direction: 'asc' | 'desc';
  /** For the API, without sort and page. */
  query: Record<string, string | undefined>;
  /** Filters of the URL that are not applied, as they are obsolete: unknown values, or a person who is not staff. */
  stale: string[];
  isFiltered: boolean;
}

/** What the URL asks for. `staff`: the ids of those to whom tickets can be assigned, once they are known. */
export function readQueueView(params: URLSearchParams, staff: readonly string[] | undefined): QueueView {
  const stale = [...params.keys()].filter((name) => name !== 'view' && !viewFilters.some((known) => known === name));
  const known = <Value extends string>(name: string, isKnown: (value: string) => value is Value): Value | undefined => {
    const value = params.get(name) ?? '';
    if (value === '') return undefined;
    if (isKnown(value)) return value;
    stale.push(name);
    return undefined;
  };
  const among =
    <Value extends string>(values: readonly Value[]) =>
    (value: string): value is Value =>
      values.some((one) => one === value);
  const scope = known('scope', among(scopes)) ?? 'active';
  const sort = known('sort', among(deskTicketSorts));
  const status = known('status', (value): value is string => canFilterBy(value));
  const assignee = known('assignee', (value): value is string => staff === undefined || staff.includes(value));
  const filters = {
    status,
    priority: params.get('priority')?.slice(0, 50) || undefined,
    assignee: /^[\da-f-]{36}$/.test(assignee ?? '') ? assignee : undefined,
    tag: params.get('tag')?.slice(0, maxTagLength) || undefined,
    q: searchable(params.get('q') ?? '').trim() || undefined,
  };
  return {
    scope,
    sort,
    direction: sort !== undefined && params.get('direction') === 'desc' ? 'desc' : 'asc',
    query: { ...filters, ...scopeQuery[scope], ...(filters.assignee !== undefined && { assignee: filters.assignee }) },
    stale,
    isFiltered: Object.values(filters).some((value) => value !== undefined),
  };
}

/** Clicks on a column: its order, the reverse, and what is due first again. */
export function nextSort({ sort, direction }: QueueView, column: string) {
  const first = descending.has(column) ? 'desc' : 'asc';
  if (sort !== column) return { sort: column, direction: first === 'desc' ? 'desc' : undefined };
  if (direction === first) return { sort, direction: first === 'desc' ? undefined : 'desc' };
  return { sort: undefined, direction: undefined };
}
