import { statusLabel } from '#app/components/data-list/columns.tsx';
import type { TicketEvent } from '#contract/conversation.ts';
import { statuses } from '../tickets-list.tsx';
import { formatDuration } from './times.ts';

/** One line of the timeline. `{ticket}` stands where the other ticket is named. */
export function describeEvent({ event, details, author }: TicketEvent): string {
  const actor = author.isYou ? 'You' : (author.name ?? (author.kind === 'staff' ? 'Our team' : 'A former user'));
  const person = details.personName ?? 'a former user';
  const status = statusLabel(statuses, details.to ?? '');
  switch (event) {
    case 'status_changed':
      if (author.kind === 'system')
        return details.to === 'closed' ? 'Closed, as nobody wrote any more' : `Now ${status}`;
      return `${actor} changed the status to ${status}`;
    case 'reopened':
      return `${actor} reopened the ticket`;
    case 'assigned':
      return details.personName === undefined || details.personName === null
        ? 'Nobody of our team is assigned at the moment'
        : `${person} takes care of this ticket`;
    case 'responded': {
      const minutes = details.minutes === undefined ? '' : ` after ${formatDuration(details.minutes)}`;
      return details.isKept === true ? `First answer${minutes}, in time` : `First answer${minutes}, late`;
    }
    case 'response_missed':
      return 'We did not answer in time';
    case 'watcher_added':
      return `${actor} added ${person}`;
    case 'watcher_removed':
      return `${actor} removed ${person}`;
    case 'merged_into':
      return 'Merged into {ticket}';
    case 'merged_from':
      return '{ticket} was merged into this ticket';
    case 'followed':
      return 'Followed by {ticket}';
    default:
      // Of a newer server.
      return event.replaceAll('_', ' ');
  }
}
