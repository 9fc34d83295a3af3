import { Link } from 'react-router';
import { StatusBadge } from '#app/components/data-list/columns.tsx';
import type { RelatedTicket, TicketCard } from '#contract/conversation.ts';
import { statuses, ticketPath } from '../tickets-list.tsx';
import { Card } from './ticket-people.tsx';

/** As far as the user may see them. */
export function RelatedTickets({ ticket: { follows, followedBy, mergedInto, mergedFrom } }: { ticket: TicketCard }) {
  const groups: [label: string, tickets: RelatedTicket[]][] = [
    ['Follows', follows === null ? [] : [follows]],
    ['Followed by', followedBy],
    ['Merged into', mergedInto === null ? [] : [mergedInto]],
    ['Merged from', mergedFrom],
  ];
  const shown = groups.filter(([, tickets]) => tickets.length > 0);
  if (shown.length === 0) return null;
  return (
    <Card title="Related tickets">
      {shown.map(([label, tickets]) => (
        <div key={label} className="min-w-0 text-sm">
          <h4 className="font-sans text-xs font-normal tracking-normal text-muted">{label}</h4>
          <ul className="grid gap-2">
            {tickets.map(({ id, ticketNumber, subject, status }) => (
              <li key={id} className="flex min-w-0 items-start justify-between gap-3">
                <Link
                  to={ticketPath(id)}
                  className="min-w-0 font-semibold text-azure underline-offset-4 hover:underline"
                >
                  {ticketNumber}
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
