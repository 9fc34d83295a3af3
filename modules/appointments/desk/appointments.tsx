import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { CancelForm, MoveForm } from '../shared/change-forms.tsx';
import { longDay, officeDayOf } from '../shared/slot-times.ts';
import type { LoadSlots } from '../shared/use-slots.ts';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { customerPath, leadPath, useAttempt, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { DeskModal } from '#app/desk/components/desk-dialog.tsx';
import { EmptyState } from '#app/components/data-list/list-states.tsx';
import { FilterSelect, ListHeader, useUrlFilters } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskAppointmentsCopy } from '../copy/desk.fr.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import type { DeskAppointments } from '../contract/appointment-schemas.ts';
import { maxSlotDays } from '#contract/appointments.ts';
import { CancelDomain } from './cancel-domain.tsx';
import { Hours } from './hours.tsx';
import { appointmentsApi } from '../shared/appointments-api.ts';

type DeskAppointment = DeskAppointments['items'][number];
type View = 'coming' | 'past' | 'hours';
const views: View[] = ['coming', 'past', 'hours'];
const appointmentsKey = ['desk', 'appointments'];
const periodMs = maxSlotDays * 24 * 60 * 60 * 1000 - 1;

const loadSlots: LoadSlots = (request, options) => appointmentsApi.desk.appointments.slots.$get(request, options);

const listQuery = (view: 'coming' | 'past') =>
  queryOptions({
    queryKey: [...appointmentsKey, view],
    queryFn: ({ signal }) => {
      const now = Date.now();
      // What has begun today is still ahead of somebody.
      const start = view === 'coming' ? now - 60 * 60 * 1000 : now - periodMs;
      const range = { from: new Date(start).toISOString(), until: new Date(start + periodMs).toISOString() };
      return appointmentsApi.desk.appointments.$get({ query: range }, { signal });
    },
    refetchInterval: 60_000,
  });

type Copies = { copy: DeskAppointmentsCopy; picker: SlotPickerCopy };

export function Appointments({ copy, picker }: Copies) {
  const { get, set } = useUrlFilters();
  const view = views.find((one) => one === get('view')) ?? 'coming';
  useTitle(copy.title);
  return (
    <section className="grid gap-4">
      <ListHeader title={copy.title} />
      <div role="group" aria-label={copy.views.label} className="flex flex-wrap gap-1.5 print:hidden">
        {views.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            onClick={() => set({ view: one === 'coming' ? undefined : one })}
            className="chip queue-view"
          >
            {copy.views[one]}
          </button>
        ))}
      </div>
      {view === 'hours' ? <Hours copy={copy} /> : <List key={view} view={view} copy={copy} picker={picker} />}
    </section>
  );
}

type Change = { kind: 'move' | 'cancel'; appointment: DeskAppointment };

function List({ view, copy, picker }: Copies & { view: 'coming' | 'past' }) {
  const formats = useFormats();
  const client = useQueryClient();
  const { get } = useUrlFilters();
  const query = useQuery(listQuery(view));
  const [change, setChange] = useState<Change>();
  const { isBusy, attempt } = useAttempt('appointments');
  if (query.data === undefined) return <LoadState query={query} isFramed />;
  const { items } = query.data;
  const hosts = new Map(items.map(({ hostId, host }) => [hostId, host ?? copy.noHost]));
  const wanted = get('host');
  const shown = items.filter(({ hostId }) => wanted === undefined || hostId === wanted);
  const ordered = view === 'past' ? shown.toReversed() : shown;
  const byDay = Map.groupBy(ordered, ({ startsAt }) => officeDayOf(startsAt));
  const saved = (title: string) => {
    toast({ source: 'appointments', title });
    setChange(undefined);
    void client.invalidateQueries({ queryKey: appointmentsKey });
  };
  const finish = (id: string, outcome: 'done' | 'no_show') =>
    attempt(async () => {
      await appointmentsApi.desk.appointments.finish.$post({ json: { id, outcome } });
      saved(copy.finish.saved[outcome]);
    });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {copy.period[view]} {formats.plural(shown.length, copy.count)}.
        </p>
        {hosts.size > 1 && <FilterSelect label={copy.filter} isCompact name="host" options={[...hosts]} />}
      </div>
      {shown.length === 0 && (
        <div className="records-frame">
          <EmptyState text={copy.empty[view]} />
        </div>
      )}
      {[...byDay].map(([day, ofDay]) => (
        <section key={day} aria-label={longDay(formats.locale, day)} className="border border-line bg-surface">
          <h2 className="border-b border-line px-5 py-3 font-sans text-base font-semibold tracking-normal first-letter:uppercase">
            {longDay(formats.locale, day)}
          </h2>
          <ul className="divide-y divide-line">
            {ofDay.map((appointment) => (
              <Row
                key={appointment.id}
                appointment={appointment}
                now={query.dataUpdatedAt}
                copy={copy}
                isBusy={isBusy}
                onChange={(kind) => setChange({ kind, appointment })}
                onFinish={(outcome) => void finish(appointment.id, outcome)}
              />
            ))}
          </ul>
        </section>
      ))}
      {change && <ChangeDialog {...{ change, copy, picker }} onSaved={saved} onClose={() => setChange(undefined)} />}
    </>
  );
}

type RowProps = {
  appointment: DeskAppointment;
  now: number;
  copy: DeskAppointmentsCopy;
  isBusy: boolean;
  onChange: (kind: Change['kind']) => void;
  onFinish: (outcome: 'done' | 'no_show') => void;
};

function Row({ appointment, now, copy, isBusy, onChange, onFinish }: RowProps) {
  const { me } = useDesk();
  const formats = useFormats();
  const { startsAt, endsAt, status, kind, meeting, host, name, company, email, phone, additionalInfo } = appointment;
  const hasBegun = Date.parse(startsAt) <= now;
  // Users whose name we do not know have their email address for it, which is below.
  const hasName = name !== email;
  const canFinish = hasBegun && (status === 'booked' || status === 'done' || status === 'no_show');
  return (
    <li className="grid gap-x-6 gap-y-3 px-5 py-4 text-sm md:grid-cols-[9rem_1fr_auto]">
      <p className="font-semibold whitespace-nowrap tabular-nums">
        <time dateTime={startsAt}>{formats.officeTime(startsAt)}</time> – {formats.officeTime(endsAt)}
      </p>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {hasName && <bdi className="font-semibold wrap-anywhere">{name}</bdi>}
          <bdi className={classNames('wrap-anywhere', hasName ? 'text-muted' : 'font-semibold')}>{company}</bdi>
          <DeskStatus of="appointments" value={status} />
        </p>
        <p className="text-muted">
          {copy.kinds[kind]} · {copy.meetings[meeting]} · <bdi>{copy.host(host ?? copy.noHost)}</bdi>
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <a href={`mailto:${email}`} className="text-azure underline-offset-4 wrap-anywhere hover:underline">
            {email}
          </a>
          {phone !== '' && (
            <a
              href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
              className="text-azure underline-offset-4 hover:underline"
            >
              <bdi>{phone}</bdi>
            </a>
          )}
          {appointment.leadId !== null && me.permissions.includes('support') && (
            <Link to={leadPath(appointment.leadId)} className="text-azure underline underline-offset-4">
              {copy.lead}
            </Link>
          )}
          {appointment.customerId !== null && (
            <Link to={customerPath(appointment.customerId)} className="text-azure underline underline-offset-4">
              {copy.customer}
            </Link>
          )}
        </p>
        {additionalInfo !== '' && (
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
            {additionalInfo}
          </p>
        )}
      </div>
      <div className="flex flex-wrap content-start items-start gap-2 md:justify-end print:hidden">
        {!hasBegun && status === 'booked' && (
          <Button variant="secondary" size="sm" onClick={() => onChange('move')}>
            {copy.move.open}
          </Button>
        )}
        {!hasBegun && (status === 'booked' || status === 'held') && (
          <Button variant="secondary" size="sm" onClick={() => onChange('cancel')}>
            {copy.cancel.open}
          </Button>
        )}
        {canFinish &&
          (['done', 'no_show'] as const)
            .filter((outcome) => outcome !== status)
            .map((outcome) => (
              <Button key={outcome} variant="secondary" size="sm" disabled={isBusy} onClick={() => onFinish(outcome)}>
                {copy.finish[outcome]}
              </Button>
            ))}
      </div>
    </li>
  );
}

type ChangeDialogProps = Copies & { change: Change; onSaved: (title: string) => void; onClose: () => void };

function ChangeDialog({ change: { kind, appointment }, copy, picker, onSaved, onClose }: ChangeDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const formats = useFormats();
  const { title, description } = copy[kind];
  const { id, domain } = appointment;
  const [isWholeDomain, setWholeDomain] = useState(false);
  const back = () => ref.current?.close();
  return (
    <>
      <DeskModal ref={ref} title={title} description={description(appointment.name)} onClose={onClose}>
        <div className="mt-5 grid gap-5">
          {kind === 'move' ? (
            <MoveForm
              kind={appointment.kind}
              copy={copy}
              {...{ picker, formats, loadSlots }}
              move={(startsAt) => appointmentsApi.desk.appointments.reschedule.$post({ json: { id, startsAt } })}
              onMoved={() => onSaved(copy.move.done)}
              onBack={back}
            />
          ) : (
            <CancelForm
              copy={copy}
              cancel={() => appointmentsApi.desk.appointments.cancel.$post({ json: { id } })}
              onCancelled={() => onSaved(copy.cancel.done)}
              onBack={back}
            />
          )}
          {kind === 'cancel' && domain !== null && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => setWholeDomain(true)}
              className="justify-self-start wrap-anywhere"
            >
              {copy.cancelDomain.open(domain)}
            </Button>
          )}
        </div>
      </DeskModal>
      {isWholeDomain && domain !== null && (
        <CancelDomain domain={domain} copy={copy} onSaved={onSaved} onClose={() => setWholeDomain(false)} />
      )}
    </>
  );
}
