import { bringIntoView } from '#app/components/ui/bring-into-view.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { pageParameters } from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import {
  formatCount,
  leadPath,
  paths,
  staffQuery,
  useDesk,
  useKeys,
  useLeadCounts,
  useTitle,
} from '#app/desk/components/desk-context.ts';
import { FilterSearch, FilterSelect, ListHeader, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList, focusedRow } from '#app/desk/components/desk-list.tsx';
import { ListActions } from '#app/desk/components/list-actions.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { useLeadChange } from './lead-change.tsx';
import { leadColumns, leadExport, leadPaper } from './lead-columns.tsx';
import { leadsKey, useLeadsCopy } from './lead-query.ts';
import type { LeadCounts } from '../contract/desk-leads.ts';
import { type LeadView, leadViews, readLeadsView } from './leads-view.ts';
import { leadsApi } from '../shared/leads-api.ts';

/** What public forms carried: to answer by its deadline, doubtful, or spam. */
export function Leads() {
  const desk = useDesk();
  const copy = useLeadsCopy();
  const formats = useFormats();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { set } = useUrlFilters();
  const { view, filters, query, isFiltered } = readLeadsView(params);
  const rows = useRows({
    queryKey: [...leadsKey, query],
    fetchPage: (request, signal) =>
      leadsApi.desk.leads.$get({ query: { ...query, ...pageParameters(request) } }, { signal }),
    refetchIntervalMs: 60_000,
  });
  useTitle(copy.title);
  const change = useLeadChange();
  const focused = () => rows.rows?.find(({ id }) => id === focusedRow());
  useKeys({
    i: () => change.assignToMe(focused()),
    a: () => change.chooseAssignee(focused()),
    s: () => change.chooseStatus(focused()),
    v: () => change.markClean(focused()),
    '!': () => change.markSpam(focused()),
  });
  const { printed, filtered } = desk.copy.lists;
  const [isFiltering, setIsFiltering] = useState(false);
  const hasFilter = ['form', 'status', 'assignee'].some((name) => params.has(name));
  return (
    <section className="queue grid grid-cols-1 gap-3">
      <ListHeader title={copy.title} count={{ copy: copy.count, total: rows.total }}>
        <Link to={paths.newsletter} className="text-sm text-azure underline-offset-4 hover:underline">
          {copy.newsletter}
        </Link>
        <FilterSearch label={copy.search} hint={copy.hint} />
        <ListActions
          list="leads"
          title={copy.title}
          count={copy.count}
          filters={[
            copy.views[view],
            ...(filters.q === undefined ? [] : [printed.search(filters.q)]),
            ...(filters.form === undefined ? [] : [filtered(copy.filters.form, copy.forms[filters.form])]),
            ...(filters.status === undefined ? [] : [printed.status(copy.statuses[filters.status])]),
          ]}
          columns={leadPaper(desk, copy, formats)}
          exportedToo={leadExport(copy)}
          rows={rows}
        />
      </ListHeader>
      <LeadViews view={view}>
        {!hasFilter && (
          <button
            type="button"
            aria-expanded={isFiltering}
            onClick={() => setIsFiltering(!isFiltering)}
            className="row-action"
          >
            {desk.copy.queue.filters.more}
          </button>
        )}
      </LeadViews>
      {(hasFilter || isFiltering) && <LeadFilters />}
      {(view === 'doubtful' || view === 'spam') && <p className="text-sm text-muted">{copy.trayHint[view]}</p>}
      <DeskList
        title={copy.title}
        columns={leadColumns(desk, copy, formats)}
        rows={rows}
        isCompact
        empty={copy.empty[view]}
        onClear={
          isFiltered ? () => set({ q: undefined, form: undefined, status: undefined, assignee: undefined }) : undefined
        }
        onOpen={({ id }) => void navigate(leadPath(id))}
      />
      {change.dialogs}
    </section>
  );
}

/** The trays and what is to do, with their counts. */
function LeadViews({ view, children }: { view: LeadView; children: ReactNode }) {
  const { copy: desk } = useDesk();
  const copy = useLeadsCopy();
  const counts = useLeadCounts<LeadCounts>();
  const { set } = useUrlFilters();
  return (
    <div className="queue-views">
      <div role="group" aria-label={copy.views.label} className="queue-scopes">
        {leadViews.map((one) => (
          <button
            key={one}
            ref={one === view ? bringIntoView : undefined}
            type="button"
            aria-pressed={one === view}
            onClick={() => set({ view: one === 'active' ? undefined : one })}
            className="chip queue-view"
          >
            {copy.views[one]}
            {one !== 'all' && counts !== undefined && (
              <span className="tabular-nums">{formatCount(counts[one], desk)}</span>
            )}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

function LeadFilters() {
  const copy = useLeadsCopy();
  const { data } = useQuery(staffQuery);
  const staff = data?.staff.filter(({ isActive, permissions }) => isActive && permissions.includes('support')) ?? [];
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <FilterSelect label={copy.filters.form} isCompact name="form" options={Object.entries(copy.forms)} />
      <FilterSelect label={copy.filters.status} isCompact name="status" options={Object.entries(copy.statuses)} />
      <FilterSelect
        label={copy.filters.assignee}
        isCompact
        name="assignee"
        options={staff.map(({ userId, name }) => [userId, name] as const)}
      />
    </div>
  );
}
