import type { DeskThreadItem } from '#contract/desk-conversation.ts';

export interface Meanwhile {
  /** What others did that a reply should know of. */
  items: DeskThreadItem[];
  /** A colleague has replied or changed the status: the reply may say the same again, or the opposite. */
  mustBeRead: boolean;
}

const statusEvents = ['status_changed', 'reopened', 'merged_into'];
const isStatus = (item: DeskThreadItem) => item.kind === 'event' && statusEvents.includes(item.event);

/** What others did after the version at which a reply was begun. A message of the customer is worth a look, and stops nothing. */
export function findMeanwhile(items: readonly DeskThreadItem[], version: number): Meanwhile {
  const others = items.filter(
    (item) =>
      item.position > version &&
      !item.author.isYou &&
      (item.kind === 'message' || isStatus(item) || (item.kind === 'event' && item.event === 'assigned')),
  );
  return {
    items: others,
    mustBeRead: others.some((item) => item.author.kind !== 'customer' && (item.kind === 'message' || isStatus(item))),
  };
}

/** The one that the notice names: a colleague's reply before a message of the customer, before anything else. */
export const mostRelevant = ({ items }: Meanwhile): DeskThreadItem | undefined =>
  items.findLast(({ kind, author }) => kind === 'message' && author.kind !== 'customer') ??
  items.findLast(({ kind }) => kind === 'message') ??
  items.at(-1);
