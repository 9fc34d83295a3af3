import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadMore } from '#app/components/data-list/list-states.tsx';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { api } from '#app/lib/api-client.ts';
import { type Formats, minuteOf } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { MailsCopy } from '#content/desk/fr/mails.ts';
import type { HeldMail } from '#contract/desk-mails.ts';
import { labelOf, mailQuery, ticketPath, useDesk, useTitle } from '#app/desk/components/desk-context.ts';
import { NewTicketButton } from '#app/desk/components/new-ticket-button.tsx';
import { ListHeader } from '#app/desk/components/desk-filters.tsx';
import { LoadState } from '#app/desk/components/desk-list.tsx';
import { ListActions, type PaperColumn, paperColumn } from '#app/desk/components/list-actions.tsx';
import { DiscardDialog, DiscardSenderDialog, PublishMail } from './mail-decisions.tsx';

const mailsKey = ['desk', 'mails'] as const;

/** Mails that were neither published nor dropped: a staff member decides. */
export function Mails({ copy }: { copy: MailsCopy }) {
  const desk = useDesk();
  const rows = useRows({
    queryKey: mailsKey,
    fetchPage: ({ cursor }, signal) => api.desk.mails.$get({ query: { cursor } }, { signal }),
    refetchIntervalMs: 60_000,
  });
  useTitle(copy.title);
  return (
    <section className="grid gap-5">
      <ListHeader title={copy.title} count={{ copy: copy.count, total: rows.total }} description={copy.description}>
        <ListActions
          list="mails"
          title={copy.title}
          count={copy.count}
          columns={paperColumnsOf(copy, useFormats())}
          rows={rows}
        />
      </ListHeader>
      {rows.rows === undefined || rows.rows.length === 0 ? (
        <div className="records-frame">
          {rows.rows === undefined ? (
            <LoadState query={rows} />
          ) : (
            <p role="status" className="p-5 text-sm font-semibold">
              {copy.empty}
            </p>
          )}
        </div>
      ) : (
        <ul aria-label={copy.title} className="grid gap-4">
          {rows.rows.map((mail) => (
            <li key={mail.id}>
              <Mail mail={mail} copy={copy} />
            </li>
          ))}
        </ul>
      )}
      {rows.hasMore && <LoadMore rows={rows} copy={desk.copy.states} />}
    </section>
  );
}

function paperColumnsOf(copy: MailsCopy, formats: Formats): PaperColumn<HeldMail>[] {
  return [
    paperColumn(copy.received, 12, ({ receivedAt }) => formats.moment(receivedAt), {
      csv: ({ receivedAt }) => minuteOf(receivedAt),
    }),
    paperColumn(copy.subject, 20, ({ subject }) => subject.trim() || copy.noSubject),
    paperColumn(copy.from, 16, ({ from }) => from ?? copy.noSender),
    paperColumn(copy.sender, 16, ({ sender }) => sender || copy.noSender),
    paperColumn(copy.customers, 12, ({ customers }) => customers.map(({ name }) => name).join(', ')),
    paperColumn(copy.reason, 16, ({ reason }) => labelOf(copy.reasons, reason ?? '') ?? copy.otherReason),
    paperColumn(copy.ticket, 8, ({ ticket }) => ticket?.ticketNumber ?? ''),
  ];
}

function Mail({ mail, copy }: { mail: HeldMail; copy: MailsCopy }) {
  const formats = useFormats();
  const client = useQueryClient();
  const [isRead, setIsRead] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState<'this' | 'sender'>();
  const { id, subject, from, sender, recipients, receivedAt, reason, fileCount, size, ticket, customers } = mail;
  const { authentication } = mail;
  // Written in the portal, by a user without a customer.
  const isMessage = reason === 'no_customer';
  const stopDiscarding = () => setIsDiscarding(undefined);
  const refresh = () => void client.invalidateQueries({ queryKey: mailsKey });
  return (
    <article className="grid gap-4 border border-line bg-surface p-5">
      <header className="grid gap-2">
        <h2 dir="auto" className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {subject.trim() || copy.noSubject}
        </h2>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="sr-only">{copy.reason}</span>
          <Badge variant="warning">{labelOf(copy.reasons, reason ?? '') ?? copy.otherReason}</Badge>
          <Badge variant={authentication === 'passed' ? 'success' : 'outline'}>
            {isMessage ? copy.signedIn : (labelOf(copy.authentication, authentication) ?? authentication)}
          </Badge>
        </p>
        {authentication !== 'passed' && <p className="text-sm text-muted">{copy.forgery}</p>}
      </header>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
        <Fact label={copy.from}>{from ?? copy.noSender}</Fact>
        {!isMessage && <Fact label={copy.sender}>{sender || copy.noSender}</Fact>}
        <Fact label={copy.customers}>{customers.map(({ name }) => name).join(', ') || copy.noCustomer}</Fact>
        {recipients.length > 0 && <Fact label={copy.recipients}>{recipients.join(', ')}</Fact>}
        <Fact label={copy.received}>
          <time dateTime={receivedAt}>{formats.moment(receivedAt)}</time>
        </Fact>
        {ticket !== null && (
          <Fact label={copy.ticket}>
            <Link to={ticketPath(ticket.id)} className="font-semibold text-azure underline underline-offset-4">
              {ticket.ticketNumber}
            </Link>
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="sm" aria-expanded={isRead} onClick={() => setIsRead(!isRead)}>
          {isRead ? copy.hide : copy.read}
        </Button>
        <NewTicketButton mail={mail} label={copy.createTicket} />
        <PublishMail mail={mail} copy={copy} onDecided={refresh} />
        <Button variant="secondary" size="sm" onClick={() => setIsDiscarding('this')}>
          {copy.discard}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => setIsDiscarding('sender')}>
          {copy.discardSender}
        </Button>
        {from !== null && authentication === 'passed' && (
          <a
            href={`mailto:${encodeURIComponent(from)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            className={buttonClass('secondary', 'sm')}
          >
            {copy.reply}
          </a>
        )}
        {mail.hasOriginal && (
          <a
            href={api.desk.mails.original.$path({ query: { id } })}
            download
            className={buttonClass('secondary', 'sm')}
          >
            {copy.original}
          </a>
        )}
        <span className="text-xs text-muted">
          {[fileCount === 0 ? [] : formats.plural(fileCount, copy.files), formats.bytes(size)].flat().join(', ')}
        </span>
      </div>
      {isRead && <MailText id={id} copy={copy} />}
      {isDiscarding === 'this' && <DiscardDialog id={id} copy={copy} onDecided={refresh} onClose={stopDiscarding} />}
      {isDiscarding === 'sender' && (
        <DiscardSenderDialog id={id} copy={copy} onDecided={refresh} onClose={stopDiscarding} />
      )}
    </article>
  );
}

/** Plain text: a stranger wrote it, and neither a link nor an image of it is followed. */
function MailText({ id, copy }: { id: string; copy: MailsCopy }) {
  const query = useQuery(mailQuery(id));
  if (query.data === undefined) return <LoadState query={query} />;
  return (
    <section aria-label={copy.text} className="mail-text">
      {query.data.text.trim() === '' ? (
        <p className="text-muted">{copy.noText}</p>
      ) : (
        <p dir="auto">{query.data.text}</p>
      )}
    </section>
  );
}
