import { FoldedMarkdown } from '#app/components/ui/markdown.tsx';
import { useDesk } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { DeskConversation } from '#contract/desk-conversation.ts';
import { withdrawnText } from '#contract/ticket-states.ts';

export function Description({ ticket }: { ticket: DeskConversation }) {
  const { author, createdAt, resolvedAt, description, unverifiedSender, origin } = ticket;
  const isWithdrawn = origin === 'email' && description === withdrawnText;
  const { copy } = useDesk();
  const formats = useFormats();
  return (
    <article className="grid min-w-0 gap-2 border border-line bg-surface p-5">
      <h2 className="sr-only">{copy.ticket.description}</h2>
      <p className="text-sm text-muted">
        {copy.ticket.opened(author?.name ?? copy.ticket.unknownAuthor, formats.moment(createdAt))}
        {resolvedAt !== null && `, ${copy.ticket.resolved(formats.moment(resolvedAt))}`}
        {unverifiedSender !== null && `. ${copy.ticket.fromMail(unverifiedSender)}`}
      </p>
      <div className="max-w-prose">
        {isWithdrawn ? (
          <p className="text-muted">{copy.ticket.withdrawn}</p>
        ) : (
          <FoldedMarkdown text={description} copy={copy.ticket} />
        )}
      </div>
    </article>
  );
}
