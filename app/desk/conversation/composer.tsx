import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ComposerForm, composerField, MergedNotice } from '#app/components/conversation/composer-form.tsx';
import { showItems, type Thread } from '#app/components/conversation/thread-query.ts';
import { useComposer } from '#app/components/conversation/use-composer.ts';
import { staffQuery, useDesk, useKeys, useStaffCopy } from '#app/desk/components/desk-context.ts';
import { deskSide } from '#app/desk/tickets/ticket-query.ts';
import { useTyping } from '#app/desk/tickets/use-viewing.ts';
import { showChange } from '#app/desk/tickets/ticket-change.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { unfilledVariables } from '#contract/reply-templates.ts';
import { maxMentions, undoSeconds } from '#contract/ticket-states.ts';
import type { CannedReply, DeskConversation, DeskReplied, DeskReply, TakenReply } from '#contract/desk-conversation.ts';
import { CannedReplies } from './canned-replies.tsx';
import { ComposerBox, type WrittenKind } from './composer-box.tsx';
import { addMacro, type Macro, MacroChips, noMacro, toRequest, useFilledText } from './macro.tsx';
import { findMeanwhile, MeanwhileNotice } from './meanwhile.tsx';
import { findMentions, isMentionBegun, MentionChooser, useColleagues } from './mentions.tsx';
import { PendingReplyPanel, showPending } from './pending-reply.tsx';

type Next = DeskReply['next'];

/** A reply to the customer, and what others did since it was begun. */
function useReply({ id }: DeskConversation, thread: Thread, macro: Macro, onSent: () => void) {
  const { me } = useDesk();
  const { canned } = useStaffCopy();
  const formats = useFormats();
  const client = useQueryClient();
  // The conversation that is shown may be newer than the version that was read before it.
  const version = Math.max(thread.version, thread.items.at(-1)?.position ?? 0);
  const show = ({ ticket, items, pendingReply }: DeskReplied) => {
    showItems(client, deskSide, id, { items, version: ticket.version });
    showChange(client, ticket);
    showPending(client, id, pendingReply);
  };
  const othersOf = (error: unknown) => currentState(error, 'changed_meanwhile', api.desk.tickets.reply.$post);
  const composer = useComposer<Next, DeskReplied>({
    ticketId: id,
    owner: `${me.userId} desk-reply`,
    version,
    send: async (next, { draft, fileIds, header }) => {
      // Until it has been read, what a colleague did makes the server reject the reply.
      const { mustBeRead } = findMeanwhile(thread.items, draft.version ?? version);
      const seen = mustBeRead ? (draft.version ?? version) : version;
      const json = { id, body: draft.body, fileIds, ...toRequest(macro, next), undoSeconds };
      const post = (at: number) => api.desk.tickets.reply.$post({ json: { ...json, version: at }, header });
      return post(seen).catch((error: unknown) => {
        const current = othersOf(error);
        // Our own last reply was published, and this page has not read it yet: nobody else did anything.
        if (current?.pendingReply !== null || !current.items.some(({ author }) => author.isYou)) throw error;
        if (findMeanwhile(current.items, seen).items.length > 0) throw error;
        return post(current.ticket.version);
      });
    },
    check: (body) => {
      const names = unfilledVariables(body).map((name) => `{{${name}}}`);
      return names.length === 0 ? undefined : canned.unfilled(formats.list(names));
    },
    onSent: (result) => {
      onSent();
      show(result);
    },
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
  const { mentions: copy } = useStaffCopy();
  const client = useQueryClient();
  const colleagues = useColleagues();
  const composer = useComposer({
    ticketId: id,
    owner: `${me.userId} desk-note`,
    send: (_: 'note', { draft: { body }, fileIds, header }) => {
      const mentions = findMentions(body, colleagues).map(({ userId }) => userId);
      return api.desk.tickets['add-note'].$post({ json: { id, body, fileIds, mentions }, header });
    },
    check: (body) => (findMentions(body, colleagues).length > maxMentions ? copy.tooMany : undefined),
    onSent: ({ ticket }) => showChange(client, ticket),
    onFailed: (error) => {
      if (isApiError(error, 'unknown_mention')) void client.invalidateQueries(staffQuery);
    },
  });
  return {
    ...composer,
    failure: isApiError(composer.error, 'unknown_mention') ? copy.unknown : composer.failure,
    mentioned: findMentions(composer.draft.body, colleagues).map(({ name }) => name),
    canMention: colleagues.length > 0,
  };
}

export function Composer({ ticket, thread }: { ticket: DeskConversation; thread: Thread }) {
  const { announce } = useDesk();
  const { composer: copy, canned, undo, mentions } = useStaffCopy();
  const formats = useFormats();
  const [kind, setKind] = useState<WrittenKind>('reply');
  const [macro, setMacro] = useState(noMacro);
  const fill = useFilledText(ticket);
  const sayTyping = useTyping(ticket.id);
  const withTyping = <Composing extends { write: (body: string) => void }>(composer: Composing): Composing => ({
    ...composer,
    write: (body: string) => {
      sayTyping();
      composer.write(body);
    },
  });
  const reply = withTyping(useReply(ticket, thread, macro, () => setMacro(noMacro)));
  const note = withTyping(useNote(ticket));
  const [isChoosing, setIsChoosing] = useState(false);
  const [isMentioning, setIsMentioning] = useState(false);
  // A dialog over the field makes it forget where the cursor was.
  const cursor = useRef({ start: 0, end: 0 });
  const keepCursor = () => {
    const { selectionStart: start, selectionEnd: end } = composerField() ?? { selectionStart: 0, selectionEnd: 0 };
    cursor.current = { start, end };
  };
  const writeNote = (body: string) => {
    keepCursor();
    setIsMentioning(note.canMention && isMentionBegun(note.draft.body, body, cursor.current.start));
    note.write(body);
  };
  const pending = kind === 'reply' ? ticket.pendingReply : null;
  const isDone = ticket.status === 'resolved' || ticket.status === 'closed';
  const focusField = () => composerField()?.focus();

  const open = (next: WrittenKind) => {
    // The field is focused with its new label.
    flushSync(() => {
      setKind(next);
      if (next !== kind) for (const one of [reply, note]) one.reset();
    });
    focusField();
  };
  const choose = () => {
    keepCursor();
    setIsChoosing(pending === null);
  };
  useKeys({ r: () => open('reply'), n: () => open('note'), m: choose });
  const takeBack = ({ body, version, fileIds = [], next, priority, addTags = [], assignToMe = false }: TakenReply) => {
    reply.restore({ body, version, fileIds });
    const macroNext = next === 'reply' ? null : next;
    setMacro({ next: macroNext, priority: priority ?? null, tags: addTags, assignToMe });
  };
  const endPending = useEffectEvent((before: string | undefined) => {
    if (before === undefined || ticket.pendingReply !== null) return;
    // The button that had the focus is gone.
    if (document.activeElement === document.body) composerField()?.focus({ preventScroll: true });
    if (reply.sent !== undefined) announce(undo.published);
  });
  const pendingBefore = useRef<string>(undefined);
  const pendingId = ticket.pendingReply?.id;
  useEffect(() => {
    endPending(pendingBefore.current);
    pendingBefore.current = pendingId;
  }, [pendingId]);
  /** Where the cursor is. */
  const insertText = (text: string) => {
    const { draft, write } = kind === 'reply' ? reply : note;
    const { start, end } = cursor.current;
    flushSync(() => write(draft.body.slice(0, start) + text + draft.body.slice(end)));
    focusField();
    composerField()?.setSelectionRange(start + text.length, start + text.length);
  };
  const insert = (chosen: CannedReply) => {
    if (kind === 'reply') setMacro(addMacro(macro, chosen));
    insertText(fill(chosen.body));
    announce(canned.inserted(chosen.title));
  };
  const closeChooser = () => {
    setIsChoosing(false);
    // One dialog has replaced another: the last one does not know where the focus was.
    if (document.activeElement === document.body) focusField();
  };
  const form = {
    label: copy.fields[kind],
    hint: kind === 'note' && note.mentioned.length > 0 ? mentions.told(formats.list(note.mentioned)) : copy.hints[kind],
    copy,
    // Out of the field, single keys work again.
    onEscape: () => composerField()?.blur(),
    // Also after an error: the text is corrected there.
    onSettled: () => composerField()?.focus({ preventScroll: true }),
  };

  return (
    <ComposerBox kind={kind} copy={copy} onOpen={open} onChoose={pending === null ? choose : undefined}>
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
      {kind === 'reply' && <MacroChips macro={macro} onChange={setMacro} />}
      {pending !== null && (
        <PendingReplyPanel
          key={`${pending.id} ${pending.problem ?? ''}`}
          ticketId={ticket.id}
          pending={pending}
          isJustSent={reply.sent !== undefined}
          onTaken={takeBack}
        />
      )}
      {kind === 'note' ? (
        <ComposerForm
          {...form}
          composer={{ ...note, write: writeNote }}
          actions={['note']}
          keys={{ text: copy.keys.note, enter: 'note' }}
        />
      ) : pending !== null ? null : (
        <ComposerForm
          {...form}
          composer={reply}
          actions={isDone ? ['reply', 'ask'] : ['reply', 'ask', 'resolve']}
          keys={{ text: copy.keys.reply, enter: 'reply', shiftEnter: isDone ? undefined : 'resolve' }}
        />
      )}
      {isMentioning && (
        <MentionChooser onChoose={(name) => insertText(`${name} `)} onClose={() => setIsMentioning(false)} />
      )}
      {isChoosing && <CannedReplies onInsert={insert} onClose={closeChooser} />}
    </ComposerBox>
  );
}
