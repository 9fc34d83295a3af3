import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useStaffCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { showChange } from '#app/desk/tickets/ticket-change.tsx';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { typedText } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { snoozeDays } from './snooze-choices.ts';

type SnoozeTicketProps = { ticket: DeskConversation; version: number; onClose: () => void };

/** Puts the ticket aside until a time of the office's clock. */
export function SnoozeTicket({ ticket: { id, ticketNumber }, version, onClose }: SnoozeTicketProps) {
  const { snooze: copy } = useStaffCopy();
  const formats = useFormats();
  const client = useQueryClient();
  // After a conflict, the version of what is shown below the dialog.
  const seen = useRef(version);
  const [days] = useState(() => snoozeDays(new Date()));
  const [chosen, setChosen] = useState<string>(days[0]?.day ?? '');
  const choices = [
    ...days.map(({ name, day }) => ({ value: day, label: copy[name](formats.longDay(`${day}T12:00:00Z`)) })),
    { value: '', label: copy.other },
  ];
  const snooze = async (form: FormData) => {
    const until = chosen === '' ? typedText(form, 'moment').slice(0, 16) : `${chosen}T09:00`;
    if (until === '') throw new InvalidInputError(copy.invalid);
    const changed = await api.desk.tickets.snooze
      .$post({ json: { id, version: seen.current, until } })
      .catch((error: unknown) => {
        const current = currentState(error, 'changed_meanwhile', api.desk.tickets.snooze.$post);
        if (current !== undefined) {
          seen.current = current.version;
          showChange(client, current);
        }
        throw error;
      });
    showChange(client, changed);
    const title = copy.done(ticketNumber, formats.officeMoment(changed.snoozedUntil ?? ''));
    toast({ source: 'ticket', title });
  };
  return (
    <FormDialog
      title={copy.title(ticketNumber)}
      description={copy.description}
      submit={copy.submit}
      errorTexts={{ changed_meanwhile: copy.changedMeanwhile, invalid_request: copy.invalid }}
      onSubmit={snooze}
      onClose={onClose}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{copy.until}</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="day"
              value={value}
              checked={chosen === value}
              onChange={() => setChosen(value)}
              className="size-4.5 accent-azure"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {chosen === '' && <DeskTextField name="moment" type="datetime-local" required {...copy.moment} />}
    </FormDialog>
  );
}
