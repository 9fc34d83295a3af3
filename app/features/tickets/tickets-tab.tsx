import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { allRecords, searchable, writeView } from '#app/components/data-list/list-view.ts';
import { RecordList } from '#app/components/data-list/record-list.tsx';
import { showNewRecord } from '#app/components/data-list/use-rows.ts';
import { api, isApiError } from '#app/lib/api-client.ts';
import { MembershipContext, ReadOnlyContext } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { Ticket } from '#contract/tickets.ts';
import { emptyDraft, saveDraft, readDraft, type TicketDraft, ticketForm, withNewKey } from './ticket-draft.ts';
import { ticketPath, tickets } from './tickets-list.tsx';

const loadDialogs = () => import('./ticket-dialogs.tsx');
type Dialogs = Awaited<ReturnType<typeof loadDialogs>>;

// product §8
const failedToast = {
  source: ticketForm,
  title: 'Error',
  description: 'Failed to create ticket. Please try again.',
  variant: 'destructive',
} as const;
const loadErrorMessage = 'It could not be loaded. Please check your connection and try again.';
const alreadyCreatedMessage =
  'An earlier attempt did go through: your ticket is in the list. Send again only to make another one.';

const sendTicket = ({ subject, description, priority, key }: TicketDraft, customerId: string | undefined) =>
  api.portal.tickets.$post({
    json: { subject, description, priority },
    header: { 'Idempotency-Key': key, 'Customer-Id': customerId },
  });

type TicketsTabProps = {
  userId: string;
  onSignedOut: () => void;
};

export function TicketsTab({ userId, onSignedOut }: TicketsTabProps) {
  const customerId = useContext(MembershipContext)?.customerId;
  const isReadOnly = useContext(ReadOnlyContext);
  // A draft is written for one of the user's customers.
  const draftOwner = `${userId} ${customerId}`;
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const ticketNumber = searchable(useParams().ticketNumber ?? '');
  const [opened, setOpened] = useState<Ticket>();
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, draftOwner));
  const [isOpen, setIsOpen] = useState(draft.isInterrupted);
  const [dialogs, setDialogs] = useState<Dialogs>();
  const button = useRef<HTMLButtonElement>(null);
  // Loaded with the tab, so that a dialog also opens when the network has failed meanwhile.
  useEffect(() => {
    loadDialogs().then(setDialogs, () => {});
  }, []);
  // An interrupted draft opens by itself once, then only with New Ticket.
  useEffect(() => {
    if (draft.isInterrupted) saveDraft(sessionStorage, draftOwner, { ...draft, isInterrupted: false });
  }, [draft, draftOwner]);

  const change = (next: TicketDraft) => {
    const stored = { ...next, isInterrupted: false };
    setDraft(stored);
    saveDraft(sessionStorage, draftOwner, stored);
  };
  const withDialogs = async (show: () => void) => {
    try {
      if (dialogs === undefined) setDialogs(await loadDialogs());
      show();
    } catch {
      toast({ title: 'Error', description: loadErrorMessage, variant: 'destructive' });
    }
  };
  const openForm = () => void withDialogs(() => setIsOpen(true));
  const showTicket = (next: string | undefined, replace: boolean) =>
    void navigate({ pathname: ticketPath(next), search: params.toString() }, { replace, preventScrollReset: true });
  const openTicket = (ticket: Ticket) =>
    void withDialogs(() => {
      setOpened(ticket);
      showTicket(ticket.ticketNumber, false);
    });
  const discard = () => {
    setIsOpen(false);
    change(emptyDraft());
  };
  const send = async (): Promise<string | undefined> => {
    try {
      const ticket = await sendTicket(draft, customerId);
      discard();
      setParams((current) => writeView(current, allRecords), { replace: true, preventScrollReset: true });
      showNewRecord(client, tickets, ticket);
      toast({
        source: ticketForm,
        title: 'Ticket Created',
        description: 'Your support ticket has been created successfully.',
      });
      return undefined;
    } catch (error) {
      if (isApiError(error, 'unauthorized')) {
        saveDraft(sessionStorage, draftOwner, { ...draft, isInterrupted: true });
        onSignedOut();
        return undefined;
      }
      if (isApiError(error, 'idempotency_key_reused')) {
        change(withNewKey(draft));
        void client.invalidateQueries();
        return alreadyCreatedMessage;
      }
      if (isApiError(error, 'too_many_requests') || isApiError(error, 'customer_changed')) {
        toast({ ...failedToast, description: error.message });
        return error.message;
      }
      toast(failedToast);
      return `${failedToast.description} ${error instanceof Error ? error.message : ''}`.trim();
    }
  };

  return (
    <>
      <RecordList
        definition={tickets}
        onOpen={openTicket}
        action={
          !isReadOnly && (
            <Button ref={button} size="sm" onClick={openForm}>
              <Icon name="plus" className="size-4" />
              New Ticket
            </Button>
          )
        }
        invitation={
          !isReadOnly && (
            <>
              <p>Something does not work, or you have a question? Tell us, and our team will take care of it.</p>
              <Button variant="secondary" size="sm" onClick={openForm}>
                Create your first ticket
              </Button>
            </>
          )
        }
      />
      {dialogs && (
        <dialogs.NewTicketDialog
          isOpen={isOpen}
          returnTo={button}
          draft={draft}
          onChange={change}
          onSend={send}
          onClose={() => setIsOpen(false)}
          onCancel={discard}
        />
      )}
      {dialogs && ticketNumber !== '' && !isOpen && (
        <dialogs.TicketDialog
          key={ticketNumber}
          ticketNumber={ticketNumber}
          initialTicket={opened?.ticketNumber === ticketNumber ? opened : undefined}
          onClose={() => showTicket(undefined, true)}
          returnTo={() => linkTo(ticketNumber) ?? button.current}
        />
      )}
    </>
  );
}

/** The link in the ticket's row, if that row is rendered. */
const linkTo = (ticketNumber: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-ticket]')].find((link) => link.dataset.ticket === ticketNumber);
