import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { CheckboxField } from '#app/components/ui/field.tsx';
import { modalFooterClass } from '#app/components/ui/modal.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { QueuedTicket } from '#contract/desk-tickets.ts';
import { maxChangedTickets } from '#contract/limits.ts';
import type { ChangedTickets, ChangeTickets } from '#contract/ticket-changes.ts';
import { labelOf, useAttempt, useDesk } from '#app/desk/components/desk-context.ts';
import { DeskModal, FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { Choices } from '#app/desk/components/palette.tsx';
import type { Selection } from './selection.ts';
import { type Chooser, showChange } from './ticket-change.tsx';

type BulkChange = ChangeTickets['change'];
type Result = ChangedTickets['results'][number];
type Unchanged = { change: BulkChange; tickets: { before: QueuedTicket; result: Result }[] };

/** What all of them have, or else what none has. */
const common = (values: readonly (string | null)[]) =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : '';

/** Changes the selected tickets together, and says which of them were not changed. */
export function useBulkChange({ items: tickets }: Selection<QueuedTicket>, choose: (chooser: Chooser) => void) {
  const { copy, me } = useDesk();
  const texts = copy.queue.bulk;
  const formats = useFormats();
  const client = useQueryClient();
  const { attempt } = useAttempt('ticket');
  const [unchanged, setUnchanged] = useState<Unchanged>();
  const [merge, setMerge] = useState<{ into?: QueuedTicket }>();
  const count = formats.plural(tickets.length, copy.queue.count);

  const send = async (wanted: readonly QueuedTicket[], change: BulkChange) => {
    const json = { tickets: wanted.map(({ id, version }) => ({ id, version })), change };
    const { results } = await api.desk.tickets['change-many'].$post({ json });
    showChange(client, ...results.flatMap(({ ticket }) => ticket ?? []));
    const left = wanted.flatMap((before) => {
      const result = results.find(({ id }) => id === before.id);
      return result === undefined || result.outcome === 'done' ? [] : [{ before, result }];
    });
    const title = formats.plural(results.length - left.length, texts.changed);
    toast({ source: 'ticket', title });
    setUnchanged(left.length === 0 ? undefined : { change, tickets: left });
  };
  const apply = (change: BulkChange, wanted: readonly QueuedTicket[] = tickets) =>
    void attempt(() => send(wanted, change));

  const dialogs = (
    <>
      {merge !== undefined && merge.into === undefined && (
        <Choices
          title={texts.merge.title(count)}
          label={texts.merge.into}
          options={tickets.map((ticket) => ({
            id: ticket.id,
            label: ticket.subject,
            detail: `#${ticket.shortNumber} · ${ticket.customerName}`,
            onSelect: () => setMerge({ into: ticket }),
          }))}
          // Its own closing comes after the choice.
          onClose={() => setMerge((current) => (current?.into === undefined ? undefined : current))}
        />
      )}
      {merge?.into !== undefined && (
        <MergeDialog
          into={merge.into}
          others={formats.plural(tickets.length - 1, copy.queue.count)}
          onMerge={(addPeople, intoId) => send(tickets, { merge: { intoId, addPeople } })}
          onClose={() => setMerge(undefined)}
        />
      )}
      {unchanged && (
        <UnchangedDialog
          {...unchanged}
          onRetry={(again) => apply(unchanged.change, again)}
          onClose={() => setUnchanged(undefined)}
        />
      )}
    </>
  );
  return {
    choose: (kind: Chooser['kind']) =>
      choose({
        kind,
        ticket: {
          ticketNumber: count,
          status: common(tickets.map(({ status }) => status)) ?? '',
          assigneeId: common(tickets.map(({ assigneeId }) => assigneeId)),
          priority: common(tickets.map(({ priority }) => priority)) ?? '',
          tags: (tickets[0]?.tags ?? []).filter((tag) => tickets.every(({ tags }) => tags.includes(tag))),
        },
        apply,
      }),
    assignToMe: () => apply({ assigneeId: me.userId }),
    merge: () => {
      if (tickets.length > 1) setMerge({});
    },
    dialogs,
  };
}

type MergeDialogProps = {
  into: QueuedTicket;
  others: string;
  onMerge: (addPeople: boolean, intoId: string) => Promise<void>;
  onClose: () => void;
};

function MergeDialog({ into, others, onMerge, onClose }: MergeDialogProps) {
  const { copy } = useDesk();
  const texts = copy.queue.bulk.merge;
  return (
    <FormDialog
      title={texts.confirm(others, into.ticketNumber)}
      description={texts.description(into.ticketNumber)}
      submit={texts.submit}
      onSubmit={(form) => onMerge(form.has('addPeople'), into.id)}
      onClose={onClose}
    >
      <CheckboxField name="addPeople" defaultChecked label={texts.addPeople} hint={texts.addPeopleHint} />
    </FormDialog>
  );
}

type UnchangedDialogProps = Unchanged & { onRetry: (tickets: QueuedTicket[]) => void; onClose: () => void };

function UnchangedDialog({ tickets, onRetry, onClose }: UnchangedDialogProps) {
  const { copy } = useDesk();
  const texts = copy.queue.bulk.unchanged;
  const formats = useFormats();
  const ref = useRef<HTMLDialogElement>(null);
  // Others have changed these: their current version can be changed.
  const again = tickets.flatMap(({ result: { outcome, ticket } }) =>
    outcome === 'changed_meanwhile' && ticket !== null ? [ticket] : [],
  );
  const describe = ({ outcome, reason }: Result) =>
    outcome === 'not_allowed'
      ? ((reason && (labelOf(texts.reasons, reason) ?? labelOf(copy.errors, reason))) ?? copy.errors.unknown)
      : texts[outcome === 'not_found' ? 'missing' : 'changedMeanwhile'];
  return (
    <DeskModal
      ref={ref}
      title={formats.plural(tickets.length, texts.title)}
      description={texts.description}
      onClose={onClose}
    >
      <ul className="mt-5 grid gap-3 text-sm">
        {tickets.map(({ before, result }) => (
          <li key={before.id} className="grid">
            <span dir="auto" className="font-semibold wrap-anywhere">
              #{before.shortNumber} {before.subject}
            </span>
            <span className="text-muted">{describe(result)}</span>
          </li>
        ))}
      </ul>
      <div className={`${modalFooterClass} mt-5 flex flex-wrap justify-end gap-3`}>
        <Button variant="secondary" size="sm" onClick={() => ref.current?.close()}>
          {copy.dialog.close}
        </Button>
        {again.length > 0 && (
          <Button
            size="sm"
            onClick={() => {
              ref.current?.close();
              onRetry(again);
            }}
          >
            {formats.plural(again.length, texts.retry)}
          </Button>
        )}
      </div>
    </DeskModal>
  );
}

type BulkBarProps = {
  selection: Selection<QueuedTicket>;
  loaded: number;
  bulk: ReturnType<typeof useBulkChange>;
};

/** What can be done with the selected tickets, at the bottom of the window. */
export function BulkBar({ selection, loaded, bulk }: BulkBarProps) {
  const { copy } = useDesk();
  const texts = copy.queue.bulk;
  const formats = useFormats();
  const count = selection.items.length;
  const actions = [
    { key: 'a', label: texts.assign, run: () => bulk.choose('assignee') },
    { key: 's', label: texts.status, run: () => bulk.choose('status') },
    { key: 'p', label: texts.priority, run: () => bulk.choose('priority') },
    { key: 't', label: texts.tags, run: () => bulk.choose('tags') },
    ...(count > 1 ? [{ key: 'm', label: texts.merge.open, run: bulk.merge }] : []),
  ];
  return (
    <section aria-label={texts.label} className="bulk-bar">
      <p role="status" className="px-2 font-semibold tabular-nums">
        {formats.plural(count, texts.selected)}
        {count === maxChangedTickets && ` ${texts.most}`}
      </p>
      {actions.map(({ key, label, run }) => (
        <button key={key} type="button" onClick={run} className="row-action">
          {label} <kbd aria-hidden="true">{key}</kbd>
        </button>
      ))}
      {count < Math.min(loaded, maxChangedTickets) && (
        <button type="button" onClick={selection.all} className="row-action">
          {texts.all(Math.min(loaded, maxChangedTickets))}
        </button>
      )}
      <button type="button" onClick={selection.clear} className="row-action">
        {texts.clear} <kbd aria-hidden="true">{texts.escape}</kbd>
      </button>
    </section>
  );
}
