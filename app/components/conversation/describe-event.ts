import { statusLabel } from '#app/components/data-list/columns.tsx';
import type { Formats } from '#app/lib/formats.ts';
import type { TicketEvent } from '#contract/conversation.ts';
import type { Author, Conversation } from './side.ts';

export const authorName = ({ kind, name, isYou }: Author, names: Conversation['copy']['events']['names']): string =>
  isYou ? names.you : (name ?? names[kind]);

type EventContext<Link> = Pick<Conversation, 'copy' | 'statuses' | 'describeInternal'> & {
  formats: Pick<Formats, 'duration'>;
  /** Names the other ticket. */
  otherTicket: Link;
};

/** One line of the timeline, in its parts. */
export function describeEvent<Link>(
  item: TicketEvent,
  { copy: { events: copy }, statuses, describeInternal, formats, otherTicket }: EventContext<Link>,
): (string | Link)[] {
  const { event, details, author } = item;
  const actor = authorName(author, copy.names);
  const person = details.personName ?? copy.aFormerUser;
  const status = statusLabel(statuses, details.to ?? '');
  switch (event) {
    case 'status_changed':
      if (author.kind !== 'system') return [copy.statusChanged(actor, status)];
      return [details.to === 'closed' ? copy.closedBySilence : copy.nowStatus(status)];
    case 'reopened':
      return [copy.reopened(actor)];
    case 'assigned': {
      const isAssigned = details.personName !== undefined && details.personName !== null;
      return [isAssigned ? copy.assigned(person) : copy.unassigned];
    }
    case 'responded': {
      if (details.isOutsideHours === true) return [copy.respondedOutsideHours];
      const isKept = details.isKept === true;
      if (details.minutes === undefined) return [isKept ? copy.respondedInTime : copy.respondedLate];
      return [(isKept ? copy.respondedInTimeAfter : copy.respondedLateAfter)(formats.duration(details.minutes))];
    }
    case 'response_missed':
      return [copy.responseMissed];
    case 'resolution_missed':
      return [copy.resolutionMissed];
    case 'rated':
      return [copy.rated(copy.ratings[details.to ?? ''] ?? details.to ?? '')];
    case 'watcher_added':
      return [copy.watcherAdded(actor, person)];
    case 'watcher_removed':
      return [copy.watcherRemoved(actor, person)];
    case 'merged_into':
      return copy.mergedInto(otherTicket);
    case 'merged_from':
      return copy.mergedFrom(otherTicket);
    case 'followed':
      return copy.followed(otherTicket);
    case 'priority_changed': {
      const { to = '' } = details;
      return [copy.priorityChanged(actor, (copy.priorities as Record<string, string>)[to] ?? to)];
    }
    case 'subject_changed':
      return [copy.subjectChanged(actor, details.from ?? '')];
    case 'customer_changed':
      return [copy.customerChanged(actor)];
    case 'message_withdrawn':
      return [copy.withdrawn(actor)];
    default:
      return [describeInternal?.(item, actor) ?? copy.unknown(event.replaceAll('_', ' '))];
  }
}
