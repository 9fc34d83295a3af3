import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { SlotPicker } from '../shared/slot-picker.tsx';
import { readersZone } from '../shared/slot-times.ts';
import { type LoadSlots, useSlots } from '../shared/use-slots.ts';
import { Checkbox } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { siteFormats } from '#app/lib/site-formats.ts';
import { bookingCopy as copy } from '../copy/site.fr.ts';
import { picker } from '../copy/portal.fr.ts';
import { type AppointmentKind, appointmentKinds, holdMinutes, type Meeting } from '#contract/appointments.ts';
import type { NewLead } from '#contract/lead-schemas.ts';
import { Confirmation } from '#app/marketing/public-forms/confirmation.tsx';
import { appointmentsApi } from '../shared/appointments-api.ts';

// Loaded when the form is first touched, with the texts and the picker.

export type BookingChoice = {
  startsAt?: string;
  /** We propose a time. */
  isNone?: boolean;
  isMissing?: boolean;
  isTaken?: boolean;
  tooMany?: boolean;
};
export type Held = { email: string; until: number };

export const heldLabel = copy.held.submit;
const loadSlots: LoadSlots = (request, options) => appointmentsApi.visitor.slots.$get(request, options);
/** As a lead, with its proof and the field that robots fill in. */
type Hold = {
  header: { 'Idempotency-Key': string };
  json: Parameters<typeof appointmentsApi.visitor.hold.$post>[0]['json'] &
    Pick<NewLead, 'consent' | 'proof' | 'website'>;
};
const hold = appointmentsApi.visitor.hold.$post as (request: Hold) => Promise<unknown>;
const isKind = (value: string): value is AppointmentKind => appointmentKinds.some((kind) => kind === value);

/** The form as the request for a time. */
export async function sendHold(
  startsAt: string,
  { values, consent, proof, website }: NewLead,
  key: string,
): Promise<Held> {
  const { consultationType: kind = '', meetingType: meeting, ...given } = values;
  if (!isKind(kind)) throw new Error('A time is held for a kind.');
  const { name = '', company = '', email = '', phone, additionalInfo } = given;
  const until = Date.now() + holdMinutes * 60_000;
  const guest = { name, company, email, phone, additionalInfo, zone: readersZone() };
  await hold({
    // Another time is another request.
    header: { 'Idempotency-Key': `${key}-${Date.parse(startsAt)}` },
    json: { kind, startsAt, meeting: meeting as Meeting, ...guest, consent, proof, website },
  });
  return { email, until };
}

/** What the picker says about a rejected request; undefined where the form says it. */
export function choiceAfter(error: unknown): BookingChoice | undefined {
  if (isApiError(error, 'slot_taken')) return { isTaken: true };
  return isApiError(error, 'too_many_requests') ? { tooMany: true } : undefined;
}

export type StepHandle = { reload: () => void };
type BookingStepProps = {
  ref: Ref<StepHandle>;
  kind: string;
  choice: BookingChoice;
  onChoose: (choice: BookingChoice) => void;
};

export const BookingStep = ({ kind, ...props }: BookingStepProps) =>
  isKind(kind) ? <Slots key={kind} kind={kind} {...props} /> : null;

function Slots({ ref, kind, choice, onChoose }: Omit<BookingStepProps, 'kind'> & { kind: AppointmentKind }) {
  const { slots, later, loadLater, reload } = useSlots(loadSlots, kind);
  useImperativeHandle(ref, () => ({ reload }));
  const hasNone = slots === 'failed' || slots.length === 0;
  // Without a time to choose, the request is sent without one.
  useEffect(() => {
    if (hasNone) onChoose({ isNone: true });
  }, [hasNone, onChoose]);
  return (
    <SlotPicker
      copy={picker}
      formats={siteFormats}
      slots={slots}
      later={later}
      onLater={loadLater}
      value={choice.startsAt}
      onChange={(startsAt) => onChoose({ startsAt })}
      onRetry={reload}
      isTaken={choice.isTaken ?? false}
    >
      <label className="flex cursor-pointer items-start gap-3 text-sm">
        <Checkbox
          form=""
          checked={choice.isNone ?? false}
          disabled={hasNone}
          onChange={({ target }) => onChoose(target.checked ? { isNone: true } : {})}
        />
        <span>{copy.none}</span>
      </label>
      <FormError message={choice.isMissing ? copy.missing : choice.tooMany ? copy.tooMany : undefined} />
    </SlotPicker>
  );
}

/** Says until when the time is held, and afterwards that it is not. */
export function HeldConfirmation({ ref, held: { email, until } }: { ref: Ref<HTMLDivElement>; held: Held }) {
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isExpired)
    return (
      <div role="status" className="border-2 border-line-strong bg-tint p-5 sm:p-8">
        <p className="font-heading text-2xl leading-tight font-bold">{copy.expired.title}</p>
        <p className="mt-2">{copy.expired.text}</p>
      </div>
    );
  const at = siteFormats.time(new Date(until).toISOString());
  return (
    // An email address may be wider than a phone.
    <div className="min-w-0 wrap-anywhere">
      <Confirmation ref={ref} title={copy.held.title} text={copy.held.text(email, at)}>
        <p className="mt-3 text-sm">{copy.held.hint}</p>
      </Confirmation>
    </div>
  );
}
