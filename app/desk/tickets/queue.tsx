import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { allRecords, pageParameters } from '#app/components/data-list/list-view.ts';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { statusLabel } from '#app/desk/components/desk-status.tsx';
import { staffQuery, ticketPath, useDesk, useKeys, useTitle } from '#app/desk/components/desk-context.ts';
import { FilterSelect, ListHeader, FilterSearch, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { DeskList, focusedRow } from '#app/desk/components/desk-list.tsx';
import { ListActions } from '#app/desk/components/list-actions.tsx';
import { NewTicketButton } from '#app/desk/components/new-ticket-button.tsx';
import { BulkBar, useBulkChange } from './bulk-change.tsx';
import { queueColumns } from './queue-columns.tsx';
import { queuePaper } from './queue-paper.ts';
import { nextSort, readQueueView } from './queue-view.ts';
import { QueueViews } from './queue-views.tsx';
import { useSelection } from './selection.ts';
import { tagsQuery } from './tag-chooser.tsx';
import { useTicketChange } from './ticket-change.tsx';
import { useViewers } from './viewers.tsx';

/** The tickets of all customers, what is due first. */
export function Queue() {
  const desk = useDesk();
  const { copy } = desk;
  const formats = useFormats();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { set } = useUrlFilters();
  const { data: staff } = useQuery(staffQuery);
  const able = staff?.staff.filter(({ isActive, permissions }) => isActive && permissions.includes('support'));
  const view = readQueueView(
    params,
    able?.map(({ userId }) => userId),
  );
  const { sort = 'due', direction } = view;
  const rows = useRows({
    queryKey: ['desk', 'tickets', view.query, sort, direction],
    fetchPage: (request, signal) =>
      api.desk.tickets.$get({ query: { ...view.query, sort, direction, ...pageParameters(request) } }, { signal }),
    refetchIntervalMs: 60_000,
  });
  useTitle(copy.queue.title);
  const viewers = useViewers();
  const { rows: items = [] } = rows;
  const selection = useSelection(items, JSON.stringify(view.query));
  const change = useTicketChange();
  const bulk = useBulkChange(selection, change.choose);
  const focused = () => items.find(({ id }) => id === focusedRow());
  const isMany = selection.items.length > 0;
  useKeys({
    s: () => (isMany ? bulk.choose('status') : change.chooseStatus(focused())),
    a: () => (isMany ? bulk.choose('assignee') : change.chooseAssignee(focused())),
    p: () => (isMany ? bulk.choose('priority') : change.choosePriority(focused())),
    t: () => (isMany ? bulk.choose('tags') : change.chooseTags(focused())),
    i: () => (isMany ? bulk.assignToMe() : change.assignToMe(focused())),
    m: bulk.merge,
    x: () => {
      const ticket = focused();
      if (ticket !== undefined) selection.toggle(ticket.id);
    },
    ...(isMany && { Escape: selection.clear }),
  });
  const { filters } = copy.queue;
  const { q, status, priority } = view.query;
  const [isFiltering, setIsFiltering] = useState(false);
  const hasFilter = ['status', 'priority', 'assignee', 'tag'].some((name) => params.has(name));

  return (
    <section className="queue grid grid-cols-1 gap-3">
      <ListHeader title={copy.queue.title} count={{ copy: copy.queue.count, total: rows.total }}>
        <FilterSearch label={copy.queue.search} hint={copy.queue.hint} />
        <NewTicketButton />
        <ListActions
          list="queue"
          title={copy.queue.title}
          count={copy.queue.count}
          filters={[
            filters[view.scope],
            ...(q === undefined ? [] : [copy.lists.printed.search(q)]),
            ...(status === undefined ? [] : [copy.lists.printed.status(statusLabel(copy, 'tickets', status))]),
            ...(priority === undefined
              ? []
              : [copy.lists.filtered(copy.queue.columns.priority, statusLabel(copy, 'priorities', priority))]),
            ...(view.query.tag === undefined ? [] : [copy.lists.filtered(filters.tag, view.query.tag)]),
          ]}
          columns={queuePaper(copy, formats)}
          rows={rows}
        />
      </ListHeader>
      <QueueViews view={view}>
        {!hasFilter && (
          <button
            type="button"
            aria-expanded={isFiltering}
            onClick={() => setIsFiltering(!isFiltering)}
            className="row-action"
          >
            {filters.more}
          </button>
        )}
        {sort === 'due' && direction === 'asc' && <p className="queue-order">{copy.queue.order}</p>}
      </QueueViews>
      {(hasFilter || isFiltering) && <QueueFilters staff={able ?? []} />}
      <DeskList
        title={copy.queue.title}
        columns={queueColumns(desk, formats, { ...change, viewers, selection })}
        rows={rows}
        sorting={{
          view: { ...allRecords, sort, direction },
          defaultSort: 'due',
          onSort: (column) => set(nextSort({ ...view, sort }, column)),
        }}
        isCompact
        empty={copy.queue.emptyScopes[view.scope]}
        onClear={
          view.isFiltered
            ? () => set({ q: undefined, status: undefined, priority: undefined, assignee: undefined, tag: undefined })
            : undefined
        }
        onOpen={({ id }) => void navigate(ticketPath(id))}
      />
      {isMany && <BulkBar selection={selection} bulk={bulk} loaded={items.length} />}
      {change.dialogs}
      {bulk.dialogs}
    </section>
  );
}

function QueueFilters({ staff }: { staff: readonly { userId: string; name: string }[] }) {
  const { copy } = useDesk();
  const { filters } = copy.queue;
  const { data } = useQuery(tagsQuery);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <FilterSelect label={filters.status} isCompact name="status" options={Object.entries(copy.statuses.tickets)} />
      <FilterSelect
        label={filters.priority}
        isCompact
        name="priority"
        options={Object.entries(copy.statuses.priorities)}
      />
      <FilterSelect
        label={filters.assignee}
        isCompact
        name="assignee"
        options={staff.map(({ userId, name }) => [userId, name] as const)}
      />
      <FilterSelect
        label={filters.tag}
        isCompact
        name="tag"
        options={(data?.tags ?? []).map((tag) => [tag, tag] as const)}
      />
    </div>
  );
}
