import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { requiredContext } from '#app/lib/required-context.ts';
import type { LeadsCopy } from '../copy/desk.fr.ts';
import type { DeskLead, ListedLead } from '../contract/desk-leads.ts';
import type { Page } from '#contract/lists.ts';
import { leadsApi } from '../shared/leads-api.ts';

/** Loaded with the screens of leads. */
export const [LeadsCopyContext, useLeadsCopy] = requiredContext<LeadsCopy>('LeadsCopyContext');

export const leadKey = (id: string) => ['desk', 'lead', id] as const;
export const leadsKey = ['desk', 'leads'] as const;

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: leadKey(id),
    queryFn: ({ signal }) => leadsApi.desk.leads.detail.$get({ query: { id } }, { signal }),
    refetchInterval: 60_000,
  });

/** What a change has returned, shown before the lists are read again. */
export function showLead(client: QueryClient, changed: DeskLead): void {
  client.setQueryData(leadKey(changed.id), changed);
  const listed = ({ id }: ListedLead) => id === changed.id;
  client.setQueriesData<InfiniteData<Page<ListedLead>>>(
    { queryKey: leadsKey },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((lead) => (listed(lead) ? { ...lead, ...changed } : lead)),
        })),
      },
  );
  for (const name of ['leads', 'lead-counts']) void client.invalidateQueries({ queryKey: ['desk', name] });
}
