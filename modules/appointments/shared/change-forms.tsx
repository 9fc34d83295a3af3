import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import type { SlotPickerCopy } from '#content/schema/slot-picker.ts';
import type { AppointmentKind } from '#contract/appointments.ts';
import { SlotPicker } from './slot-picker.tsx';
import type { SlotFormats } from './slot-times.ts';
import { type LoadSlots, useSlots } from './use-slots.ts';

/** The texts of the portal, of the links in mails, or of the desk. */
interface ChangeCopy {
  book: { timeMissing: string };
  move: { submit: string; busy: string };
  cancel: { text: string; submit: string; keep: string; busy: string };
  over: string;
  tooManyRequests: string;
  failed: string;
}

const messageOf = (error: unknown, copy: ChangeCopy) => {
  if (isApiError(error, 'appointment_over')) return copy.over;
  return isApiError(error, 'too_many_requests') ? copy.tooManyRequests : copy.failed;
};

type MoveFormProps = {
  kind: AppointmentKind;
  copy: ChangeCopy;
  picker: SlotPickerCopy;
  formats: SlotFormats;
  /** Always the same function. */
  loadSlots: LoadSlots;
  move: (startsAt: string) => Promise<unknown>;
  onMoved: (startsAt: string) => void;
  onBack: () => void;
};

/** Another free time for an appointment. */
export function MoveForm({ kind, copy, picker, formats, loadSlots, move, onMoved, onBack }: MoveFormProps) {
  const { slots, later, loadLater, reload } = useSlots(loadSlots, kind);
  const [startsAt, setStartsAt] = useState<string>();
  const [isTaken, setTaken] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const send = async () => {
    if (startsAt === undefined) return setMessage(copy.book.timeMissing);
    setMessage(undefined);
    setBusy(true);
    try {
      await move(startsAt);
      onMoved(startsAt);
    } catch (error) {
      setStartsAt(undefined);
      if (isApiError(error, 'slot_taken')) {
        setTaken(true);
        reload();
      } else setMessage(messageOf(error, copy));
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-5">
      <SlotPicker
        copy={picker}
        formats={formats}
        slots={slots}
        later={later}
        onLater={loadLater}
        value={startsAt}
        onChange={(chosen) => {
          setStartsAt(chosen);
          setTaken(false);
          setMessage(undefined);
        }}
        onRetry={reload}
        isTaken={isTaken}
      />
      <FormError message={message} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={isBusy} onClick={() => void send()}>
          {isBusy ? copy.move.busy : copy.move.submit}
        </Button>
        <Button variant="quiet" size="sm" onClick={onBack}>
          {copy.cancel.keep}
        </Button>
      </div>
    </div>
  );
}

type CancelFormProps = {
  copy: ChangeCopy;
  cancel: () => Promise<unknown>;
  onCancelled: () => void;
  onBack: () => void;
};

/** Asks before. */
export function CancelForm({ copy, cancel, onCancelled, onBack }: CancelFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const send = async () => {
    setBusy(true);
    try {
      await cancel();
      onCancelled();
    } catch (error) {
      setMessage(messageOf(error, copy));
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-5">
      <p>{copy.cancel.text}</p>
      <FormError message={message} />
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" size="sm" disabled={isBusy} onClick={() => void send()}>
          {isBusy ? copy.cancel.busy : copy.cancel.submit}
        </Button>
        <Button variant="quiet" size="sm" onClick={onBack}>
          {copy.cancel.keep}
        </Button>
      </div>
    </div>
  );
}
