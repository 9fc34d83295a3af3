import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Fact } from '#app/components/ui/fact.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { invoiceName } from '#app/lib/formats.ts';
import type { Person, RelatedTickets as Related } from '#contract/conversation.ts';
import { useConversation } from './side.ts';
import { refreshTicket } from './thread-query.ts';

function Card({ title, children }: { title: string; children: ReactNode }) {
  const { isDense } = useConversation();
  return (
    <section
      className={classNames(
        'grid min-w-0 border border-line bg-surface',
        isDense ? 'gap-3 px-5 py-4 text-sm' : 'gap-4 p-5',
      )}
    >
      <h3
        className={classNames('font-sans font-semibold', isDense ? 'text-sm text-muted' : 'text-base tracking-normal')}
      >
        {title}
      </h3>
      {children}
    </section>
  );
}

export function PersonName({ person: { name, email, isYou } }: { person: Person }) {
  const { you } = useConversation().copy.people;
  return (
    <>
      <bdi className="wrap-anywhere" title={email ?? undefined}>
        {name}
      </bdi>
      {isYou && ` ${you}`}
    </>
  );
}

type TicketPeopleProps = WatchersProps & { entries: { label: string; value: ReactNode }[] };

export function TicketPeople({ entries, ...watchers }: TicketPeopleProps) {
  return (
    <Card title={useConversation().copy.people.title}>
      {entries.length > 0 && (
        <dl className="grid gap-3 text-sm">
          {entries.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
      <Watchers {...watchers} />
    </Card>
  );
}

type Change = { email: string } | { watcher: Person };

type WatchersProps = {
  ticketId: string;
  watchers: Person[];
  canAdd: boolean;
  canRemove: (watcher: Person) => boolean;
  /** For readers who are among them. `leave`: they lose the ticket with it. */
  own?: { remove: string; removed: string; leave?: { question: string; onLeft: () => void } | undefined };
  field?: ComponentProps<'input'>;
  describeError?: (error: unknown) => string | undefined;
};

/** Users of the customer who see the ticket like its author. */
function Watchers({ ticketId, watchers, canAdd, canRemove, own, field, describeError }: WatchersProps) {
  const { side, copy, isDense, reportError, ...conversation } = useConversation();
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [email, setEmail] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  const { 'add-watcher': add, 'remove-watcher': remove } = side.api;
  const {
    mutate,
    isPending,
    error,
    data: done,
  } = useMutation({
    mutationFn: async (change: Change): Promise<string> => {
      if ('email' in change) {
        await add.$post({ json: { id: ticketId, email: change.email } });
        setEmail('');
        return copy.people.added(change.email);
      }
      const { userId, name, isYou } = change.watcher;
      await remove.$post({ json: { id: ticketId, userId } });
      // The row is about to disappear.
      title.current?.focus();
      if (isYou) own?.leave?.onLeft();
      return isYou && own !== undefined ? own.removed : copy.people.removed(name);
    },
    onSuccess: () => void refreshTicket(client, side, ticketId),
    onError: reportError,
  });
  const change = (next: Change) => {
    setIsLeaving(false);
    if (!isPending) mutate(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = email.trim();
    if (/^\S+@\S+$/.test(typed)) change({ email: typed });
    else setFieldError(copy.people.invalidEmail);
  };
  const press = (watcher: Person) => {
    if (watcher.isYou && own?.leave !== undefined && !isLeaving) setIsLeaving(true);
    else change({ watcher });
  };
  return (
    <div className={classNames('grid gap-3 text-sm', !isDense && 'border-t border-line pt-4')}>
      <h4
        ref={title}
        tabIndex={-1}
        className={classNames(
          'font-sans outline-none',
          isDense ? 'text-xs font-normal text-muted' : 'text-sm font-semibold tracking-normal',
        )}
      >
        {copy.people.watching}
      </h4>
      {watchers.length === 0 ? (
        <p className="text-muted">{copy.people.nobodyElse}</p>
      ) : (
        <ul className="grid gap-1">
          {watchers.map((watcher) => (
            <li key={watcher.userId} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <PersonName person={watcher} />
              </span>
              {canRemove(watcher) && (
                <button
                  type="button"
                  aria-disabled={isPending}
                  onClick={() => press(watcher)}
                  className={isDense ? 'row-action print:hidden' : buttonClass('quiet', 'sm', 'px-2!')}
                >
                  {watcher.isYou ? own?.remove : copy.people.remove}
                  {!watcher.isYou && (
                    <span className="sr-only">
                      {' '}
                      <bdi>{watcher.name}</bdi>
                    </span>
                  )}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="empty:hidden">
        {isLeaving ? own?.leave?.question : done}
      </p>
      <FormError message={error === null ? undefined : (describeError?.(error) ?? conversation.describeError(error))} />
      {canAdd && (
        <form noValidate method="post" onSubmit={submit} className="grid gap-2 print:hidden">
          <TextField
            label={copy.people.addLabel}
            name="email"
            type="email"
            autoComplete="off"
            {...field}
            value={email}
            error={fieldError}
            onChange={({ target }) => {
              setFieldError(undefined);
              setEmail(target.value);
            }}
          />
          <Button type="submit" variant="secondary" size="sm" aria-disabled={isPending} className="justify-self-start">
            {!isDense && <Icon name="plus" className="size-4" />}
            {copy.people.add}
          </Button>
        </form>
      )}
    </div>
  );
}

/** Those that the reader may see. */
export function RelatedTickets({
  ticket: { invoice, follows, followedBy, mergedInto, mergedFrom },
}: {
  ticket: Related;
}) {
  const { copy, statuses, ticketPath, invoicePath } = useConversation();
  const { related } = copy;
  const groups = [
    { label: related.follows, tickets: follows === null ? [] : [follows] },
    { label: related.followedBy, tickets: followedBy },
    { label: related.mergedInto, tickets: mergedInto === null ? [] : [mergedInto] },
    { label: related.mergedFrom, tickets: mergedFrom },
  ].filter(({ tickets }) => tickets.length > 0);
  if (groups.length === 0 && invoice === null) return null;
  return (
    <Card title={groups.length === 0 ? related.invoice : related.title}>
      {invoice !== null && (
        <p className="grid min-w-0 gap-1 text-sm">
          {groups.length > 0 && <span className="text-xs text-muted">{related.invoice}</span>}
          <Link
            to={invoicePath(invoice)}
            dir="auto"
            className="justify-self-start font-semibold wrap-anywhere text-azure underline-offset-4 hover:underline"
          >
            {invoiceName(invoice)}
          </Link>
        </p>
      )}
      {groups.map(({ label, tickets }) => (
        <div key={label} className="grid min-w-0 gap-1 text-sm">
          <h4 className="font-sans text-xs font-normal tracking-normal text-muted">{label}</h4>
          <ul className="grid gap-2">
            {tickets.map(({ id, ticketNumber, subject, status }) => (
              <li key={id} className="flex min-w-0 items-start justify-between gap-3">
                <Link
                  to={ticketPath(id)}
                  className="min-w-0 font-semibold text-azure underline-offset-4 hover:underline"
                >
                  <bdi>{ticketNumber}</bdi>
                  <span dir="auto" className="line-clamp-2 font-normal wrap-anywhere text-ink">
                    {subject}
                  </span>
                </Link>
                <StatusBadge value={status} known={statuses} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
