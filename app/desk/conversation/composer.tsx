import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ComposerForm, composerField, MergedNotice } from '#app/components/conversation/composer-form.tsx';
import { showItems, type Thread } from '#app/components/conversation/thread-query.ts';
import { useComposer } from '#app/components/conversation/use-composer.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { useDesk, useKeys, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';
import { showChange } from '#app/desk/tickets/ticket-change.tsx';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import type { CannedReply, DeskConversation, DeskReplied, DeskReply } from '#contract/desk-conversation.ts';
import { CannedReplies } from './canned-replies.tsx';
import { findMeanwhile, MeanwhileNotice } from './meanwhile.tsx';

type Next = DeskReply['next'];
type Kind = 'reply' | 'note';
const kinds: Kind[] = ['reply', 'note'];

/** A reply to the customer, and what others did since it was begun. */
function useReply({ id }: DeskConversation, thread: Thread) {
  const { me } = useDesk();
  const client = useQueryClient();
  // The conversation that is shown may be newer than the version that was read before it.
  const version = Math.max(thread.version, thread.items.at(-1)?.position ?? 0);
  const show = ({ ticket, items }: DeskReplied) => {
    showItems(client, deskSide, id, { items, version: ticket.version });
    showChange(client, ticket);
  };
  const othersOf = (error: unknown) => currentState(error, 'changed_meanwhile', api.desk.tickets.reply.$post);
  const composer = useComposer<Next, DeskReplied>({
    ticketId: id,
    owner: `${me.userId} desk-reply`,
    version,
    send: (next, { draft, fileIds, header }) => {
      // Until it has been read, what a colleague did makes the server reject the reply.
      const { mustBeRead } = findMeanwhile(thread.items, draft.version ?? version);
      const json = { id, version: mustBeRead ? (draft.version ?? version) : version, body: draft.body, next, fileIds };
      return api.desk.tickets.reply.$post({ json, header });
    },
    onSent: show,
    onFailed: (error) => {
      const current = othersOf(error);
      if (current !== undefined) show(current);
    },
  });
  const { draft, error } = composer;
  const isWriting = draft.body.trim() !== '';
  const rejectedFor = othersOf(error)?.items;
  return {
    ...composer,
    // The notice says it.
    failure: rejectedFor === undefined ? composer.failure : undefined,
    rejectedFor,
    meanwhile: findMeanwhile(isWriting ? thread.items : [], draft.version ?? version),
  };
}

/** A note for the team: with files of its own, which must not go out with a reply. */
function useNote({ id }: DeskConversation) {
  const { me } = useDesk();
  const client = useQueryClient();
  return useComposer({
    ticketId: id,
    owner: `${me.userId} desk-note`,
    send: (_: 'note', { draft, fileIds, header }) =>
      api.desk.tickets['add-note'].$post({ json: { id, body: draft.body, fileIds }, header }),
    onSent: ({ ticket }) => showChange(client, ticket),
  });
}

export function Composer({ ticket, thread }: { ticket: DeskConversation; thread: Thread }) {
  const { announce } = useDesk();
  const { composer: copy, canned } = useStaffCopy();
  const [kind, setKind] = useState<Kind>('reply');
  const reply = useReply(ticket, thread);
  const note = useNote(ticket);
  const [isChoosing, setIsChoosing] = useState(false);
  const isDone = ticket.status === 'resolved' || ticket.status === 'closed';
  const focusField = () => composerField()?.focus();

  const open = (next: Kind) => {
    // The field is focused with its new label.
    flushSync(() => {
      setKind(next);
      if (next !== kind) for (const one of [reply, note]) one.reset();
    });
    focusField();
  };
  useKeys({ r: () => open('reply'), n: () => open('note') });
  /** Where the cursor is. */
  const insert = ({ title, body: text }: CannedReply) => {
    const { draft, write } = kind === 'reply' ? reply : note;
    const start = composerField()?.selectionStart ?? draft.body.length;
    const end = composerField()?.selectionEnd ?? start;
    flushSync(() => write(draft.body.slice(0, start) + text + draft.body.slice(end)));
    focusField();
    composerField()?.setSelectionRange(start + text.length, start + text.length);
    announce(canned.inserted(title));
  };
  const closeChooser = () => {
    setIsChoosing(false);
    // One dialog has replaced another: the last one does not know where the focus was.
    if (document.activeElement === document.body) focusField();
  };
  const form = {
    label: copy.fields[kind],
    hint: copy.hints[kind],
    copy,
    // Out of the field, single keys work again.
    onEscape: () => composerField()?.blur(),
    // Also after an error: the text is corrected there.
    onSettled: () => composerField()?.focus({ preventScroll: true }),
  };

  return (
    <section
      aria-label={copy.label}
      className={classNames('reply-box print:hidden', kind === 'note' && 'reply-box-note')}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label={copy.label} className="flex flex-wrap gap-1.5">
          {kinds.map((one) => (
            <button key={one} type="button" aria-pressed={one === kind} onClick={() => open(one)} className="chip">
              {copy.kinds[one]} <kbd aria-hidden="true">{one === 'reply' ? 'r' : 'n'}</kbd>
            </button>
          ))}
        </div>
        <button type="button" onClick={() => setIsChoosing(true)} className="row-action">
          {copy.canned}
        </button>
      </div>
      {kind === 'reply' && (ticket.mergedInto !== null || isDone) && (
        <p className="text-sm text-muted">
          {ticket.mergedInto === null ? copy.done : <MergedNotice into={ticket.mergedInto} />}
        </p>
      )}
      <MeanwhileNotice
        meanwhile={kind === 'reply' ? reply.meanwhile : findMeanwhile([], 0)}
        rejectedFor={reply.rejectedFor}
        isSending={reply.sending !== undefined}
        onAcknowledge={() => {
          reply.acknowledge();
          // The button is gone.
          focusField();
        }}
      />
      {kind === 'note' ? (
        <ComposerForm {...form} composer={note} actions={['note']} keys={{ text: copy.keys.note, enter: 'note' }} />
      ) : (
        <ComposerForm
          {...form}
          composer={reply}
          actions={isDone ? ['reply', 'ask'] : ['reply', 'ask', 'resolve']}
          keys={{ text: copy.keys.reply, enter: 'reply', shiftEnter: isDone ? undefined : 'resolve' }}
        />
      )}
      {isChoosing && <CannedReplies onInsert={insert} onClose={closeChooser} />}
    </section>
  );
}
