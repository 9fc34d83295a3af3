import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useUploads } from '#app/components/files/use-uploads.ts';
import { isApiError } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { draftName, emptyReply, readReply, type ReplyDraft, saveReply, withNewKey } from '#app/lib/reply-draft.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { maxMessageLength } from '#contract/ticket-states.ts';
import { useConversation } from './side.ts';
import { filesQuery, refreshTicket } from './thread-query.ts';

/** A text with its files, and the header that makes the server add it once. */
export type Written = { draft: ReplyDraft; fileIds: string[]; header: { 'Idempotency-Key': string } };

type ComposerOptions<What extends string, Result> = {
  ticketId: string;
  /** Whose draft it is. */
  owner: string;
  /** Where replies have versions, that of the conversation which is shown. */
  version?: number;
  send: (what: What, written: Written) => Promise<Result>;
  /** Also called if the page was left while it was sent. */
  onSent: (result: Result) => void;
  /** Not called if the page was left. */
  onShown?: (result: Result, what: What) => void;
  onFailed?: (error: Error) => void;
  /** Why a text cannot be sent as it is. */
  check?: (body: string) => string | undefined;
  /** What can be sent without a text. */
  withoutText?: readonly What[];
};

/** A text being written, kept as a draft of this tab until it is sent. */
export function useComposer<What extends string, Result>(options: ComposerOptions<What, Result>) {
  const { ticketId, owner, version, onShown = () => undefined, withoutText = [] } = options;
  const { side, copy, describeError, reportError } = useConversation();
  const { number } = useFormats();
  const client = useQueryClient();
  // A list from before would lack what was uploaded since.
  const { data, isFetchedAfterMount } = useQuery({ ...filesQuery(side, ticketId), refetchOnMount: 'always' });
  const uploads = useUploads({
    copy: copy.files,
    draft: draftName(owner, ticketId),
    listed: isFetchedAfterMount ? data : undefined,
    upload: (name, upload) => side.api.file.$put({ query: { id: ticketId, name } }, upload),
    describeError,
  });
  const begun = version === undefined ? {} : { version };
  const [draft, setDraft] = useState<ReplyDraft>(() => ({ ...begun, ...readReply(sessionStorage, owner, ticketId) }));
  const [problem, setProblem] = useState<{ field?: string; failure?: string }>({});
  // A second click or key press can come before the next render.
  const isSending = useRef(false);

  const change = (next: ReplyDraft) => {
    setDraft(next);
    saveReply(sessionStorage, owner, ticketId, next);
  };
  const mutation = useMutation({
    mutationFn: (what: What) =>
      options.send(what, { draft, fileIds: uploads.ids, header: { 'Idempotency-Key': draft.key } }),
    onSuccess: (result) => {
      change(emptyReply());
      uploads.clear();
      options.onSent(result);
    },
    onError: (error) => {
      options.onFailed?.(error);
      reportError(error);
      const isSentBefore = isApiError(error, 'idempotency_key_reused');
      if (isSentBefore) change(withNewKey(draft));
      if (isSentBefore || isApiError(error, 'changed_meanwhile') || isApiError(error, 'not_found'))
        void refreshTicket(client, side, ticketId);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const findProblem = (what: What): typeof problem => {
    const { body } = draft;
    // Files belong to a text.
    const isRequired = uploads.files.length > 0 || !withoutText.includes(what);
    if (isRequired && !hasVisibleText(body)) return { field: copy.composer.missing };
    if (body.length > maxMessageLength)
      return { field: copy.composer.tooLong(number(maxMessageLength), number(body.length)) };
    const rejected = options.check?.(body);
    if (rejected !== undefined) return { field: rejected };
    return uploads.isUnfinished ? { failure: copy.files.unfinished } : {};
  };
  const reset = () => {
    setProblem({});
    if (!mutation.isPending) mutation.reset();
  };
  const failureOf = (error: Error | null) => {
    // The draft is shown again after sign-in.
    if (error === null || isApiError(error, 'unauthorized')) return undefined;
    if (isApiError(error, 'idempotency_key_reused')) return copy.composer.alreadySent;
    return isApiError(error, 'changed_meanwhile') ? copy.composer.changed : copy.composer.notSent(describeError(error));
  };

  return {
    draft,
    uploads,
    write: (body: string) => {
      setProblem(({ failure }) => (failure === undefined ? {} : { failure }));
      if (mutation.isSuccess) mutation.reset();
      change({ ...draft, ...(draft.body.trim() === '' && begun), body });
    },
    /** Resolves when it is sent, or when it is shown why it is not: with false if the text is not valid. */
    send: async (what: What): Promise<boolean> => {
      if (isSending.current) return true;
      const found = findProblem(what);
      mutation.reset();
      setProblem(found);
      if (found.field === undefined && found.failure === undefined) {
        isSending.current = true;
        await mutation.mutateAsync(what, { onSuccess: onShown }).catch(() => undefined);
      }
      return found.field === undefined;
    },
    /** What others did since the text was begun has been read. */
    acknowledge: () => {
      reset();
      change({ ...draft, ...begun });
    },
    /** What was sent and taken back, before what was written since. */
    restore: ({ body, fileIds, version: seen }: { body: string; fileIds: string[]; version: number }) => {
      reset();
      uploads.restore(fileIds);
      change({ ...emptyReply(), body: [body, draft.body].filter(Boolean).join('\n\n'), version: seen });
    },
    reset,
    sending: mutation.isPending ? mutation.variables : undefined,
    sent: mutation.isSuccess ? mutation.variables : undefined,
    error: mutation.error,
    fieldError: problem.field,
    failure: problem.failure ?? failureOf(mutation.error),
  };
}

export type Composer<What extends string> = ReturnType<typeof useComposer<What, unknown>>;
