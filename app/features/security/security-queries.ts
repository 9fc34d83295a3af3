import { queryOptions } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import type { OpenSessions } from '#contract/auth.ts';

export const securityQuery = queryOptions({
  queryKey: ['security', 'factors'],
  queryFn: ({ signal }) => api.auth.security.$get({}, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => api.auth['list-sessions'].$get({}, { signal }),
});

export type OpenSession = OpenSessions['sessions'][number];
