import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { FilePicker } from '#app/components/files/file-picker.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { TextAreaField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import type { CannedReply, DeskConversation } from '#contract/desk-conversation.ts';
import { ticketPath, useConversationCopy, useDesk, useKeys } from '../desk-context.ts';
import { fill, formatBytes } from '../formats.ts';
import { CannedReplies } from './canned-replies.tsx';
import { MeanwhileNotice } from './meanwhile-notice.tsx';
import type { Thread } from './thread-query.ts';
import { type Sending, useComposer, type WrittenKind } from './use-composer.ts';

const kinds: WrittenKind[] = ['reply', 'note'];

/** The reply to the customer, or an internal note. */
export function Composer({ ticket, thread }: { ticket: DeskConversation; thread: Thread }) {
  const { announce } = useDesk();
  const { composer: copy, canned, files } = useConversationCopy();
  const { kind, body, uploads, setKind, write, meanwhile, acknowledge, send, sending, problem, sent } = useComposer(
    ticket,
    thread,
  );
  const [isChoosing, setIsChoosing] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const field = () => frame.current?.querySelector('textarea');
  const isDone = ticket.status === 'resolved' || ticket.status === 'closed';

  const open = (next: WrittenKind) => {
    // The field is focused with its new label.
    flushSync(() => setKind(next));
    field()?.focus();
  };
  useKeys({ r: () => open('reply'), n: () => open('note') });
  const submit = async (what: Sending) => {
    await send(what);
    // Also after an error: the text is corrected there.
    field()?.focus({ preventScroll: true });
  };
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return;
    // Out of the field, single keys work again.
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (kind === 'note') void submit('note');
    else void submit(event.shiftKey && !isDone ? 'resolve' : 'reply');
  };
  /** Where the cursor is. */
  const insert = ({ title, body: text }: CannedReply) => {
    const start = field()?.selectionStart ?? body.length;
    const end = field()?.selectionEnd ?? start;
    flushSync(() => write(body.slice(0, start) + text + body.slice(end)));
    field()?.focus();
    field()?.setSelectionRange(start + text.length, start + text.length);
    announce(fill(canned.inserted, { title }));
  };
  const closeChooser = () => {
    setIsChoosing(false);
    // One dialog has replaced another: the last one does not know where the focus was.
    if (document.activeElement === document.body) field()?.focus();
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
              {copy[one]}
              <kbd aria-hidden="true">{one === 'reply' ? 'r' : 'n'}</kbd>
            </button>
          ))}
        </div>
        <button type="button" onClick={() => setIsChoosing(true)} className="row-action">
          {copy.canned}
        </button>
      </div>
      {kind === 'reply' && <Explanation ticket={ticket} isDone={isDone} />}
      <MeanwhileNotice
        meanwhile={meanwhile}
        rejectedFor={problem.others}
        onAcknowledge={() => {
          acknowledge();
          // The button is gone.
          field()?.focus();
        }}
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(kind);
        }}
        className="grid gap-4"
      >
        <div ref={frame}>
          <FilePicker uploads={uploads} copy={files} formatSize={formatBytes}>
            <TextAreaField
              id="composer"
              label={kind === 'reply' ? copy.replyField : copy.noteField}
              hint={kind === 'reply' ? copy.hint : copy.noteFieldHint}
              rows={5}
              dir="auto"
              className="reply-text"
              value={body}
              error={problem.field}
              // What is typed while the text before it is sent would be lost.
              readOnly={sending !== undefined}
              onChange={({ target }) => write(target.value)}
              onKeyDown={pressKey}
            />
          </FilePicker>
        </div>
        <FormError message={problem.failure} />
        <div className="flex flex-wrap items-center gap-3">
          {kind === 'note' ? (
            <SendButton what="note" sending={sending} type="submit">
              {copy.saveNote}
            </SendButton>
          ) : (
            <>
              <SendButton what="reply" sending={sending} type="submit">
                {copy.send}
              </SendButton>
              <SendButton what="ask" sending={sending} onClick={() => void submit('ask')}>
                {copy.ask}
              </SendButton>
              {!isDone && (
                <SendButton what="resolve" sending={sending} onClick={() => void submit('resolve')}>
                  {copy.resolve}
                </SendButton>
              )}
            </>
          )}
          <span className="reply-keys text-xs text-muted">{kind === 'note' ? copy.noteKeys : copy.keys}</span>
          <p role="status" className="text-sm font-semibold text-success">
            {sent}
          </p>
        </div>
      </form>
      {isChoosing && <CannedReplies onInsert={insert} onClose={closeChooser} />}
    </section>
  );
}

type SendButtonProps = {
  what: Sending;
  sending: Sending | undefined;
  type?: 'submit' | 'button';
  onClick?: () => void;
  children: ReactNode;
};

function SendButton({ what, sending, type = 'button', onClick, children }: SendButtonProps) {
  const { composer: copy } = useConversationCopy();
  return (
    <Button
      type={type}
      size="sm"
      variant={type === 'submit' ? 'primary' : 'secondary'}
      // Not disabled, which would take the focus away.
      aria-disabled={sending !== undefined}
      className="aria-disabled:opacity-60"
      onClick={onClick}
    >
      {sending === what ? copy.sending : children}
    </Button>
  );
}

function Explanation({ ticket: { mergedInto }, isDone }: { ticket: DeskConversation; isDone: boolean }) {
  const { composer: copy } = useConversationCopy();
  if (mergedInto !== null) {
    const [before, after] = copy.merged.split('{ticket}');
    return (
      <p className="text-sm text-muted">
        {before}
        <Link to={ticketPath(mergedInto.id)} className="font-semibold text-azure underline underline-offset-4">
          {mergedInto.ticketNumber}
        </Link>
        {after}
      </p>
    );
  }
  return isDone ? <p className="text-sm text-muted">{copy.done}</p> : null;
}
