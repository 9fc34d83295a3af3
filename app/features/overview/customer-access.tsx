import { queryOptions } from '@tanstack/react-query';
import { useContext } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { StaffContext } from '#app/lib/portal-context.ts';
import type { ShellCopy } from '#content/portal/en/shell.ts';

/** The user's customer, or null if the user has none. */
export const customerQuery = queryOptions({
  queryKey: ['overview', 'customer'],
  queryFn: ({ signal }) =>
    api.portal.customers.current.$get({}, { signal }).catch((error: unknown) => {
      if (isApiError(error, 'not_linked')) return null;
      throw error;
    }),
});

export type SupportContact = { email: string; phone: string; phoneHref: string };

type AccessRequiredProps = { support: SupportContact; copy: ShellCopy['accessRequired'] };

export function AccessRequired({ support, copy }: AccessRequiredProps) {
  const isStaff = useContext(StaffContext);
  return (
    <section className="mx-auto grid max-w-xl justify-items-center gap-4 rounded-lg border border-line bg-surface px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-tint text-azure">
        <Icon name="lock" className="size-6" />
      </span>
      <h2 className="text-2xl">{copy.title}</h2>
      <p className="text-muted">{copy.description}</p>
      <p className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm font-semibold text-azure">
        <a href={`mailto:${support.email}`} className="py-1 hover:underline">
          {support.email}
        </a>
        <a href={support.phoneHref} className="py-1 hover:underline">
          {support.phone}
        </a>
      </p>
      {isStaff && (
        <a href="/desk" className={buttonClass('secondary', 'sm')}>
          {copy.desk}
        </a>
      )}
    </section>
  );
}
