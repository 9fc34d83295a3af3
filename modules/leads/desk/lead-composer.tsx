import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { composerField, WritingForm } from '#app/components/conversation/composer-form.tsx';
import { messageOf, useDesk, useKeys } from '#app/desk/components/desk-context.ts';
import { CannedReplies } from '#app/desk/conversation/canned-replies.tsx';
import { ComposerBox, type WrittenKind } from '#app/desk/conversation/composer-box.tsx';
import { isApiError } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { emptyReply, readReply, type ReplyDraft, saveReply, withNewKey } from '#app/lib/reply-draft.ts';
import type { DeskLead } from '../contract/desk-leads.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { fillTemplate, unfilledVariables } from '#contract/reply-templates.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { leadKey, showLead, useLeadsCopy } from './lead-query.ts';
import { leadsApi } from '../shared/leads-api.ts';

/** A text being written, kept as a draft of this tab until it is sent. */
function useDraft(owner: string, leadId: string) {
  const [draft, setDraft] = useState<ReplyDraft>(() => readReply(sessionStorage, owner, leadId));
  const change = (next: ReplyDraft) => {
    setDraft(next);
    saveReply(sessionStorage, owner, leadId, next);
  };
  return { draft, change };
}

/** A reply by mail to the prospect, or a note for the team. */
export function LeadComposer({ lead }: { lead: DeskLead }) {
  const { copy: desk, me, reportError } = useDesk();
  const { composer: copy, changedMeanwhile } = useLeadsCopy();
  const formats = useFormats();
  const client = useQueryClient();
  const [kind, setKind] = useState<WrittenKind>('reply');
  const drafts = {
    reply: useDraft(`${me.userId} lead-reply`, lead.id),
    note: useDraft(`${me.userId} lead-note`, lead.id),
  };
  const { draft, change } = drafts[kind];
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState<WrittenKind>();
  const [isChoosing, setIsChoosing] = useState(false);
  // A second click or key press can come before the next render.
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);

  const findProblem = (body: string) => {
    if (!hasVisibleText(body)) return copy.missing;
    if (body.length > maxMessageLength)
      return copy.tooLong(formats.number(maxMessageLength), formats.number(body.length));
    const names = kind === 'reply' ? unfilledVariables(body).map((name) => `{{${name}}}`) : [];
    return names.length === 0 ? undefined : copy.unfilled(formats.list(names));
  };
  const post = () => {
    const { id, version } = lead;
    const { body, key } = draft;
    const header = { 'Idempotency-Key': key };
    return kind === 'reply'
      ? leadsApi.desk.leads.reply.$post({ json: { id, version, body }, header })
      : leadsApi.desk.leads['add-note'].$post({ json: { id, body }, header });
  };
  const explain = (error: unknown) => {
    reportError(error);
    const current = currentState(error, 'changed_meanwhile', leadsApi.desk.leads.reply.$post);
    if (current !== undefined) showLead(client, current);
    if (isApiError(error, 'idempotency_key_reused')) {
      change(withNewKey(draft));
      void client.invalidateQueries({ queryKey: leadKey(lead.id) });
    }
    setFailure(current === undefined ? messageOf(error, desk) : changedMeanwhile);
  };
  const send = async (): Promise<boolean> => {
    if (isSending.current) return true;
    const problem = findProblem(draft.body);
    setFieldError(problem);
    setFailure(undefined);
    setSent(undefined);
    if (problem !== undefined) return false;
    isSending.current = true;
    setIsBusy(true);
    try {
      showLead(client, await post());
      change(emptyReply());
      setSent(kind);
    } catch (error) {
      explain(error);
    }
    isSending.current = false;
    setIsBusy(false);
    return true;
  };
  const open = (next: WrittenKind) => {
    // The field is focused with its new label.
    flushSync(() => {
      setKind(next);
      setFieldError(undefined);
      setFailure(undefined);
      setSent(undefined);
    });
    composerField()?.focus();
  };
  useKeys({ r: () => open('reply'), n: () => open('note'), m: () => setIsChoosing(true) });
  const insert = (text: string) => {
    const filled = fillTemplate(text, { client: lead.company, demandeur: lead.name, agent: me.name });
    change({ ...draft, body: [draft.body, filled].filter((part) => part !== '').join('\n\n') });
  };
  const where = lead.repliesComeBack ? copy.comesBack : copy.goesToMailbox;

  return (
    <ComposerBox kind={kind} copy={copy} onOpen={open} onChoose={() => setIsChoosing(true)}>
      <WritingForm
        composer={{
          draft,
          fieldError,
          failure,
          sending: isBusy ? kind : undefined,
          sent,
          write: (body) => {
            setSent(undefined);
            change({ ...draft, body });
          },
          send,
        }}
        label={copy.fields[kind]}
        hint={kind === 'reply' ? `${copy.hints.reply(lead.email)} ${where}` : copy.hints.note}
        copy={copy}
        actions={[kind]}
        keys={{ text: copy.keys, enter: kind }}
        isDense
        sendingText={copy.sending}
        // Out of the field, single keys work again.
        onEscape={() => composerField()?.blur()}
        onSettled={() => composerField()?.focus({ preventScroll: true })}
      />
      {isChoosing && (
        <CannedReplies
          onInsert={({ body }) => insert(body)}
          onClose={() => {
            setIsChoosing(false);
            composerField()?.focus();
          }}
        />
      )}
    </ComposerBox>
  );
}
