import { Button } from '#app/components/ui/button.tsx';
import { controlClass, FieldError } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { DeskAppointmentsCopy } from '../copy/desk.fr.ts';
import type { OpenPeriod } from '#contract/appointments.ts';

/** What is wrong with a period; undefined if nothing is. */
export function periodError({ from, to }: OpenPeriod, { hours }: DeskAppointmentsCopy): string | undefined {
  if (from === '' || to === '') return hours.missingTime;
  return from < to ? undefined : hours.invalidPeriod;
}

type PeriodsProps = {
  id: string;
  day: string;
  periods: OpenPeriod[];
  copy: DeskAppointmentsCopy;
  /** After an attempt to save. */
  showErrors: boolean;
  onChange: (periods: OpenPeriod[]) => void;
};

/** The periods of one day, each with its error beside it. */
export function Periods({ id, day, periods, copy, showErrors, onChange }: PeriodsProps) {
  const { hours } = copy;
  const replace = (index: number, change: Partial<OpenPeriod>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...change } : period)));
  const add = () => {
    const last = periods.at(-1)?.to ?? '09:00';
    const hour = Math.min(22, Number(last.slice(0, 2)));
    const write = (value: number) => `${String(value).padStart(2, '0')}:00`;
    onChange([...periods, { from: last === '24:00' ? '22:00' : last, to: write(hour + 1) }]);
  };
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2">
      {periods.length === 0 && <p className="py-2 text-sm text-muted">{hours.closed}</p>}
      {periods.map((period, index) => {
        const error = showErrors ? periodError(period, copy) : undefined;
        const errorId = `${id}-${index}-error`;
        const input = (name: 'from' | 'to') => (
          <input
            type="time"
            aria-label={hours[name](day)}
            aria-invalid={error !== undefined}
            aria-describedby={error && errorId}
            value={period[name] === '24:00' ? '23:59' : period[name]}
            onChange={({ target }) => replace(index, { [name]: target.value })}
            className={`${controlClass} min-h-10! w-32! px-2! sm:w-34!`}
          />
        );
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two periods may be the same
          <div key={index}>
            <div className="flex items-center gap-1.5">
              {input('from')}
              <span aria-hidden="true" className="text-sm text-muted">
                {hours.between}
              </span>
              {input('to')}
              <button
                type="button"
                aria-label={hours.remove(day, period.from)}
                onClick={() => onChange(periods.filter((_, at) => at !== index))}
                className="grid size-10 place-items-center rounded-md text-muted hover:bg-tint hover:text-ink"
              >
                <Icon name="x" className="size-4" />
              </button>
            </div>
            <FieldError id={errorId} error={error} />
          </div>
        );
      })}
      <Button variant="quiet" size="sm" aria-label={hours.add(day)} onClick={add} className="px-2!">
        <Icon name="plus" className="size-4" />
        {hours.addShort}
      </Button>
    </div>
  );
}
