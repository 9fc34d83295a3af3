import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { FilePicker } from '#app/components/files/file-picker.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextAreaField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api, isApiError } from '#app/lib/api-client.ts';
import { MembershipContext } from '#app/lib/portal-context.ts';
import { refetchRecordsInAllTabs } from '#app/lib/query-client.ts';
import { emptyReply, readReply, saveReply, withNewKey } from '#app/lib/reply-draft.ts';
import { toast } from '#app/lib/toast.ts';
import type { Replied, TicketCard } from '#contract/conversation.ts';
import { hasVisibleText } from '#contract/limits.ts';
import { reopenDays, silenceDays } from '#contract/ticket-states.ts';
import { ticketPath } from '../tickets-list.tsx';
import { refreshThread, showCard } from './conversation-queries.ts';
import { filesCopy, formatSize, useTicketUploads } from './ticket-files.tsx';
import { addDays, formatLongDay } from './times.ts';
import { validateReply } from './validate-reply.ts';

/** What a reply will do; said before it is sent. */
type Effect = 'reply' | 'answer' | 'reopen' | 'follow_up' | 'merged';
type Answer = 'works' | 'broken';

const effectOf = ({ mergedInto, replyEffect }: TicketCard): Effect => (mergedInto === null ? replyEffect : 'merged');

const titles: Record<Effect, string> = {
  reply: 'Reply',
  answer: 'Does it work now?',
  reopen: 'Reply and reopen',
  follow_up: 'Open a follow-up ticket',
  merged: 'Reply',
};
const sendLabels: Record<Effect, string> = {
  reply: 'Send reply',
  answer: '',
  reopen: 'Send and reopen',
  follow_up: 'Open follow-up ticket',
  merged: 'Send reply',
};

const alreadySentMessage =
  'An earlier attempt did go through: your text is in the conversation. Send again only to add another one.';

/** What is said after sending, where the ticket stays the same. */
function sentMessage(answer: Answer | undefined, effect: Effect): string {
  if (answer === 'works') return 'Thank you for telling us. The ticket is closed.';
  if (answer === 'broken' || effect === 'reopen') return 'The ticket is open again.';
  return 'Your reply was sent.';
}

type ReplyFormProps = { ticket: TicketCard; userId: string; onSignedOut: () => void };

export function ReplyForm({ ticket, userId, onSignedOut }: ReplyFormProps) {
  // A draft is written for one of the user's customers.
  const draftOwner = `${userId} ${useContext(MembershipContext)?.customerId}`;
  const { id } = ticket;
  const effect = effectOf(ticket);
  const client = useQueryClient();
  const navigate = useNavigate();
  const uploads = useTicketUploads(id, draftOwner);
  const [draft, setDraft] = useState(() => readReply(sessionStorage, draftOwner, id));
  const [sending, setSending] = useState<Answer | 'reply'>();
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLDivElement>(null);
  // A second click can come before the next render.
  const isSending = useRef(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  // The links of a mail name an answer. It is given by its button only: programs follow links too.
  const named = useRef<HTMLButtonElement>(null);
  const namedAnswer = useSearchParams()[0].get('answer');
  useEffect(() => named.current?.focus(), []);

  const change = (next: typeof draft) => {
    setDraft(next);
    saveReply(sessionStorage, draftOwner, id, next);
  };
  const write = (body: string) => {
    setFieldError(undefined);
    setSent(undefined);
    change({ ...draft, body });
  };

  const request = (answer: Answer | undefined): Promise<Replied> => {
    const { body, key } = draft;
    const header = { 'Idempotency-Key': key };
    if (answer === undefined)
      return api.portal.ticket.reply.$post({ json: { id, body, fileIds: uploads.ids }, header });
    const text = hasVisibleText(body) ? { body, fileIds: uploads.ids } : {};
    return api.portal.ticket.answer.$post({ json: { id, works: answer === 'works', ...text }, header });
  };
  const showSent = ({ ticket: written, isFollowUp }: Replied, answer: Answer | undefined) => {
    change(emptyReply());
    uploads.clear();
    showCard(client, written);
    refetchRecordsInAllTabs(client, 'tickets');
    if (!isMounted.current) return;
    if (written.id !== id) {
      toast({
        source: 'reply',
        title: isFollowUp ? 'Follow-up ticket opened' : 'Reply sent',
        description: isFollowUp
          ? `${written.ticketNumber} follows ${ticket.ticketNumber}.`
          : `It was added to ${written.ticketNumber}.`,
      });
      void navigate(ticketPath(written.id));
      return;
    }
    setSent(sentMessage(answer, effect));
    // The buttons of an answer are gone.
    if (answer !== undefined) heading.current?.focus();
  };
  const showFailure = (error: unknown) => {
    // The draft is kept, and shown again after sign-in.
    if (isApiError(error, 'unauthorized')) return onSignedOut();
    const isSentBefore = isApiError(error, 'idempotency_key_reused');
    if (isSentBefore) change(withNewKey(draft));
    if (isSentBefore || isApiError(error, 'changed_meanwhile') || isApiError(error, 'not_found'))
      void refreshThread(client, id);
    if (isSentBefore) setFailure(alreadySentMessage);
    else if (isApiError(error, 'changed_meanwhile'))
      setFailure('This ticket has changed meanwhile. This is how it is now.');
    else setFailure(`Your reply was not sent. ${error instanceof Error ? error.message : ''}`.trim());
  };
  const send = async (answer?: Answer) => {
    if (isSending.current) return;
    // Files belong to a text.
    const invalid = validateReply(draft.body, answer === undefined || uploads.files.length > 0);
    setFieldError(invalid);
    setFailure(undefined);
    setSent(undefined);
    if (invalid !== undefined) {
      field.current?.querySelector('textarea')?.focus();
      return;
    }
    if (uploads.isUnfinished) {
      setFailure(filesCopy.unfinished);
      return;
    }
    isSending.current = true;
    setSending(answer ?? 'reply');
    try {
      showSent(await request(answer), answer);
    } catch (error) {
      showFailure(error);
    }
    isSending.current = false;
    setSending(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Whether it works is a choice between two buttons.
    if (effect !== 'answer') void send();
  };
  const submitOnKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit(event);
  };

  return (
    <section aria-labelledby="reply-title" className="reply-box">
      <h3
        id="reply-title"
        ref={heading}
        tabIndex={-1}
        className="font-sans text-base font-semibold tracking-normal outline-none"
      >
        {titles[effect]}
      </h3>
      <Explanation ticket={ticket} effect={effect} />
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        <div ref={field}>
          <FilePicker uploads={uploads} copy={filesCopy} formatSize={formatSize}>
            <TextAreaField
              id="reply"
              label={effect === 'answer' ? 'Anything to add? (optional)' : 'Your message'}
              name="body"
              rows={4}
              dir="auto"
              className="reply-text"
              hint="Lists (-), quotes (>), `code` and links are shown as such."
              value={draft.body}
              error={fieldError}
              // What is typed while the text before it is sent would be lost.
              readOnly={sending !== undefined}
              onChange={({ target }) => write(target.value)}
              onKeyDown={submitOnKey}
            />
          </FilePicker>
        </div>
        <FormError message={failure} />
        <div className="flex flex-wrap items-center gap-3">
          {effect === 'answer' ? (
            <>
              <SendButton
                isSending={sending === 'works'}
                isDisabled={sending !== undefined}
                ref={namedAnswer === 'works' ? named : undefined}
                onClick={() => void send('works')}
              >
                It works, thank you
              </SendButton>
              <SendButton
                isSending={sending === 'broken'}
                isDisabled={sending !== undefined}
                isSecondary
                ref={namedAnswer === 'broken' ? named : undefined}
                onClick={() => void send('broken')}
              >
                It is still broken
              </SendButton>
            </>
          ) : (
            <>
              <SendButton isSending={sending !== undefined} isDisabled={sending !== undefined}>
                {sendLabels[effect]}
              </SendButton>
              <span className="text-xs text-muted reply-keys">or Ctrl + Enter (⌘ + Enter)</span>
            </>
          )}
          <p role="status" className="text-sm font-semibold text-success">
            {sent}
          </p>
        </div>
      </form>
    </section>
  );
}

type SendButtonProps = {
  isSending: boolean;
  isDisabled: boolean;
  isSecondary?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  onClick?: () => void;
  children: ReactNode;
};

function SendButton({ isSending, isDisabled, isSecondary = false, ref, onClick, children }: SendButtonProps) {
  return (
    <Button
      ref={ref}
      type={onClick === undefined ? 'submit' : 'button'}
      variant={isSecondary ? 'secondary' : 'primary'}
      // Not disabled, which would take the focus away.
      aria-disabled={isDisabled}
      className="aria-disabled:opacity-60"
      onClick={onClick}
    >
      {isSending ? 'Sending...' : children}
    </Button>
  );
}

function Explanation({ ticket, effect }: { ticket: TicketCard; effect: Effect }) {
  const text = explanationOf(ticket, effect);
  return text === null ? null : <p className="text-sm text-muted">{text}</p>;
}

function explanationOf({ status, closedAt, mergedInto, ticketNumber }: TicketCard, effect: Effect): ReactNode {
  if (effect === 'merged' && mergedInto !== null)
    return (
      <>
        This ticket was merged into{' '}
        <Link to={ticketPath(mergedInto.id)} className="font-semibold text-azure underline underline-offset-4">
          {mergedInto.ticketNumber}
        </Link>
        . Your reply is added there.
      </>
    );
  if (effect === 'answer')
    return `We think that this is resolved. Without a word from you, the ticket is closed after ${silenceDays} days.`;
  if (effect === 'reopen')
    return `This ticket is closed. Your reply reopens it${
      closedAt === null ? '' : `, until ${formatLongDay(addDays(closedAt, reopenDays))}`
    }.`;
  if (effect === 'follow_up')
    return `This ticket was closed more than ${reopenDays} days ago. Your message opens a new ticket that follows ${ticketNumber}, with the same people.`;
  return status === 'waiting_customer' ? 'We wait for your answer.' : null;
}
