import { type FormEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox, CheckboxField, TextField } from '#app/components/ui/field.tsx';
import { FormError, Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { messageOf, useDesk } from '#app/desk/components/desk-context.ts';
import { isApiError } from '#app/lib/api-client.ts';
import type { DeskAppointmentsCopy } from '../copy/desk.fr.ts';
import type { Host, Hosts } from '../contract/appointment-schemas.ts';
import { appointmentKinds, appointmentMinutes, type OpenPeriod, type WeeklyHours } from '#contract/appointments.ts';
import { toast } from '#app/lib/toast.ts';
import { periodError, Periods } from './periods.tsx';
import { appointmentsApi } from '../shared/appointments-api.ts';

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;
const limits = { noticeHours: [0, 720], horizonDays: [1, 365], bufferMinutes: [0, 240] } as const;
type Rule = keyof typeof limits;
const rules: { name: Rule; copy: 'notice' | 'horizon' | 'buffer' }[] = [
  { name: 'noticeHours', copy: 'notice' },
  { name: 'horizonDays', copy: 'horizon' },
  { name: 'bufferMinutes', copy: 'buffer' },
];

type HoursFormProps = {
  host: Host;
  copy: DeskAppointmentsCopy;
  onSaved: (changed: Hosts) => void;
  /** Somebody else has saved: the hours are read again. */
  onConflict: () => void;
};

export function HoursForm({ host, copy, onSaved, onConflict }: HoursFormProps) {
  const { copy: desk, reportError } = useDesk();
  const { hours } = copy;
  const [weekly, setWeekly] = useState<WeeklyHours>(host.weekly);
  const [numbers, setNumbers] = useState({
    noticeHours: String(host.noticeHours),
    horizonDays: String(host.horizonDays),
    bufferMinutes: String(host.bufferMinutes),
  });
  const [kinds, setKinds] = useState(host.kinds);
  const [isOpen, setOpen] = useState(host.isOpen);
  const [showErrors, setShowErrors] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  const ruleError = (name: Rule) => {
    const [min, max] = limits[name];
    const value = numbers[name];
    return /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : hours.range(String(min), String(max));
  };
  const isValid = () =>
    rules.every(({ name }) => ruleError(name) === undefined) &&
    Object.values(weekly).every((periods: OpenPeriod[]) =>
      periods.every((one) => periodError(one, copy) === undefined),
    );

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setShowErrors(true);
    setMessage(undefined);
    const form = event.currentTarget;
    if (!isValid()) {
      // Once the errors are there.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    setBusy(true);
    try {
      const { noticeHours, horizonDays, bufferMinutes } = numbers;
      onSaved(
        await appointmentsApi.desk.hosts.change.$post({
          json: {
            userId: host.userId,
            version: host.version,
            weekly,
            noticeHours: Number(noticeHours),
            horizonDays: Number(horizonDays),
            bufferMinutes: Number(bufferMinutes),
            kinds,
            isOpen,
          },
        }),
      );
    } catch (error) {
      reportError(error);
      if (isApiError(error, 'changed_meanwhile')) {
        toast({ source: 'hours', title: hours.changed, variant: 'destructive' });
        onConflict();
      } else setMessage(messageOf(error, desk));
    }
    setBusy(false);
  };

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
      {!host.isOpen && (
        <Notice variant="info" icon="clock">
          {hours.paused}
        </Notice>
      )}
      <Panel title={hours.weekly}>
        <p className="px-5 pt-4 text-sm text-muted">{hours.weeklyHint(host.zone)}</p>
        <div className="divide-y divide-line">
          {weekdays.map((day) => (
            <fieldset key={day} className="grid gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[7rem_1fr]">
              <legend className="sr-only">{copy.days[day]}</legend>
              <span aria-hidden="true" className="py-2 text-sm font-semibold">
                {copy.days[day]}
              </span>
              <Periods
                id={`day-${day}`}
                day={copy.days[day]}
                periods={weekly[day] ?? []}
                copy={copy}
                showErrors={showErrors}
                onChange={(periods) => setWeekly((known) => ({ ...known, [day]: periods }))}
              />
            </fieldset>
          ))}
        </div>
      </Panel>
      <Panel title={hours.rules}>
        <div className="grid gap-5 px-5 py-4">
          <div className="grid gap-5 md:grid-cols-3">
            {rules.map(({ name, copy: rule }) => (
              <TextField
                key={name}
                label={hours[rule].label}
                hint={hours[rule].hint}
                error={showErrors ? ruleError(name) : undefined}
                name={name}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={numbers[name]}
                onChange={({ target }) => setNumbers((known) => ({ ...known, [name]: target.value.trim() }))}
              />
            ))}
          </div>
          <fieldset>
            <legend className="mb-2 text-sm font-semibold">{hours.kinds}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {appointmentKinds.map((kind) => (
                <label key={kind} className="flex items-center gap-3 text-sm">
                  <Checkbox
                    checked={kinds.includes(kind)}
                    onChange={({ target }) =>
                      setKinds((known) =>
                        appointmentKinds.filter((one) => (one === kind ? target.checked : known.includes(one))),
                      )
                    }
                  />
                  <span>
                    {copy.kinds[kind]} ({copy.minutes(String(appointmentMinutes[kind]))})
                  </span>
                </label>
              ))}
            </div>
            {kinds.length === 0 && <p className="mt-2 text-sm text-muted">{hours.noKinds}</p>}
          </fieldset>
          <CheckboxField
            label={hours.open}
            hint={hours.openHint}
            checked={isOpen}
            onChange={({ target }) => setOpen(target.checked)}
          />
          <FormError message={message} />
          <Button type="submit" size="sm" disabled={isBusy} className="justify-self-start">
            {isBusy ? hours.busy : hours.save}
          </Button>
        </div>
      </Panel>
    </form>
  );
}
