import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { api } from '#app/lib/api-client.ts';
import { textOf } from '#app/lib/form-text.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { RemindersCopy } from '#content/desk/fr/reminders.ts';
import type { Reminders } from '#contract/reminders.ts';
import { canDo, useDesk, useRemindersCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextField } from '#app/desk/components/desk-fields.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';

type RemindersPanelProps = { customerId: string; /** Without it, the settings of the customer. */ invoiceId?: string };

/** When a customer is reminded of invoices, or of one, and who was. */
export function RemindersPanel({ customerId, invoiceId }: RemindersPanelProps) {
  const { me } = useDesk();
  const copy = useRemindersCopy();
  const formats = useFormats();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const queryKey = ['desk', 'reminders', customerId, invoiceId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.desk.reminders.$get({ query: { customerId, invoiceId } }, { signal }),
  });
  const { data } = query;
  if (data === undefined)
    return (
      <Panel title={copy.title}>
        <LoadState query={query} />
      </Panel>
    );
  const save = async (days: number[] | null) => {
    const saved = await api.desk.reminders.set.$post({ json: { customerId, invoiceId, days } });
    client.setQueryData(queryKey, saved);
    toast({ source: 'reminders', title: copy.saved });
  };
  return (
    <Panel
      title={copy.title}
      aside={
        canDo(me, 'accounts', 'records') && (
          <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
            {copy.change}
          </Button>
        )
      }
    >
      <div className="grid gap-3 px-5 py-4 text-sm">
        {!data.isOn && <p className="text-muted">{copy.off}</p>}
        <p>{ruleOf(data, copy)}</p>
        <h3 className="font-sans text-sm font-semibold">{copy.sent}</h3>
        {data.sent.length === 0 ? (
          <p className="text-muted">{copy.none}</p>
        ) : (
          <ul className="grid gap-1">
            {data.sent.map(({ id, sentAt, email, number }) => (
              <li key={id} className="wrap-anywhere">
                {copy.row(
                  formats.moment(sentAt),
                  email ?? copy.deleted,
                  number === null ? copy.noNumber : copy.invoice(number),
                )}
              </li>
            ))}
          </ul>
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

function daysText(days: readonly number[], copy: RemindersCopy): string {
  if (days.length === 0) return copy.rules.never;
  return days.map((day) => (day < 0 ? copy.before(-day) : day === 0 ? copy.on : copy.after(day))).join(', ');
}

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
