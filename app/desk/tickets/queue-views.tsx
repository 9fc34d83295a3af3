import { bringIntoView } from '#app/components/ui/bring-into-view.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Icon } from '#app/components/ui/icon.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { api } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { SavedView } from '#contract/desk-queue.ts';
import { maxViewNameLength, viewFilters } from '#contract/staff.ts';
import { formatCount, labelOf, paths, useAttempt, useCounts, useDesk } from '#app/desk/components/desk-context.ts';
import { useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { type QueueView, type Scope, scopes } from './queue-view.ts';

const viewsQuery = queryOptions({
  queryKey: ['desk', 'saved-views'],
  queryFn: ({ signal }) => api.desk['saved-views'].$get({}, { signal }),
  staleTime: 5 * 60_000,
});

/** The views of the queue with their counts, and one's own. */
export function QueueViews({ view, children }: { view: QueueView; children: ReactNode }) {
  const { copy } = useDesk();
  const { list } = useFormats();
  const counts = useCounts();
  const client = useQueryClient();
  const { attempt } = useAttempt('views');
  const [params, setParams] = useSearchParams();
  const { set } = useUrlFilters();
  const { data } = useQuery(viewsQuery);
  const [isSaving, setIsSaving] = useState(false);
  const texts = copy.queue.views;
  const opened = data?.views.find(({ id }) => id === params.get('view'));
  /** With the filters that are set, unless they belong to a view. */
  const choose = (one: Scope) => {
    const scope = one === 'active' ? undefined : one;
    if (opened === undefined) set({ scope });
    else setParams(scope === undefined ? {} : { scope }, { replace: true });
  };
  const remove = async ({ id, name }: SavedView) => {
    client.setQueryData(viewsQuery.queryKey, await api.desk['saved-views'].remove.$post({ json: { id } }));
    toast({ source: 'views', title: texts.removed(name) });
  };
  const stale = view.stale.map((name) => labelOf(texts.staleFilters, name) ?? texts.staleFilters.unknown);
  return (
    <>
      <div className="queue-views">
        <div role="group" aria-label={copy.queue.filters.label} className="queue-scopes">
          {scopes.map((one) => (
            <button
              key={one}
              ref={opened === undefined && one === view.scope ? bringIntoView : undefined}
              type="button"
              aria-pressed={opened === undefined && one === view.scope}
              onClick={() => choose(one)}
              className="chip queue-view"
            >
              {copy.queue.filters[one]}
              {one !== 'all' && one !== 'snoozed' && counts !== undefined && (
                <span className="tabular-nums">{formatCount(counts[one], copy)}</span>
              )}
            </button>
          ))}
        </div>
        {data !== undefined && data.views.length > 0 && (
          <nav aria-label={texts.label} className="queue-scopes">
            {data.views.map((one) => (
              <Link
                key={one.id}
                to={`${paths.queue}?${new URLSearchParams({ ...one.filters, view: one.id })}`}
                aria-current={one === opened ? 'page' : undefined}
                className="chip queue-view"
              >
                <Icon name="eye" className="size-3.5" />
                <bdi className="truncate">{one.name}</bdi>
              </Link>
            ))}
          </nav>
        )}
        {opened !== undefined && (
          <button
            type="button"
            onClick={() => void attempt(() => remove(opened))}
            aria-label={texts.remove(opened.name)}
            title={texts.remove(opened.name)}
            className="row-action"
          >
            <Icon name="x" className="size-4" />
          </button>
        )}
        {(view.isFiltered || view.sort !== undefined) && (
          <button type="button" onClick={() => setIsSaving(true)} className="row-action">
            {texts.save}
          </button>
        )}
        {children}
      </div>
      <div role="status" className="empty:hidden">
        {stale.length > 0 && <Notice variant="error">{texts.stale(list([...new Set(stale)]))}</Notice>}
      </div>
      {isSaving && <SaveDialog name={opened?.name ?? ''} onClose={() => setIsSaving(false)} />}
    </>
  );
}

function SaveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { copy } = useDesk();
  const texts = copy.queue.views;
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const save = async (form: FormData) => {
    const chosen = textOf(form, 'name');
    const filters = Object.fromEntries(
      viewFilters.flatMap((one) => {
        const value = params.get(one);
        return value === null || value === '' ? [] : [[one, value] as const];
      }),
    );
    const saved = await api.desk['saved-views'].$post({ json: { name: chosen, filters } });
    client.setQueryData(viewsQuery.queryKey, saved);
    const view = saved.views.find((one) => JSON.stringify(one.filters) === JSON.stringify(filters))?.id;
    if (view !== undefined) setParams({ ...filters, view }, { replace: true });
    toast({ source: 'views', title: texts.saved(chosen.trim()) });
  };
  return (
    <FormDialog
      title={texts.save}
      description={texts.description}
      submit={texts.submit}
      errorTexts={{ quota_exceeded: texts.full }}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={texts.name} name="name" defaultValue={name} maxLength={maxViewNameLength} required />
    </FormDialog>
  );
}
