import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filesQuery, refreshTicket } from '#app/components/conversation/thread-query.ts';
import { Button } from '#app/components/ui/button.tsx';
import { labelOf, useAttempt, useDesk, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { cardKey, deskSide } from '#app/desk/tickets/ticket-query.ts';
import { api, isApiError } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { DeskConversation, PendingReply, TakenReply } from '#contract/desk-conversation.ts';

/** Shows a reply that waits, or none. */
export const showPending = (
  client: ReturnType<typeof useQueryClient>,
  ticketId: string,
  pending: PendingReply | null,
) =>
  client.setQueryData<DeskConversation>(cardKey(ticketId), (ticket) => ticket && { ...ticket, pendingReply: pending });

type PendingReplyPanelProps = {
  ticketId: string;
  pending: PendingReply;
  /** From this page, and just now: its author may want to take it back. */
  isJustSent: boolean;
  onTaken: (taken: TakenReply) => void;
};

/** A reply that is published in some seconds, or was not: its author takes it back into the draft. */
export function PendingReplyPanel({ ticketId, pending, isJustSent, onTaken }: PendingReplyPanelProps) {
  const { copy: deskCopy, announce } = useDesk();
  const { undo: copy } = useStaffCopy();
  const { number } = useFormats();
  const { isBusy, attempt } = useAttempt('reply');
  const client = useQueryClient();
  const { id, body, seconds, problem } = pending;
  const isWaiting = problem === null;
  const [left, setLeft] = useState(seconds);
  const button = useRef<HTMLButtonElement>(null);

  const takeBack = () =>
    attempt(async () => {
      try {
        const taken = await api.desk.tickets['undo-reply'].$post({ json: { id } });
        // The draft takes its files from the list, which may be older than their upload.
        await client.refetchQueries(filesQuery(deskSide, ticketId));
        onTaken(taken);
        showPending(client, ticketId, null);
        announce(copy.undone);
      } catch (error) {
        if (!isApiError(error, 'changed_meanwhile')) throw error;
        toast({ source: 'reply', title: copy.tooLate, variant: 'destructive' });
      }
      await refreshTicket(client, deskSide, ticketId);
    });
  const tick = useEffectEvent(() => {
    if (left > 0) setLeft(left - 1);
    else void refreshTicket(client, deskSide, ticketId);
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const begin = useEffectEvent(() => {
    if (!isJustSent) return;
    // The field that had the focus is gone.
    button.current?.focus({ preventScroll: true });
    announce(copy.announced(number(seconds)));
  });
  useEffect(() => begin(), []);
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || isField) return;
    event.preventDefault();
    if (isWaiting && !isBusy) void takeBack();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const reason = labelOf(copy.returned, problem ?? '') ?? labelOf(deskCopy.errors, problem ?? '') ?? '';
  return (
    <div role="group" aria-label={copy.label} className="grid gap-3 bg-tint px-4 py-3 text-sm">
      {isWaiting ? (
        <p className="font-semibold tabular-nums">{left > 0 ? copy.waiting(number(left)) : copy.sending}</p>
      ) : (
        <p role="alert" className="font-semibold text-danger">
          {copy.notSent} {reason}
        </p>
      )}
      <p dir="auto" className="line-clamp-4 whitespace-pre-wrap wrap-anywhere text-muted">
        {body}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={button} variant="secondary" size="sm" aria-disabled={isBusy} onClick={() => void takeBack()}>
          {isWaiting ? copy.submit : copy.takeBack}
        </Button>
        {isWaiting && <span className="reply-keys text-xs text-muted">{copy.keys}</span>}
      </div>
    </div>
  );
}
