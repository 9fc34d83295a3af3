import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { useCopy } from '#app/lib/copy.ts';
import { textOf } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { RemindersCopy } from '../copy/desk.fr.ts';
import type { Reminders } from '../contract/reminders.ts';
import { remindersCopy } from './reminders-copy.ts';
import { canDo, type RemindersProps, useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { remindersApi } from '../shared/reminders-api.ts';

/** When a customer is reminded of invoices, or of one, and who was. */
export function RemindersPanel({ customerId, invoiceId, level = 'h2' }: RemindersProps) {
  const { me } = useDesk();
  const { reminders: copy } = useCopy(remindersCopy);
  const formats = useFormats();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const queryKey = ['desk', 'reminders', customerId, invoiceId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => remindersApi.desk.reminders.$get({ query: { customerId, invoiceId } }, { signal }),
  });
  const { isBusy, attempt } = useAttempt('reminders');
  const { data } = query;
  if (data === undefined)
    return (
      <Panel title={copy.title} level={level}>
        <LoadState query={query} />
      </Panel>
    );
  const canChange = canDo(me, 'accounts', 'records');
  const isStopped = data.invoiceDays?.length === 0;
  const save = async (days: number[] | null) => {
    const saved = await remindersApi.desk.reminders.set.$post({ json: { customerId, invoiceId, days } });
    client.setQueryData(queryKey, saved);
    toast({ source: 'reminders', title: copy.saved });
  };
  return (
    <Panel
      title={copy.title}
      level={level}
      className="print:hidden"
      aside={
        canChange && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            {copy.change}
          </Button>
        )
      }
    >
      <div className="grid gap-3 px-5 py-4 text-sm">
        {!data.isOn && <p className="text-muted">{copy.off}</p>}
        {data.invoice?.isDisputed && (
          <Notice variant="info">
            <p>{copy.disputed}</p>
          </Notice>
        )}
        <p>{ruleOf(data, copy)}</p>
        {data.invoice !== null && (
          <p className="font-medium">
            {data.invoice.next === null
              ? copy.noNext
              : copy.next(formats.day(data.invoice.next.on), dayText(data.invoice.next.stage, copy))}
          </p>
        )}
        {canChange && invoiceId !== undefined && (
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            aria-disabled={isBusy}
            onClick={() => void attempt(() => save(isStopped ? null : []))}
          >
            {isStopped ? copy.resume : copy.stop}
          </Button>
        )}
        {data.sent.length === 0 ? (
          <p className="text-muted">{copy.none}</p>
        ) : (
          // A customer has many: closed, they leave room for the invoices below.
          <details open={invoiceId !== undefined}>
            <summary className="min-h-6 font-semibold">{copy.sent}</summary>
            <SentReminders sent={data.sent} isOfInvoice={invoiceId !== undefined} copy={copy} />
          </details>
        )}
      </div>
      {isOpen && (
        <RemindersDialog
          days={invoiceId === undefined ? data.customerDays : data.invoiceDays}
          usual={data.defaultDays}
          copy={copy}
          onSave={save}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Panel>
  );
}

type SentRemindersProps = { sent: Reminders['sent']; isOfInvoice: boolean; copy: RemindersCopy };

function SentReminders({ sent, isOfInvoice, copy }: SentRemindersProps) {
  const formats = useFormats();
  const aboutOf = (number: string | null) => (number === null ? copy.noNumber : copy.invoice(number));
  return (
    <ul className="mt-1 grid gap-1">
      {sent.map(({ id, at, email, number, stage, state }) => (
        <li key={id} className="wrap-anywhere">
          {[
            formats.moment(at),
            isOfInvoice ? dayText(stage, copy) : aboutOf(number),
            email ?? copy.deleted,
            ...(state === 'sent' ? [] : [copy.states[state]]),
          ].join(' · ')}
        </li>
      ))}
    </ul>
  );
}

function daysText(days: readonly number[], copy: RemindersCopy): string {
  if (days.length === 0) return copy.rules.never;
  return days.map((day) => dayText(day, copy)).join(', ');
}

const dayText = (day: number, copy: RemindersCopy) =>
  day < 0 ? copy.before(-day) : day === 0 ? copy.on : copy.after(day);

function ruleOf({ invoiceDays, customerDays, defaultDays }: Reminders, copy: RemindersCopy): string {
  if (invoiceDays !== null) return copy.rules.invoice(daysText(invoiceDays, copy));
  if (customerDays !== null) return copy.rules.own(daysText(customerDays, copy));
  return copy.rules.default(daysText(defaultDays, copy));
}

/** The typographic minus is what the hint shows. */
function readDays(typed: string, message: string): number[] {
  const parts = typed
    .replaceAll('−', '-')
    .split(/[,;\s]+/)
    .filter(Boolean);
  const days = parts.map(Number);
  const isValid = days.length > 0 && days.length <= 6 && new Set(days).size === days.length;
  if (!isValid || !days.every((day) => Number.isInteger(day) && day >= -60 && day <= 365))
    throw new InvalidInputError(message);
  return days;
}

type RemindersDialogProps = {
  days: readonly number[] | null;
  usual: readonly number[];
  copy: RemindersCopy;
  onSave: (days: number[] | null) => Promise<void>;
  onClose: () => void;
};

function RemindersDialog({ days, usual, copy, onSave, onClose }: RemindersDialogProps) {
  const mode = days === null ? 'default' : days.length === 0 ? 'off' : 'days';
  const { options } = copy.mode;
  return (
    <FormDialog
      {...copy.dialog}
      onSubmit={async (form) => {
        const chosen = textOf(form, 'mode');
        if (chosen === 'default') await onSave(null);
        else await onSave(chosen === 'off' ? [] : readDays(textOf(form, 'days'), copy.invalid));
      }}
      onClose={onClose}
    >
      <DeskSelect
        label={copy.mode.label}
        name="mode"
        defaultValue={mode}
        options={(['default', 'days', 'off'] as const).map((value) => ({ value, label: options[value] }))}
      />
      <DeskTextField
        {...copy.days}
        name="days"
        autoComplete="off"
        maxLength={60}
        defaultValue={(days?.length ? days : usual).join(', ')}
      />
    </FormDialog>
  );
}
