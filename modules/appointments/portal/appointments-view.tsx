import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { Link } from 'react-router';
import { AppointmentFacts } from '../shared/appointment-facts.tsx';
import { saveEvent } from '../shared/calendar-file.ts';
import { CancelForm, MoveForm } from '../shared/change-forms.tsx';
import type { LoadSlots } from '../shared/use-slots.ts';
import { EmptyState, QueryState } from '#app/components/data-list/list-states.tsx';
import { Badge, type BadgeVariant } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { ReadOnlyContext, useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { AppointmentsCopy } from '../copy/portal.en.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import type { Appointment, Appointments } from '../contract/appointment-schemas.ts';
import { BookForm } from './book-form.tsx';
import { appointmentsApi } from '../shared/appointments-api.ts';

const appointmentsQuery = queryOptions({
  queryKey: ['appointments'],
  queryFn: ({ signal }) => appointmentsApi.portal.appointments.$get({}, { signal }),
});

const loadSlots: LoadSlots = (request, options) => appointmentsApi.visitor.slots.$get(request, options);
const variants: Record<Appointment['status'], BadgeVariant> = {
  held: 'warning',
  booked: 'success',
  done: 'secondary',
  cancelled: 'outline',
  no_show: 'outline',
};

type ViewProps = { copy: AppointmentsCopy; picker: SlotPickerCopy; supportPath: string };
type Open = { kind: 'book' } | { kind: 'move' | 'cancel'; appointment: Appointment };

/** The user's own: those of colleagues are theirs. */
export function AppointmentsView({ copy, picker, supportPath }: ViewProps) {
  const formats = useFormats();
  const client = useQueryClient();
  const isReadOnly = useContext(ReadOnlyContext);
  const query = useQuery(appointmentsQuery);
  const [open, setOpen] = useState<Open>();
  const trigger = useRef<HTMLElement>(null);
  const show = (next: Open) => {
    trigger.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpen(next);
  };
  const save = (changed: Appointments, title: string, description?: string) => {
    client.setQueryData(appointmentsQuery.queryKey, changed);
    setOpen(undefined);
    toast({ source: 'appointments', title, ...(description !== undefined && { description }) });
  };
  const items = query.data?.items ?? [];
  const isComing = ({ status, endsAt }: Appointment) =>
    (status === 'booked' || status === 'held') && Date.parse(endsAt) > query.dataUpdatedAt;
  const coming = items.filter(isComing).toReversed();
  const past = items.filter((one) => !isComing(one));
  const facts = (appointment: Appointment, actions?: ReactNode) => (
    <li key={appointment.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <AppointmentFacts {...{ appointment, copy, picker, formats }} />
      <div className="flex flex-wrap items-center gap-2">
        <Badge variant={variants[appointment.status]}>{copy.statuses[appointment.status]}</Badge>
        {actions}
      </div>
    </li>
  );
  return (
    <div className="grid max-w-4xl gap-5">
      <Link
        to={supportPath}
        className="flex items-center gap-1.5 justify-self-start text-sm text-azure hover:underline"
      >
        <Icon name="arrow-left" className="size-4" />
        {copy.back}
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-2xl">{copy.title}</h2>
          <p className="mt-1 text-sm text-muted">{copy.description}</p>
        </div>
        {!isReadOnly && (
          <Button size="sm" onClick={() => show({ kind: 'book' })}>
            <Icon name="plus" className="size-4" />
            {copy.book.open}
          </Button>
        )}
      </div>
      {query.data === undefined ? (
        <QueryState copy={copy.load} query={query} isFramed />
      ) : (
        <>
          <Panel title={copy.coming}>
            {coming.length === 0 ? (
              <EmptyState text={copy.noneComing} />
            ) : (
              <ul className="divide-y divide-line">
                {coming.map((appointment) =>
                  facts(
                    appointment,
                    <>
                      <Button variant="quiet" size="sm" onClick={() => saveEvent(appointment, copy)}>
                        {copy.calendar}
                      </Button>
                      {!isReadOnly && Date.parse(appointment.startsAt) > query.dataUpdatedAt && (
                        <>
                          <Button variant="secondary" size="sm" onClick={() => show({ kind: 'move', appointment })}>
                            {copy.move.open}
                          </Button>
                          <Button variant="secondary" size="sm" onClick={() => show({ kind: 'cancel', appointment })}>
                            {copy.cancel.open}
                          </Button>
                        </>
                      )}
                    </>,
                  ),
                )}
              </ul>
            )}
          </Panel>
          {past.length > 0 && (
            <Panel title={copy.past}>
              <ul className="divide-y divide-line">{past.map((appointment) => facts(appointment))}</ul>
            </Panel>
          )}
        </>
      )}
      <Dialog
        open={open !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setOpen(undefined);
        }}
        title={open === undefined ? '' : copy[open.kind].title}
        description={open?.kind === 'book' ? copy.book.description : ''}
        returnTo={trigger}
      >
        <div className="mt-5 grid gap-5">
          {open?.kind === 'book' && (
            <BookForm {...{ copy, picker, formats, loadSlots }} onBooked={(changed) => save(changed, copy.book.done)} />
          )}
          {open !== undefined && open.kind !== 'book' && (
            <AppointmentFacts {...{ appointment: open.appointment, copy, picker, formats }} />
          )}
          {open?.kind === 'move' && (
            <MoveForm
              kind={open.appointment.kind}
              {...{ copy, picker, formats, loadSlots }}
              move={async (startsAt) => {
                const changed = await appointmentsApi.portal.appointments.reschedule.$post({
                  json: { id: open.appointment.id, startsAt },
                });
                save(changed, copy.move.done, copy.move.doneText);
              }}
              onMoved={() => {}}
              onBack={() => setOpen(undefined)}
            />
          )}
          {open?.kind === 'cancel' && (
            <CancelForm
              copy={copy}
              cancel={async () => {
                const changed = await appointmentsApi.portal.appointments.cancel.$post({
                  json: { id: open.appointment.id },
                });
                save(changed, copy.cancel.done, copy.cancel.doneText);
              }}
              onCancelled={() => {}}
              onBack={() => setOpen(undefined)}
            />
          )}
        </div>
      </Dialog>
    </div>
  );
}
