import { type ReactNode, useId, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import {
  longDay,
  officeDayOf,
  readersTime,
  type Slot,
  type SlotDay,
  type SlotFormats,
  weeksOf,
  writeDay,
} from './slot-times.ts';
import type { SlotsState } from './use-slots.ts';

type SlotPickerProps = {
  copy: SlotPickerCopy;
  formats: SlotFormats;
  slots: SlotsState['slots'];
  later: SlotsState['later'];
  onLater: () => void;
  /** The beginning of the chosen slot. */
  value: string | undefined;
  onChange: (startsAt: string) => void;
  onRetry: () => void;
  /** Somebody else has the slot that was chosen. */
  isTaken?: boolean;
  /** What one can do where no time suits. */
  children?: ReactNode;
};

const chip =
  'relative grid cursor-pointer content-center justify-items-center rounded-md border border-line-strong bg-surface text-center text-sm font-medium transition-colors hover:border-azure has-checked:border-azure-fill has-checked:bg-azure-fill has-checked:text-on-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure forced-colors:has-checked:border-4';

/** A week of days, then the times of a day: two native radio groups. They belong to no form (`form=""`): `value` is what is sent. */
export function SlotPicker({ onRetry, isTaken, children, ...props }: SlotPickerProps) {
  const { copy, slots } = props;
  return (
    <div className="grid min-w-0 gap-4">
      <div role="alert" className="empty:hidden">
        {isTaken && (
          <p className="flex gap-2 rounded-md bg-danger-tint px-4 py-2.5 text-sm text-danger">
            <Icon name="circle-alert" className="mt-0.5 size-4" />
            {copy.taken}
          </p>
        )}
      </div>
      {slots === 'loading' && (
        <p
          role="status"
          className="min-h-40 animate-pulse rounded-md bg-tint px-4 py-3 text-sm text-muted motion-reduce:animate-none"
        >
          {copy.loading}
        </p>
      )}
      {slots === 'failed' && (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-md bg-danger-tint px-4 py-3 text-sm text-danger"
        >
          <p>{copy.failed}</p>
          <Button variant="secondary" size="sm" onClick={onRetry}>
            {copy.retry}
          </Button>
        </div>
      )}
      {Array.isArray(slots) &&
        (slots.length === 0 ? (
          <p role="status" className="rounded-md bg-tint px-4 py-3 text-sm">
            {copy.empty}
          </p>
        ) : (
          <Weeks {...props} slots={slots} />
        ))}
      {slots !== 'loading' && children}
    </div>
  );
}

type WeeksProps = Omit<SlotPickerProps, 'onRetry' | 'isTaken' | 'children'> & { slots: Slot[] };

function Weeks({ copy, formats, slots, later, onLater, value, onChange }: WeeksProps) {
  const id = useId();
  const [now] = useState(() => new Date());
  const weeks = weeksOf(slots, now);
  const isFree = ({ slots: free }: SlotDay) => free.length > 0;
  const chosenDay = value === undefined ? undefined : officeDayOf(value);
  const [day, setDay] = useState(chosenDay);
  const firstFree = weeks.findIndex((week) => week.some(isFree));
  const weekOf = (date: string | undefined) => weeks.findIndex((one) => one.some((entry) => entry.day === date));
  const [wanted, setIndex] = useState(() => Math.max(firstFree, weekOf(chosenDay)));
  // The week after the last one is shown once it is loaded.
  const index = Math.min(wanted, weeks.length - 1);
  const isLast = index === weeks.length - 1;
  const week = weeks[index] ?? [];
  const shown = weeks.flat().find((entry) => entry.day === day && isFree(entry));
  const isShown = shown !== undefined && week.includes(shown);
  const { locale } = formats;
  const short = (entry: SlotDay | undefined) =>
    entry === undefined ? '' : writeDay(locale, entry.day, { day: 'numeric', month: 'long' }).replaceAll(' ', '\u00a0');
  const freeText = (entry: SlotDay) => (isFree(entry) ? formats.plural(entry.slots.length, copy.free) : copy.none);
  const slot = slots.find(({ startsAt }) => startsAt === value);
  return (
    <div className="grid min-w-0 gap-5">
      <fieldset className="min-w-0">
        <legend className="sr-only">{copy.day}</legend>
        <div className="mb-3 flex items-center justify-between gap-2">
          <WeekButton
            label={copy.previous}
            icon="arrow-left"
            isDisabled={index <= 0}
            onClick={() => setIndex(index - 1)}
          />
          <p aria-live="polite" className="text-center text-sm font-semibold">
            {later === 'loading' && isLast ? copy.loading : copy.week(short(week[0]), short(week.at(-1)))}
          </p>
          <WeekButton
            label={copy.next}
            icon="arrow-right"
            isDisabled={isLast && later !== 'offered'}
            onClick={() => {
              setIndex(index + 1);
              if (isLast) onLater();
            }}
          />
        </div>
        <div className="grid auto-cols-fr grid-flow-col gap-1.5 sm:gap-2">
          {week.map((entry) => (
            <label
              key={entry.day}
              className={classNames(
                chip,
                'min-h-20 px-0.5 py-2',
                !isFree(entry) && 'cursor-default border-dashed border-line! bg-transparent text-muted',
              )}
            >
              <input
                type="radio"
                name={`${id}-day`}
                className="sr-only"
                form=""
                disabled={!isFree(entry)}
                checked={entry === shown}
                onChange={() => setDay(entry.day)}
              />
              <span className="sr-only">{copy.described(longDay(locale, entry.day), freeText(entry))}</span>
              <span aria-hidden="true" className="text-xs">
                {writeDay(locale, entry.day, { weekday: 'short' })}
              </span>
              <span aria-hidden="true" className="font-heading text-xl leading-tight font-bold tabular-nums">
                {writeDay(locale, entry.day, { day: 'numeric' })}
              </span>
              <span aria-hidden="true" className="text-[0.6875rem] leading-tight">
                {freeText(entry)}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {isShown && <Times key={shown.day} {...{ copy, formats, value, onChange, id, shown }} />}
      <p aria-live="polite" className="text-sm font-semibold empty:hidden">
        {slot && <Chosen copy={copy} formats={formats} slot={slot} />}
      </p>
    </div>
  );
}

type TimesProps = Pick<SlotPickerProps, 'copy' | 'formats' | 'value' | 'onChange'> & { id: string; shown: SlotDay };

function Times({ copy, formats, value, onChange, id, shown }: TimesProps) {
  const times = shown.slots.map((slot) => ({ ...slot, yours: readersTime(formats, slot.startsAt) }));
  const isElsewhere = times.some(({ yours }) => yours !== undefined);
  return (
    <fieldset className="min-w-0 animate-rise">
      <legend className="text-sm font-semibold">{copy.times(longDay(formats.locale, shown.day))}</legend>
      <p className="mt-0.5 mb-2 text-xs text-muted">{isElsewhere ? copy.zones : copy.zone}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
        {times.map(({ startsAt, yours }) => (
          <label key={startsAt} className={classNames(chip, 'min-h-12 px-2 py-1.5')}>
            <input
              type="radio"
              name={`${id}-time`}
              className="sr-only"
              form=""
              checked={startsAt === value}
              onChange={() => onChange(startsAt)}
            />
            <span className="font-semibold tabular-nums">{formats.officeTime(startsAt)}</span>
            {yours !== undefined && <span className="text-xs leading-tight">{copy.yours(yours)}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The day and both times of a slot, in words. */
export function Chosen({ copy, formats, slot }: { copy: SlotPickerCopy; formats: SlotFormats; slot: Slot }) {
  const yours = readersTime(formats, slot.startsAt);
  return copy.chosen(
    longDay(formats.locale, officeDayOf(slot.startsAt)),
    formats.officeTime(slot.startsAt),
    formats.officeTime(slot.endsAt),
    yours,
  );
}

type WeekButtonProps = { label: string; icon: string; isDisabled: boolean; onClick: () => void };

/** Focusable when disabled: at the last week, focus would return to the top of the page. */
function WeekButton({ label, icon, isDisabled, onClick }: WeekButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
      className="grid size-11 shrink-0 place-items-center rounded-md border border-line-strong hover:border-azure hover:text-azure aria-disabled:cursor-default aria-disabled:border-line aria-disabled:text-muted aria-disabled:opacity-60"
    >
      <Icon name={icon} className="size-4.5 rtl:-scale-x-100" />
    </button>
  );
}
