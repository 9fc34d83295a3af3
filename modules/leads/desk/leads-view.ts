import { searchable } from '#app/components/data-list/list-view.ts';
import { leadForms, leadStatuses } from '#contract/leads.ts';

export const leadViews = ['active', 'mine', 'unassigned', 'overdue', 'doubtful', 'spam', 'all'] as const;
export type LeadView = (typeof leadViews)[number];

/** Deadlines first where there are some; otherwise the newest. */
const byDeadline = { sort: 'due', direction: 'asc' } as const;
const newest = { sort: 'receivedAt', direction: 'desc' } as const;

const queries = {
  active: { active: 'true', ...byDeadline },
  mine: { active: 'true', assignee: 'me', ...byDeadline },
  unassigned: { active: 'true', assignee: 'none', ...byDeadline },
  overdue: { overdue: 'true', ...byDeadline },
  doubtful: { tray: 'doubtful', ...newest },
  spam: { tray: 'spam', ...newest },
  all: newest,
} as const satisfies Record<LeadView, object>;

const among = <Value extends string>(values: readonly Value[], wanted: string | null): Value | undefined =>
  values.find((one) => one === wanted);

/** What the URL asks for; values that are unknown are left out. */
export function readLeadsView(params: URLSearchParams) {
  const view = among(leadViews, params.get('view')) ?? 'active';
  const assignee = params.get('assignee') ?? '';
  const filters = {
    form: among(leadForms, params.get('form')),
    status: among(leadStatuses, params.get('status')),
    q: searchable(params.get('q') ?? '').trim() || undefined,
    ...(/^[\da-f-]{36}$/.test(assignee) && { assignee }),
  };
  return {
    view,
    filters,
    query: { ...queries[view], ...filters },
    isFiltered: Object.values(filters).some((value) => value !== undefined),
  };
}
