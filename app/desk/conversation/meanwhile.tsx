import { authorName, describeEvent } from '#app/components/conversation/describe-event.ts';
import { type Conversation, type Item, useConversation } from '#app/components/conversation/side.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { useStaffCopy } from '#app/desk/components/desk-context.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { StaffConversationCopy } from '#content/desk/fr/staff-conversation.ts';

export interface Meanwhile {
  /** What others did that a reply should know of. */
  items: Item[];
  /** A colleague has replied or changed the status: the reply may say the same again, or the opposite. */
  mustBeRead: boolean;
}

const statusEvents = ['status_changed', 'reopened', 'merged_into', 'customer_changed'];
const isStatus = (item: Item) => item.kind === 'event' && statusEvents.includes(item.event);

/** What others did after the version at which a reply was begun. A message of the customer is worth a look, and stops nothing. */
export function findMeanwhile(items: readonly Item[], version: number): Meanwhile {
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
export const mostRelevant = ({ items }: Meanwhile): Item | undefined =>
  items.findLast(({ kind, author }) => kind === 'message' && author.kind !== 'customer') ??
  items.findLast(({ kind }) => kind === 'message') ??
  items.at(-1);

const excerptLength = 160;
const excerptOf = (body: string) => {
  const text = body.replaceAll(/\s+/g, ' ').trim();
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength)}…`;
};

type ItemContext = Pick<Conversation, 'copy' | 'statuses'> & {
  formats: Pick<Formats, 'duration'>;
  staffCopy: StaffConversationCopy['meanwhile'];
};

/** What somebody did, in one line. */
export function describeItem(item: Item, { staffCopy, ...context }: ItemContext): string {
  const { copy } = context;
  if (item.kind === 'event') {
    const otherTicket = item.details.ticketNumber ?? copy.events.otherTicket;
    return describeEvent(item, { ...context, otherTicket }).join('');
  }
  return staffCopy[item.kind](authorName(item.author, copy.thread.names), excerptOf(item.body));
}

type MeanwhileNoticeProps = {
  meanwhile: Meanwhile;
  /** What the server has rejected a reply for; undefined before it was sent. */
  rejectedFor: Item[] | undefined;
  /** The response to what is being sent would still name what was acknowledged. */
  isSending: boolean;
  onAcknowledge: () => void;
};

/** What others did since the reply was begun. Both live regions are always in the page: one that appears is not announced. */
export function MeanwhileNotice({ meanwhile, rejectedFor, isSending, onAcknowledge }: MeanwhileNoticeProps) {
  const { copy, statuses } = useConversation();
  const { meanwhile: staffCopy } = useStaffCopy();
  const formats = useFormats();
  const { mustBeRead } = meanwhile;
  const isError = rejectedFor !== undefined;
  const items = rejectedFor ?? meanwhile.items;
  const texts = isError ? staffCopy.rejected : staffCopy;
  const titleOf = ({ kind, author }: Item) => {
    const colleague = kind === 'message' ? staffCopy.replied : staffCopy.changed;
    const write = kind === 'message' && author.kind === 'customer' ? staffCopy.wrote : colleague;
    return write(authorName(author, copy.thread.names));
  };
  const relevant = mostRelevant(meanwhile);
  const title = isError ? copy.composer.changed : relevant && titleOf(relevant);
  const notice = title !== undefined && (
    <div
      className={classNames('grid gap-2 px-4 py-3 text-sm', isError ? 'bg-danger-tint' : 'bg-sun-tint text-sun-ink')}
    >
      <p className={classNames('flex gap-2 font-semibold', isError && 'text-danger')}>
        <Icon name="circle-alert" className="mt-0.5 size-4" />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {title}
        </span>
      </p>
      {items.length > 0 && (
        <ul aria-label={staffCopy.others} className="list-disc ps-5">
          {items.map((item) => (
            <li key={item.id} dir="auto" className="wrap-anywhere">
              {describeItem(item, { copy, statuses, formats, staffCopy })}
            </li>
          ))}
        </ul>
      )}
      <p>{mustBeRead ? texts.mustBeRead : texts.description}</p>
      {mustBeRead && (
        <button
          type="button"
          disabled={isSending}
          onClick={onAcknowledge}
          className="min-h-6 justify-self-start font-semibold underline underline-offset-4"
        >
          {staffCopy.acknowledge}
        </button>
      )}
    </div>
  );
  return (
    <>
      <div role="status" className="empty:hidden">
        {!isError && notice}
      </div>
      <div role="alert" className="empty:hidden">
        {isError && notice}
      </div>
    </>
  );
}
