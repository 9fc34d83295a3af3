import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { DeskModal, FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskAppointmentsCopy } from '../copy/desk.fr.ts';
import { appointmentsApi } from '../shared/appointments-api.ts';

type CancelDomainProps = {
  domain: string;
  copy: DeskAppointmentsCopy;
  onSaved: (title: string) => void;
  onClose: () => void;
};

/** Shows what it cancels: somebody has filled the calendar with mailboxes of one domain. */
export function CancelDomain({ domain, copy, onSaved, onClose }: CancelDomainProps) {
  const { title, description, submit, keep, list, none, done } = copy.cancelDomain;
  const formats = useFormats();
  const loading = useRef<HTMLDialogElement>(null);
  const query = useQuery({
    queryKey: ['desk', 'appointments', 'of-domain', domain],
    queryFn: ({ signal }) => appointmentsApi.desk.appointments['of-domain'].$get({ query: { domain } }, { signal }),
    // A list that changes while it is read would cancel something else.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (query.data === undefined || query.data.items.length === 0)
    return (
      <DeskModal ref={loading} title={title(domain)} description={description} onClose={onClose}>
        <div className="mt-5">{query.data ? <p>{none}</p> : <LoadState query={query} />}</div>
      </DeskModal>
    );
  const { items } = query.data;
  const cancel = async () => {
    const ids = items.map(({ id }) => id);
    const { cancelled } = await appointmentsApi.desk.appointments['cancel-domain'].$post({ json: { domain, ids } });
    onSaved(formats.plural(cancelled, done));
  };
  return (
    <FormDialog
      title={title(domain)}
      description={description}
      submit={formats.plural(items.length, submit)}
      cancel={keep}
      variant="danger"
      onSubmit={cancel}
      onClose={onClose}
    >
      <ul aria-label={list} className="divide-y divide-line border border-line text-sm">
        {items.map(({ id, startsAt, name, company, email }) => (
          <li key={id} className="grid gap-0.5 px-3 py-2 wrap-anywhere">
            <span className="font-semibold tabular-nums">
              <time dateTime={startsAt}>{formats.officeMoment(startsAt)}</time>
            </span>
            <span>
              <bdi>{name}</bdi> · <bdi>{company}</bdi>
            </span>
            <span className="text-muted">{email}</span>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
