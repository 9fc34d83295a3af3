import { type FormEvent, useState } from 'react';
import { SlotPicker } from '../shared/slot-picker.tsx';
import { readersZone, type SlotFormats } from '../shared/slot-times.ts';
import { type LoadSlots, useSlots } from '../shared/use-slots.ts';
import { Button } from '#app/components/ui/button.tsx';
import { RadioChips, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useErrorMessage } from '#app/lib/portal-context.ts';
import type { AppointmentsCopy } from '../copy/portal.en.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import type { Appointments } from '../contract/appointment-schemas.ts';
import { appointmentKinds, appointmentMinutes, meetings } from '#contract/appointments.ts';
import { appointmentsApi } from '../shared/appointments-api.ts';

type BookFormProps = {
  copy: AppointmentsCopy;
  picker: SlotPickerCopy;
  formats: SlotFormats;
  loadSlots: LoadSlots;
  onBooked: (changed: Appointments) => void;
};

type Problem = { time?: string; phone?: string; form?: string };

export function BookForm({ copy, picker, formats, loadSlots, onBooked }: BookFormProps) {
  const messageOf = useErrorMessage();
  const [kind, setKind] = useState<(typeof appointmentKinds)[number]>('general');
  const [meeting, setMeeting] = useState<(typeof meetings)[number]>('video');
  const { slots, later, loadLater, reload } = useSlots(loadSlots, kind);
  const [startsAt, setStartsAt] = useState<string>();
  const [isTaken, setTaken] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>({});
  const { book } = copy;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const phone = typedText(fields, 'phone').trim();
    const missing: Problem = {
      ...(startsAt === undefined && { time: book.timeMissing }),
      ...(meeting === 'phone' && phone === '' && { phone: book.phoneMissing }),
    };
    setProblem(missing);
    if (startsAt === undefined || missing.phone !== undefined) return;
    setBusy(true);
    try {
      onBooked(
        await appointmentsApi.portal.appointments.book.$post({
          json: {
            kind,
            startsAt,
            meeting,
            phone,
            additionalInfo: typedText(fields, 'additionalInfo'),
            zone: readersZone(),
          },
        }),
      );
    } catch (error) {
      if (isApiError(error, 'slot_taken')) {
        setStartsAt(undefined);
        setTaken(true);
        reload();
      } else setProblem({ form: isApiError(error, 'too_many_requests') ? copy.tooMany : messageOf(error) });
    }
    setBusy(false);
  };

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <SelectField
        label={book.kind}
        name="kind"
        value={kind}
        onChange={({ target }) => {
          const chosen = appointmentKinds.find((one) => one === target.value);
          if (chosen === undefined) return;
          setKind(chosen);
          setStartsAt(undefined);
          setTaken(false);
        }}
        options={appointmentKinds.map((value) => ({
          value,
          label: `${copy.kinds[value]} (${copy.minutes(String(appointmentMinutes[value]))})`,
        }))}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2 text-sm font-semibold">{book.time}</legend>
        <SlotPicker
          key={kind}
          copy={picker}
          formats={formats}
          slots={slots}
          later={later}
          onLater={loadLater}
          value={startsAt}
          onChange={(chosen) => {
            setStartsAt(chosen);
            setTaken(false);
            setProblem({});
          }}
          onRetry={reload}
          isTaken={isTaken}
        />
      </fieldset>
      <FormError message={problem.time} />
      <div
        onChange={({ target }) => {
          const chosen = meetings.find((one) => target instanceof HTMLInputElement && one === target.value);
          if (chosen !== undefined) setMeeting(chosen);
        }}
      >
        <RadioChips
          legend={book.meeting}
          name="meeting"
          options={meetings.map((value) => ({ value, label: copy.meetings[value] }))}
          defaultValue={meeting}
        />
      </div>
      {meeting === 'phone' && (
        <TextField
          label={book.phone}
          hint={book.phoneHint}
          error={problem.phone}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={50}
          required
        />
      )}
      <TextAreaField label={book.info} hint={book.infoHint} name="additionalInfo" rows={3} maxLength={2000} />
      <FormError message={problem.form} />
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? book.busy : book.submit}
      </Button>
    </form>
  );
}
