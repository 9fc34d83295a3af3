import { queryOptions } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';

/** How the user's account is protected. */
export const securityQuery = queryOptions({
  queryKey: ['security', 'factors'],
  queryFn: ({ signal }) => api.auth.security.$get({}, { signal }),
});
