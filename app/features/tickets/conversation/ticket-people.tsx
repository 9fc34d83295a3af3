import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { FormError } from '#app/components/ui/notice.tsx';
import { api } from '#app/lib/api-client.ts';
import { ReadOnlyContext, useCan } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { Person, TicketCard } from '#contract/conversation.ts';
import { colleaguesQuery } from '../colleagues-query.ts';
import { ticketsPath } from '../tickets-list.tsx';
import { refreshThread } from './conversation-queries.ts';

type TicketPeopleProps = { ticket: TicketCard; userId: string; companyName: string };

export function TicketPeople({ ticket, userId, companyName }: TicketPeopleProps) {
  const { author, requester, assigneeName } = ticket;
  const isForAnother = requester !== null && requester.userId !== author?.userId;
  return (
    <Card title="People">
      <dl className="grid gap-3 text-sm">
        {requester !== null && (
          <Entry label={isForAnother ? 'Opened for' : 'Opened by'}>
            <PersonName person={requester} />
          </Entry>
        )}
        {author !== null && (isForAnother || requester === null) && (
          <Entry label="Opened by">
            <PersonName person={author} />
          </Entry>
        )}
        <Entry label={`At ${companyName}`}>{assigneeName ?? 'Not assigned yet'}</Entry>
      </dl>
      <Watchers ticket={ticket} userId={userId} />
    </Card>
  );
}

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
      {children}
    </section>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const PersonName = ({ person: { name, isYou } }: { person: Person }) => (
  <>
    <bdi className="wrap-anywhere">{name}</bdi>
    {isYou && ' (you)'}
  </>
);

/** Colleagues who see the ticket like whoever opened it. */
function Watchers({ ticket, userId }: { ticket: TicketCard; userId: string }) {
  const { id, watchers, author, requester } = ticket;
  const isReadOnly = useContext(ReadOnlyContext);
  const seesAll = useCan()('technical');
  const isMine = author?.isYou === true || requester?.isYou === true;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  /** Whether it worked. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    setFailure(undefined);
    setDone(undefined);
    setIsLeaving(false);
    let isDone = false;
    try {
      await work();
      isDone = true;
      void refreshThread(client, id);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Something went wrong. Please try again.');
    }
    setIsBusy(false);
    return isDone;
  };
  const remove = (watcher: Person) =>
    run(async () => {
      await api.portal.ticket.watchers.remove.$post({ json: { id, userId: watcher.userId } });
      if (watcher.isYou && !seesAll && !isMine) {
        toast({ source: 'watchers', title: 'You no longer see this ticket', description: ticket.ticketNumber });
        await navigate(ticketsPath);
        return;
      }
      setDone(`${watcher.isYou ? 'You no longer watch' : `${watcher.name} no longer watches`} this ticket.`);
      // Its row is about to disappear.
      title.current?.focus();
    });
  const add = (email: string) =>
    run(async () => {
      await api.portal.ticket.watchers.add.$post({ json: { id, email } });
      setDone(`${email} sees this ticket now.`);
    });
  const ask = (watcher: Person) => {
    if (watcher.isYou && !seesAll && !isMine && !isLeaving) setIsLeaving(true);
    else void remove(watcher);
  };

  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h4 ref={title} tabIndex={-1} className="font-sans text-sm font-semibold tracking-normal outline-none">
        Watching
      </h4>
      {watchers.length === 0 ? (
        <p className="text-sm text-muted">Nobody else yet.</p>
      ) : (
        <ul className="grid gap-1 text-sm">
          {watchers.map((watcher) => (
            <li key={watcher.userId} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <PersonName person={watcher} />
              </span>
              {!isReadOnly && (watcher.isYou || seesAll || isMine) && (
                <Button variant="quiet" size="sm" aria-disabled={isBusy} onClick={() => ask(watcher)} className="px-2!">
                  {watcher.isYou ? 'Stop watching' : 'Remove'}
                  {!watcher.isYou && <span className="sr-only"> {watcher.name}</span>}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm empty:hidden">
        {isLeaving ? 'You will no longer see this ticket. Press the button again if that is what you want.' : done}
      </p>
      <FormError message={failure} />
      {!isReadOnly && <AddWatcher userId={userId} known={watchers} isBusy={isBusy} onAdd={add} />}
    </div>
  );
}

type AddWatcherProps = { userId: string; known: Person[]; isBusy: boolean; onAdd: (email: string) => Promise<boolean> };

/** Those who see every ticket choose from their colleagues; others know the email address. */
function AddWatcher({ userId, known, isBusy, onAdd }: AddWatcherProps) {
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: useCan()('technical') });
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const listId = useId();
  const others = colleagues.filter(
    (colleague) => colleague.userId !== userId && !known.some((watcher) => watcher.userId === colleague.userId),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\S+@\S+$/.test(email.trim())) {
      setError('Please enter the email address of a colleague.');
      return;
    }
    void onAdd(email.trim()).then((isDone) => isDone && setEmail(''));
  };
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-2">
      <TextField
        label="Add a colleague"
        name="email"
        type="email"
        autoComplete="off"
        placeholder="Email address"
        list={listId}
        value={email}
        error={error}
        onChange={({ target }) => {
          setError(undefined);
          setEmail(target.value);
        }}
      />
      <datalist id={listId}>
        {others.map((colleague) => (
          <option key={colleague.userId} value={colleague.email}>
            {colleague.email}
          </option>
        ))}
      </datalist>
      <Button type="submit" variant="secondary" size="sm" aria-disabled={isBusy} className="justify-self-start">
        <Icon name="plus" className="size-4" />
        Add
      </Button>
    </form>
  );
}
