import { useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { allRecords, writeView } from '#app/components/data-list/list-view.ts';
import { LoadingUnseen } from '#app/components/data-list/list-states.tsx';
import { RecordList, showNewRecord } from '#app/components/data-list/record-list.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { MembershipContext, ReadOnlyContext, useCan, useErrorMessage } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import { usePreloaded } from '#app/lib/use-preloaded.ts';
import type { FiguresCopy } from '#content/portal/en/tickets.ts';
import type { ListedTicket } from '#contract/tickets.ts';
import type { NewTicketDialog, TicketFiles } from './new-ticket-dialog.tsx';
import { emptyDraft, saveDraft, readDraft, type TicketDraft, ticketForm, withNewKey } from './ticket-draft.ts';
import { useTicketsCopy } from './tickets-copy.ts';
import { asListed, ticketPath, type TicketLinkState, ticketsSource, useTicketsList } from './tickets-list.tsx';
import { createWithoutEvent, useLiveTickets } from './live-tickets.ts';

// The list is complete without it.
const SupportFigures = lazy(async () => {
  const module = await import('./support-figures.tsx').catch(() => undefined);
  return { default: module?.SupportFigures ?? ((_props: { copy: FiguresCopy }) => <></>) };
});

/** The ticket that was opened from the list: its link has the focus when the user comes back. */
let lastOpened: string | undefined;

const sendTicket = (
  { subject, description, priority, requestedFor, topic, invoiceId, key }: TicketDraft,
  customerId: string | undefined,
  fileIds: string[],
) =>
  api.portal.tickets.$post({
    json: { subject, description, priority, fileIds, requestedFor, topic, invoiceId },
    header: { 'Idempotency-Key': key, 'Customer-Id': customerId },
  });

type TicketsTabProps = {
  userId: string;
  /** With the copy of its files. */
  loadDialog: () => Promise<ComponentType<Omit<ComponentProps<typeof NewTicketDialog>, 'filesCopy'>>>;
  figuresCopy: FiguresCopy;
  /** Before the button of a new ticket. */
  actions?: ReactNode;
  onSignedOut: () => void;
};

export function TicketsTab({ userId, loadDialog, figuresCopy, actions, onSignedOut }: TicketsTabProps) {
  const copy = useTicketsCopy();
  const messageOf = useErrorMessage();
  const customerId = useContext(MembershipContext)?.customerId;
  const isReadOnly = useContext(ReadOnlyContext);
  // A draft is written for one of the user's customers.
  const draftOwner = `${userId} ${customerId}`;
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const can = useCan();
  useLiveTickets();
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, draftOwner));
  const [isOpen, setIsOpen] = useState(draft.isInterrupted);
  const [Dialog, whenLoaded] = usePreloaded(loadDialog);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (lastOpened !== undefined) linkTo(lastOpened)?.focus({ preventScroll: true });
    lastOpened = undefined;
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
  const openForm = () => whenLoaded(() => setIsOpen(true));
  const openTicket = ({ id }: ListedTicket) => {
    lastOpened = id;
    // The way back leads to the same view of the list.
    void navigate(ticketPath(id), { state: { search: params.toString() } satisfies TicketLinkState });
  };
  const discard = () => {
    setIsOpen(false);
    change(emptyDraft());
  };
  const failedToast = { source: ticketForm, ...copy.create.failed, variant: 'destructive' } as const;
  const send = async (files: TicketFiles): Promise<string | undefined> => {
    try {
      const ticket = await createWithoutEvent(client, () => sendTicket(draft, customerId, files.ids));
      discard();
      files.clear();
      setParams((current) => writeView(current, allRecords), { replace: true, preventScrollReset: true });
      showNewRecord(client, ticketsSource, asListed(ticket));
      const action = { label: copy.create.show, to: ticketPath(ticket.id), isOptional: true } as const;
      toast({ source: ticketForm, ...copy.create.created, action });
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
        return copy.create.alreadyCreated;
      }
      // The daily cleaning has removed what was uploaded too long ago.
      if (isApiError(error, 'not_found')) {
        files.clear();
        toast({ ...failedToast, description: copy.create.filesGone });
        return copy.create.filesGone;
      }
      if (isApiError(error, 'too_many_requests') || isApiError(error, 'customer_changed')) {
        toast({ ...failedToast, description: messageOf(error) });
        return messageOf(error);
      }
      toast(failedToast);
      return `${failedToast.description} ${messageOf(error)}`;
    }
  };

  return (
    <>
      <RecordList
        definition={useTicketsList(copy)}
        onOpen={openTicket}
        action={
          !isReadOnly && (
            <>
              {actions}
              <Button ref={button} size="sm" onClick={() => void openForm()}>
                <Icon name="plus" className="size-4" />
                {copy.create.open}
              </Button>
            </>
          )
        }
        invitation={
          !isReadOnly && (
            <>
              <p>{copy.invitation}</p>
              <Button variant="secondary" size="sm" onClick={() => void openForm()}>
                {copy.createFirst}
              </Button>
            </>
          )
        }
      />
      {can('technical') && (
        <Suspense fallback={<LoadingUnseen />}>
          <SupportFigures copy={figuresCopy} />
        </Suspense>
      )}
      {Dialog && (
        <Dialog
          isOpen={isOpen}
          returnTo={button}
          userId={userId}
          owner={draftOwner}
          draft={draft}
          onChange={change}
          onSend={send}
          onClose={() => setIsOpen(false)}
          onCancel={discard}
        />
      )}
    </>
  );
}

/** The link in the ticket's row, if that row is rendered. */
const linkTo = (id: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-ticket]')].find((link) => link.dataset['ticket'] === id);
