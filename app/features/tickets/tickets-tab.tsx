import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from '#app/lib/router/router.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { allRecords, writeView } from '#app/components/records/list-view.ts';
import { RecordList } from '#app/components/records/record-list.tsx';
import { showNewRecord } from '#app/components/records/records-cache.ts';
import { callApi, isApiError } from '#app/lib/api-client.ts';
import { toast } from '#app/lib/toast.ts';
import type { Ticket } from '#contract/tickets.ts';
import { emptyDraft, keepDraft, readDraft, type TicketDraft, withNewKey } from './ticket-draft.ts';
import { tickets } from './tickets-list.tsx';

const loadDialog = () => import('./new-ticket-dialog.tsx').then((module) => module.NewTicketDialog);
type Dialog = Awaited<ReturnType<typeof loadDialog>>;

// spec §8
const failed = { title: 'Error', text: 'Failed to create ticket. Please try again.', look: 'destructive' } as const;
const wentThrough =
  'An earlier attempt did go through: your ticket is in the list. Send again only to make another one.';

const sendTicket = ({ subject, description, priority, key }: TicketDraft) =>
  callApi<Ticket>('/portal/tickets', {
    method: 'POST',
    body: { subject, description, priority },
    headers: { 'Idempotency-Key': key },
  });

type TicketsTabProps = { userId: string; onSignedOut: () => void; onCreated: () => void };

export function TicketsTab({ userId, onSignedOut, onCreated }: TicketsTabProps) {
  const client = useQueryClient();
  const [, setParams] = useSearchParams();
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, userId));
  const [isOpen, setIsOpen] = useState(draft.isInterrupted);
  const [Dialog, setDialog] = useState<Dialog>();
  const button = useRef<HTMLButtonElement>(null);
  // Fetched with the tab: the dialog then also opens where the network has gone meanwhile.
  useEffect(() => {
    loadDialog().then(
      (loaded) => setDialog(() => loaded),
      () => {},
    );
  }, []);

  const change = (next: TicketDraft) => {
    const kept = { ...next, isInterrupted: false };
    setDraft(kept);
    keepDraft(sessionStorage, userId, kept);
  };
  const open = async () => {
    try {
      const loaded = Dialog ?? (await loadDialog());
      setDialog(() => loaded);
      setIsOpen(true);
    } catch {
      toast({
        title: 'Error',
        text: 'The form could not be loaded. Please check your connection and try again.',
        look: 'destructive',
      });
    }
  };
  const giveUp = () => {
    setIsOpen(false);
    change(emptyDraft());
  };
  const send = async (): Promise<string | undefined> => {
    try {
      const ticket = await sendTicket(draft);
      giveUp();
      setParams((params) => writeView(params, allRecords), { replace: true, keepScroll: true });
      showNewRecord(client, tickets, ticket);
      onCreated();
      toast({ title: 'Ticket Created', text: 'Your support ticket has been created successfully.' });
      return undefined;
    } catch (error) {
      if (isApiError(error, 'unauthorized')) {
        keepDraft(sessionStorage, userId, { ...draft, isInterrupted: true });
        onSignedOut();
        return undefined;
      }
      if (isApiError(error, 'idempotency_key_reused')) {
        change(withNewKey(draft));
        void client.invalidateQueries();
        return wentThrough;
      }
      if (isApiError(error, 'too_many_requests')) {
        toast({ ...failed, text: error.message });
        return error.message;
      }
      toast(failed);
      return `${failed.text} ${error instanceof Error ? error.message : ''}`.trim();
    }
  };

  return (
    <>
      <RecordList
        definition={tickets}
        action={
          <Button ref={button} size="sm" onClick={() => void open()}>
            <Icon name="plus" className="size-4" />
            New Ticket
          </Button>
        }
      />
      {Dialog && (
        <Dialog
          isOpen={isOpen}
          returnTo={button}
          draft={draft}
          onChange={change}
          onSend={send}
          onClose={() => setIsOpen(false)}
          onCancel={giveUp}
        />
      )}
    </>
  );
}
