import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { FoldedMarkdown } from '#app/components/ui/markdown.tsx';
import { useDesk } from '#app/desk/components/desk-context.ts';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskLead, LeadMessage } from '../contract/desk-leads.ts';
import { useLeadsCopy } from './lead-query.ts';

/** What was written to the prospect, by them, and in the team. */
export function LeadMessages({ lead }: { lead: DeskLead }) {
  const copy = useLeadsCopy();
  return (
    <section aria-label={copy.conversation} className="grid gap-3">
      <h2 className="font-sans text-base font-semibold tracking-normal">{copy.conversation}</h2>
      {lead.messages.length === 0 && <p className="text-sm text-muted">{copy.noMessages}</p>}
      {lead.messages.map((message) => (
        <Message key={message.id} message={message} prospect={lead.name} />
      ))}
    </section>
  );
}

function Message({ message, prospect }: { message: LeadMessage; prospect: string }) {
  const copy = useLeadsCopy();
  const { copy: desk } = useDesk();
  const formats = useFormats();
  const { kind, author, isYou, body, createdAt, slot, files, mailId } = message;
  const name = kind === 'received' ? prospect : (author ?? copy.formerAccount);
  return (
    <article
      className={classNames(
        'thread-message',
        kind === 'sent' && 'thread-message-staff',
        kind === 'note' && 'thread-note',
      )}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 text-sm">
        {kind === 'note' && <span className="thread-note-label">{copy.note}</span>}
        <bdi className="font-semibold wrap-anywhere">{isYou ? desk.queue.you(name) : name}</bdi>
        {kind !== 'note' && <span className="text-muted">{kind === 'sent' ? copy.sent : copy.received}</span>}
        <time dateTime={createdAt} className="ms-auto text-xs whitespace-nowrap text-muted tabular-nums">
          {formats.moment(createdAt)}
        </time>
      </header>
      {slot !== null && (
        <p className="text-sm font-semibold">{copy.slot.said[slot.state](formats.officeMoment(slot.startsAt))}</p>
      )}
      {body !== '' && <Text kind={kind} body={body} />}
      {files.length > 0 && <MailFiles files={files} mailId={mailId} />}
    </article>
  );
}

/** What a stranger wrote stays plain text: no link of it is followed. */
function Text({ kind, body }: Pick<LeadMessage, 'kind' | 'body'>) {
  const copy = useLeadsCopy();
  return kind === 'received' ? (
    <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
      {body}
    </p>
  ) : (
    <FoldedMarkdown text={body} copy={copy.text} />
  );
}

/** The files of a stranger are not served one by one: they are in the mail, as it came in. */
function MailFiles({ files, mailId }: Pick<LeadMessage, 'files' | 'mailId'>) {
  const { files: copy } = useLeadsCopy();
  const formats = useFormats();
  return (
    <div className="grid gap-1 text-sm">
      <ul aria-label={copy.label} className="grid gap-1">
        {files.map(({ name, size }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a mail may have two files of one name, and they never move
          <li key={at} className="flex flex-wrap items-center gap-x-2">
            <Icon name="file-text" className="size-4 text-muted" />
            <bdi className="wrap-anywhere">{name}</bdi>
            <span className="text-muted tabular-nums">{formats.bytes(size)}</span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        {mailId === null ? copy.gone : copy.where}{' '}
        {mailId !== null && (
          <a
            href={api.desk.mails.original.$path({ query: { id: mailId } })}
            download
            className="font-semibold text-azure underline underline-offset-4"
          >
            {copy.original}
          </a>
        )}
      </p>
    </div>
  );
}
