import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { searchable } from '#app/components/data-list/list-view.ts';
import { showItems } from '#app/components/conversation/thread-query.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/field.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation, DeskReplied } from '#contract/desk-conversation.ts';
import type { QueuedTicket } from '#contract/desk.ts';
import { DeskStatus } from '#app/desk/components/desk-status.tsx';
import { messageOf, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { FormDialog } from '#app/desk/components/desk-dialog.tsx';
import { Palette } from '#app/desk/components/palette.tsx';
import { showChange } from '#app/desk/tickets/ticket-change.tsx';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';

type Target = Pick<QueuedTicket, 'id' | 'ticketNumber' | 'subject'>;

/** Closes the ticket as a duplicate of another one of the same customer. */
export function MergeTicket({ ticket, version }: { ticket: DeskConversation; version: number }) {
  const { merge: copy } = useStaffCopy();
  const [isChoosing, setIsChoosing] = useState(false);
  const [target, setTarget] = useState<Target>();
  return (
    <>
      <Button variant="secondary" size="sm" className="print:hidden" onClick={() => setIsChoosing(true)}>
        {copy.open}
      </Button>
      {isChoosing && <TargetChooser ticket={ticket} onChoose={setTarget} onClose={() => setIsChoosing(false)} />}
      {target && (
        <ConfirmDialog ticket={ticket} version={version} target={target} onClose={() => setTarget(undefined)} />
      )}
    </>
  );
}

const shownTickets = '20';

type TargetChooserProps = { ticket: DeskConversation; onChoose: (target: Target) => void; onClose: () => void };

function TargetChooser({ ticket: { id, ticketNumber, customerId }, onChoose, onClose }: TargetChooserProps) {
  const { copy: deskCopy } = useDesk();
  const { merge: copy } = useStaffCopy();
  const [query, setQuery] = useState('');
  const q = searchable(query).trim() || undefined;
  const { data, error, isFetching } = useQuery({
    queryKey: ['desk', 'merge-targets', customerId, q],
    queryFn: ({ signal }) => api.desk.tickets.$get({ query: { customerId, q, limit: shownTickets } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const options = (data?.items ?? [])
    .filter((other) => other.id !== id)
    .map((other) => ({
      id: other.id,
      icon: 'life-buoy',
      label: other.subject,
      detail: other.ticketNumber,
      aside: <DeskStatus of="tickets" value={other.status} />,
      onSelect: () => onChoose(other),
    }));
  return (
    <Palette
      title={copy.choose(ticketNumber)}
      query={query}
      onQueryChange={setQuery}
      groups={[{ label: copy.list, options }]}
      message={
        error === null
          ? isFetching && data === undefined
            ? deskCopy.palette.searching
            : undefined
          : messageOf(error, deskCopy)
      }
      onClose={onClose}
    />
  );
}

type ConfirmDialogProps = { ticket: DeskConversation; version: number; target: Target; onClose: () => void };

function ConfirmDialog({ ticket, version, target, onClose }: ConfirmDialogProps) {
  const { merge: copy } = useStaffCopy();
  const { announce } = useDesk();
  const client = useQueryClient();
  // After a conflict, the version of what is shown below the dialog.
  const seen = useRef(version);
  const names = [ticket.ticketNumber, target.ticketNumber] as const;
  const show = ({ ticket: changed, items }: DeskReplied) => {
    showItems(client, deskSide, changed.id, { items, version: changed.version });
    showChange(client, changed);
  };
  const merge = async (form: FormData) => {
    const json = { id: ticket.id, version: seen.current, intoId: target.id, addPeople: form.has('addPeople') };
    const merged = await api.desk.tickets.merge.$post({ json }).catch((error: unknown) => {
      const current = currentState(error, 'changed_meanwhile', api.desk.tickets.merge.$post);
      if (current !== undefined) {
        seen.current = current.ticket.version;
        show(current);
      }
      throw error;
    });
    show(merged);
    const title = copy.done(...names);
    toast({ source: 'ticket', title });
    announce(title);
  };
  return (
    <FormDialog
      title={copy.confirm.title(...names)}
      description={copy.confirm.description(...names)}
      submit={copy.confirm.submit}
      errorText={(error) => {
        if (isApiError(error, 'changed_meanwhile')) return copy.changedMeanwhile;
        return isApiError(error, 'invalid_request') ? copy.rejected : undefined;
      }}
      onSubmit={merge}
      onClose={onClose}
    >
      <p dir="auto" className="rounded-lg bg-tint p-4 text-sm wrap-anywhere">
        <span className="font-semibold">{target.ticketNumber}</span> {target.subject}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is in it */}
      <label className="flex items-start gap-3 text-sm">
        <Checkbox name="addPeople" defaultChecked />
        <span>
          <span className="block font-semibold">{copy.addPeople}</span>
          <span className="text-muted">{copy.addPeopleHint}</span>
        </span>
      </label>
    </FormDialog>
  );
}
