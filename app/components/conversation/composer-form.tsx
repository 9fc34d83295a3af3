import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { FilePicker } from '#app/components/files/file-picker.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { TextAreaField } from '#app/components/ui/field.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { Parts } from '#app/components/ui/parts.tsx';
import type { RelatedTicket } from '#contract/conversation.ts';
import { useConversation } from './side.ts';
import type { Composer } from './use-composer.ts';

/** Where the text is written. */
export const composerField = () => document.querySelector<HTMLTextAreaElement>('#reply');

type ComposerFormProps<What extends string> = {
  composer: Composer<What>;
  label: string;
  hint: string;
  copy: { submit: Record<What, string>; sent: Partial<Record<What, string>> };
  /** What can be sent, each with its button. */
  actions: readonly [What, ...What[]];
  /** Without a key, only a button sends. */
  keys?: { text: string; enter: What; shiftEnter?: What | undefined } | undefined;
  onEscape?: () => void;
  onSettled?: () => void;
  /** What can be done without writing, at the other end of the buttons. */
  aside?: ReactNode;
};

/** The text with its files, what is wrong with it, and the buttons that send it. */
export function ComposerForm<What extends string>(props: ComposerFormProps<What>) {
  const { copy, isDense } = useConversation();
  return (
    <WritingForm {...props} isDense={isDense} sendingText={copy.composer.sending}>
      {(field) => (
        <FilePicker uploads={props.composer.uploads} copy={copy.files}>
          {field}
        </FilePicker>
      )}
    </WritingForm>
  );
}

type WritingFormProps<What extends string> = Omit<ComposerFormProps<What>, 'composer'> & {
  composer: Pick<Composer<What>, 'fieldError' | 'failure' | 'sending' | 'sent' | 'write' | 'send'> & {
    draft: { body: string };
  };
  isDense: boolean;
  sendingText: string;
  /** What is around the field, such as where files are chosen. */
  children?: (field: ReactElement) => ReactElement;
};

/** The text, what is wrong with it, and the buttons that send it. */
export function WritingForm<What extends string>(props: WritingFormProps<What>) {
  const { composer, label, hint, copy, actions, keys, onEscape, onSettled, isDense, sendingText, aside, children } =
    props;
  const { sending, sent } = composer;

  const submit = async (what: What) => {
    if (!(await composer.send(what))) composerField()?.focus();
    onSettled?.();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onEscape?.();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (keys !== undefined) void submit((event.shiftKey ? keys.shiftEnter : undefined) ?? keys.enter);
  };
  const field = (
    <TextAreaField
      id="reply"
      name="body"
      label={label}
      hint={hint}
      rows={isDense ? 5 : 4}
      dir="auto"
      className="reply-text"
      value={composer.draft.body}
      error={composer.fieldError}
      // What is typed while the text before it is sent would be lost.
      readOnly={sending !== undefined}
      onChange={({ target }) => composer.write(target.value)}
      onKeyDown={pressKey}
    />
  );
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (keys !== undefined) void submit(keys.enter);
      }}
      className="grid gap-4"
    >
      {children === undefined ? field : children(field)}
      <FormError message={composer.failure} />
      <div className="flex flex-wrap items-center gap-3">
        {actions.map((what, at) => (
          <Button
            key={what}
            value={what}
            type={what === keys?.enter ? 'submit' : 'button'}
            variant={at === 0 ? 'primary' : 'secondary'}
            size="sm"
            // Not disabled, which would take the focus away.
            aria-disabled={sending !== undefined}
            className={classNames('aria-disabled:opacity-60', actions.length > 1 && 'max-sm:w-full')}
            onClick={what === keys?.enter ? undefined : () => void submit(what)}
          >
            {sending === what ? sendingText : copy.submit[what]}
          </Button>
        ))}
        {keys !== undefined && <span className="reply-keys needs-pointer text-xs text-muted">{keys.text}</span>}
        <p role="status" className="text-sm font-semibold text-success">
          {sent !== undefined && copy.sent[sent]}
        </p>
        {aside}
      </div>
    </form>
  );
}

/** Where a reply to a duplicate goes. */
export function MergedNotice({ into: { id, ticketNumber } }: { into: RelatedTicket }) {
  const { copy, ticketPath } = useConversation();
  const link = (
    <Link to={ticketPath(id)} className="font-semibold text-azure underline underline-offset-4">
      <bdi>{ticketNumber}</bdi>
    </Link>
  );
  return <Parts of={copy.composer.merged(link)} />;
}
