import { type FormEvent, useState } from 'react';
import { longDay } from '../shared/slot-times.ts';
import { Button } from '#app/components/ui/button.tsx';
import { RadioChips, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useAttempt } from '#app/desk/components/desk-context.ts';
import { dayOf } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskAppointmentsCopy } from '../copy/desk.fr.ts';
import type { Host, Hosts } from '../contract/appointment-schemas.ts';
import type { OpenPeriod } from '#contract/appointments.ts';
import { periodError, Periods } from './periods.tsx';
import { appointmentsApi } from '../shared/appointments-api.ts';

type ExceptionsProps = {
  host: Host;
  copy: DeskAppointmentsCopy;
  onSaved: (changed: Hosts, title: string) => void;
};

/** Days off, and days with other hours. */
export function Exceptions({ host, copy, onSaved }: ExceptionsProps) {
  const formats = useFormats();
  const { hours } = copy;
  const { userId, exceptions } = host;
  const { isBusy, attempt } = useAttempt('hours');
  const [day, setDay] = useState('');
  const [periods, setPeriods] = useState<OpenPeriod[]>();
  const [showErrors, setShowErrors] = useState(false);
  const [today] = useState(() => dayOf(new Date()));
  const dayError = showErrors && (day === '' || day < today) ? hours.dayMissing : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setShowErrors(true);
    const isValid = day !== '' && day >= today && (periods ?? []).every((one) => periodError(one, copy) === undefined);
    if (!isValid) return;
    void attempt(async () => {
      const json = { userId, day, hours: periods ?? null };
      onSaved(await appointmentsApi.desk.hosts['set-exception'].$post({ json }), hours.exceptionSaved);
      setDay('');
      setShowErrors(false);
    });
  };
  const remove = (removed: string) =>
    attempt(async () =>
      onSaved(
        await appointmentsApi.desk.hosts['set-exception'].$post({ json: { userId, day: removed } }),
        hours.exceptionRemoved,
      ),
    );
  const describe = (open: OpenPeriod[] | null) =>
    open === null || open.length === 0
      ? hours.exceptionClosed
      : formats.list(open.map(({ from, to }) => `${from} – ${to}`));
  return (
    <Panel title={hours.exceptions}>
      <div className="grid gap-4 px-5 py-4 text-sm">
        <p className="text-muted">{hours.exceptionsHint}</p>
        {exceptions.length === 0 ? (
          <p>{hours.noExceptions}</p>
        ) : (
          <ul className="grid gap-1">
            {exceptions.map((exception) => (
              <li key={exception.day} className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold first-letter:uppercase">{longDay(formats.locale, exception.day)}</span>
                <span>{describe(exception.hours)}</span>
                <button
                  type="button"
                  disabled={isBusy}
                  aria-label={hours.removeException(longDay(formats.locale, exception.day))}
                  onClick={() => void remove(exception.day)}
                  className="grid size-10 place-items-center rounded-md text-muted hover:bg-tint hover:text-ink"
                >
                  <Icon name="x" className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <form method="post" noValidate onSubmit={save} className="grid gap-4 border-t border-line pt-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={hours.day}
              type="date"
              min={today}
              error={dayError}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
            <div onChange={({ target }) => setPeriods(isOther(target) ? [{ from: '09:00', to: '12:00' }] : undefined)}>
              <RadioChips
                legend={hours.what}
                name="exception"
                options={[
                  { value: 'closed', label: hours.closed },
                  { value: 'other', label: hours.otherHours },
                ]}
                defaultValue="closed"
              />
            </div>
          </div>
          {periods && (
            <Periods
              id="exception"
              day={hours.what}
              periods={periods}
              copy={copy}
              showErrors={showErrors}
              onChange={setPeriods}
            />
          )}
          <Button type="submit" variant="secondary" size="sm" disabled={isBusy} className="justify-self-start">
            {hours.addException}
          </Button>
        </form>
      </div>
    </Panel>
  );
}

const isOther = (target: EventTarget) => target instanceof HTMLInputElement && target.value === 'other';
