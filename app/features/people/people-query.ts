import { queryOptions } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import type { Membership } from '#contract/auth.ts';
import type { People } from '#contract/people.ts';

export type Member = People['members'][number];
export type Invitation = People['invitations'][number];

export const peopleKey = ['people'];

export const peopleQuery = queryOptions({
  queryKey: peopleKey,
  queryFn: ({ signal }) => api.portal.people.$get({}, { signal }),
});

/** With every change: it must not reach another customer that has become the active one. */
export const headerOf = ({ customerId }: Membership) => ({ 'Customer-Id': customerId });
