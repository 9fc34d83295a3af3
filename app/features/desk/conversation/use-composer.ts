import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, isApiError } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { emptyReply, readReply, type ReplyDraft, saveReply, withNewKey } from '#app/lib/reply-draft.ts';
import type { DeskConversation, DeskReply, DeskThreadItem } from '#contract/desk-conversation.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { messageOf, useConversationCopy, useDesk } from '../desk-context.ts';
import { fill, formatNumber } from '../formats.ts';
import { showChange } from '../ticket-change.tsx';
import { filesKey } from '../ticket-query.ts';
import { findMeanwhile } from './meanwhile.ts';
import { showItems, type Thread } from './thread-query.ts';
import { useTicketUploads } from './ticket-files.tsx';

export type WrittenKind = 'reply' | 'note';
/** What is sent: a note, or a reply with what comes next. */
export type Sending = DeskReply['next'] | 'note';

type Problem = {
  field?: string | undefined;
  failure?: string | undefined;
  /** What others did, because of which nothing was sent. */
  others?: DeskThreadItem[] | undefined;
};

/** A reply and a note being written, kept as drafts of this tab until they are sent. */
export function useComposer(ticket: DeskConversation, thread: Thread) {
  const { copy: deskCopy, me, reportError } = useDesk();
  const { composer: copy, files: filesCopy } = useConversationCopy();
  const client = useQueryClient();
  const { id } = ticket;
  const ownerOf = (kind: WrittenKind) => `${me.userId} desk-${kind}`;
  const [kind, setKind] = useState<WrittenKind>('reply');
  // Apart: a file for the team must not go out with a reply.
  const uploadsOf = { reply: useTicketUploads(id, ownerOf('reply')), note: useTicketUploads(id, ownerOf('note')) };
  const uploads = uploadsOf[kind];
  // The conversation that is shown may be newer than the version that was read before it.
  const version = Math.max(thread.version, thread.items.at(-1)?.position ?? 0);
  const [drafts, setDrafts] = useState(() => ({
    reply: { version, ...readReply(sessionStorage, ownerOf('reply'), id) },
    note: readReply(sessionStorage, ownerOf('note'), id),
  }));
  const isWriting = kind === 'reply' && drafts.reply.body.trim() !== '';
  const meanwhile = findMeanwhile(isWriting ? thread.items : [], drafts.reply.version ?? version);
  const [sending, setSending] = useState<Sending>();
  const [problem, setProblem] = useState<Problem>({});
  const [sent, setSent] = useState<string>();
  // A second key press can come before the next render.
  const isSending = useRef(false);

  const change = (of: WrittenKind, draft: ReplyDraft) => {
    setDrafts((current) => ({ ...current, [of]: draft }));
    saveReply(sessionStorage, ownerOf(of), id, draft);
  };
  const write = (body: string) => {
    setProblem((current) => ({ ...current, field: undefined }));
    setSent(undefined);
    const draft = drafts[kind];
    change(kind, { ...draft, body, ...(draft.body.trim() === '' && { version }) });
  };
  /** What others did has been read: the reply is sent in spite of it. */
  const acknowledge = () => {
    setProblem({});
    change('reply', { ...drafts.reply, version });
  };

  const request = async (what: Sending, { body, key }: ReplyDraft) => {
    const header = { 'Idempotency-Key': key };
    if (what === 'note') {
      const { ticket: noted } = await api.desk.ticket.note.$post({ json: { id, body, fileIds: uploads.ids }, header });
      showChange(client, noted);
      return;
    }
    // Until it has been read, what a colleague did makes the server reject the reply.
    const seen = meanwhile.mustBeRead ? (drafts.reply.version ?? version) : version;
    const json = { id, version: seen, body, next: what, fileIds: uploads.ids };
    const replied = await api.desk.ticket.reply.$post({ json, header });
    showItems(client, replied);
    showChange(client, replied.ticket);
  };
  const showFailure = (error: unknown, draft: ReplyDraft) => {
    const current = currentState(error, 'changed_meanwhile', api.desk.ticket.reply.$post);
    if (current !== undefined) {
      showItems(client, current);
      showChange(client, current.ticket);
      setProblem({ others: current.items });
      return;
    }
    reportError(error);
    const reason = messageOf(error, deskCopy);
    if (isApiError(error, 'idempotency_key_reused')) {
      change(kind, withNewKey(draft));
      void client.invalidateQueries({ queryKey: ['desk', 'ticket', id] });
      setProblem({ failure: reason });
    } else setProblem({ failure: fill(copy.notSent, { reason }) });
  };
  const validate = (body: string): string | undefined => {
    if (!hasVisibleText(body)) return copy.missing;
    if (body.length <= maxMessageLength) return undefined;
    return fill(copy.tooLong, { max: formatNumber(maxMessageLength), count: formatNumber(body.length) });
  };
  const send = async (what: Sending): Promise<void> => {
    if (isSending.current) return;
    const draft = drafts[kind];
    const invalid = validate(draft.body);
    setProblem({ field: invalid });
    setSent(undefined);
    if (invalid !== undefined) return;
    if (uploads.isUnfinished) {
      setProblem({ failure: filesCopy.unfinished });
      return;
    }
    isSending.current = true;
    setSending(what);
    try {
      await request(what, draft);
      change(kind, emptyReply());
      uploads.clear();
      void client.invalidateQueries({ queryKey: filesKey(id) });
      setSent(copy.sent[what]);
    } catch (error) {
      showFailure(error, draft);
    }
    isSending.current = false;
    setSending(undefined);
  };

  return {
    kind,
    body: drafts[kind].body,
    uploads,
    setKind: (next: WrittenKind) => {
      setKind(next);
      if (next === kind) return;
      setProblem({});
      setSent(undefined);
    },
    write,
    meanwhile,
    acknowledge,
    send,
    sending,
    problem,
    sent,
  };
}
