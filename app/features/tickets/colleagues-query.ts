import { queryOptions } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';

/** Whom a ticket can be opened for or shared with; for those who see every ticket. */
export const colleaguesQuery = queryOptions({
  queryKey: ['colleagues'],
  queryFn: async ({ signal }) => (await api.portal.colleagues.$get({}, { signal })).colleagues,
  staleTime: 5 * 60_000,
});
