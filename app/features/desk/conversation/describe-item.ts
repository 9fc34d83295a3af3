import { statusLabel } from '#app/components/data-list/columns.tsx';
import type { ConversationCopy } from '#content/schema/desk-conversation.ts';
import type { DeskCopy } from '#content/schema/desk.ts';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { fill, formatDuration } from '../formats.ts';

type DeskEvent = Extract<DeskThreadItem, { kind: 'event' }>;

export function authorName({ kind, name, isYou }: DeskThreadItem['author'], copy: ConversationCopy): string {
  if (isYou) return copy.you;
  if (kind === 'system') return copy.system;
  return name ?? (kind === 'staff' ? copy.formerStaff : copy.formerUser);
}

/** One line of the timeline. `{ticket}` stands where the other ticket is named. */
export function describeEvent(
  { event, details, author }: DeskEvent,
  copy: ConversationCopy,
  { tickets }: DeskCopy['statuses'],
): string {
  const { events } = copy;
  const values = {
    actor: authorName(author, copy),
    person: details.personName ?? copy.formerUser,
    status: statusLabel(tickets, details.to ?? ''),
    duration: formatDuration(details.minutes ?? 0),
    event: event.replaceAll('_', ' '),
  };
  switch (event) {
    case 'status_changed':
      return fill(
        author.kind === 'system' && details.to === 'closed' ? events.closed_by_silence : events.status_changed,
        values,
      );
    case 'assigned': {
      const isAssigned = details.personName !== undefined && details.personName !== null;
      return fill(isAssigned ? events.assigned : events.unassigned, values);
    }
    case 'responded':
      return fill(details.isKept === true ? events.responded_in_time : events.responded_late, values);
    case 'reopened':
    case 'response_missed':
    case 'watcher_added':
    case 'watcher_removed':
    case 'merged_into':
    case 'merged_from':
    case 'followed':
      return fill(events[event], values);
    default:
      // Of a newer server.
      return fill(events.unknown, values);
  }
}

const excerptLength = 160;
const excerptOf = (body: string) => {
  const text = body.replaceAll(/\s+/g, ' ').trim();
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength)}…`;
};

/** What somebody did meanwhile, in one line. */
export function describeItem(item: DeskThreadItem, copy: ConversationCopy, statuses: DeskCopy['statuses']): string {
  if (item.kind === 'event') {
    const other = item.details.ticketNumber ?? copy.otherTicket;
    return fill(describeEvent(item, copy, statuses), { ticket: other });
  }
  const { wrote, noted } = copy.composer;
  const name = authorName(item.author, copy);
  return fill(item.kind === 'note' ? noted : wrote, { name, text: excerptOf(item.body) });
}
