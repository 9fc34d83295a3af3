import { queryOptions } from '@tanstack/react-query';
import { callApi } from '#app/lib/api-client.ts';
import type { OpenSessions } from '#contract/auth.ts';
import type { Security } from '#contract/security.ts';

export const securityQuery = queryOptions({
  queryKey: ['security', 'factors'],
  queryFn: ({ signal }) => callApi<Security>('/auth/security', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => callApi<OpenSessions>('/auth/list-sessions', { signal }),
});

export type OpenSession = OpenSessions['sessions'][number];
