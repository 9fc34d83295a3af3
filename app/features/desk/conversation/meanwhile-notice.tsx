import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { DeskThreadItem } from '#contract/desk-conversation.ts';
import { useConversationCopy, useDesk } from '../desk-context.ts';
import { fill } from '../formats.ts';
import { authorName, describeItem } from './describe-item.ts';
import { type Meanwhile, mostRelevant } from './meanwhile.ts';

type MeanwhileNoticeProps = {
  meanwhile: Meanwhile;
  /** What the server has rejected a reply for; undefined before it was sent. */
  rejectedFor: DeskThreadItem[] | undefined;
  onAcknowledge: () => void;
};

/** What others did since the reply was begun. Both live regions are always in the page: one that appears is not announced. */
export function MeanwhileNotice({ meanwhile, rejectedFor, onAcknowledge }: MeanwhileNoticeProps) {
  const copy = useConversationCopy().composer;
  const { mustBeRead } = meanwhile;
  const acknowledge = mustBeRead ? onAcknowledge : undefined;
  const title = useTitleOf(meanwhile);
  return (
    <>
      <div role="status" className="empty:hidden">
        {rejectedFor === undefined && title !== undefined && (
          <Changes
            title={title}
            description={mustBeRead ? copy.meanwhile.description : copy.meanwhile.fromCustomer}
            items={meanwhile.items}
            onAcknowledge={acknowledge}
          />
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {rejectedFor !== undefined && (
          <Changes
            isError
            title={copy.changed.title}
            description={mustBeRead ? copy.changed.mustBeRead : copy.changed.description}
            items={rejectedFor}
            onAcknowledge={acknowledge}
          />
        )}
      </div>
    </>
  );
}

/** Who did what, in one sentence. */
function useTitleOf(meanwhile: Meanwhile): string | undefined {
  const copy = useConversationCopy();
  const item = mostRelevant(meanwhile);
  if (item === undefined) return undefined;
  const { replied, wrote, changed } = copy.composer.meanwhile;
  const sentence = item.kind !== 'message' ? changed : item.author.kind === 'customer' ? wrote : replied;
  return fill(sentence, { name: authorName(item.author, copy) });
}

type ChangesProps = {
  title: string;
  description: string;
  items: DeskThreadItem[];
  isError?: boolean;
  onAcknowledge: (() => void) | undefined;
};

function Changes({ title, description, items, isError = false, onAcknowledge }: ChangesProps) {
  const copy = useConversationCopy();
  const { statuses } = useDesk().copy;
  return (
    <div
      className={classNames(
        'grid gap-2 rounded-md px-4 py-3 text-sm',
        isError ? 'bg-danger-tint' : 'bg-sun-tint text-sun-ink',
      )}
    >
      <p className={classNames('flex gap-2 font-semibold', isError && 'text-danger')}>
        <Icon name="circle-alert" className="mt-0.5 size-4" />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {title}
        </span>
      </p>
      {items.length > 0 && (
        <ul aria-label={copy.composer.changed.others} className="list-disc ps-5">
          {items.map((item) => (
            <li key={item.id} dir="auto" className="wrap-anywhere">
              {describeItem(item, copy, statuses)}
            </li>
          ))}
        </ul>
      )}
      <p>{description}</p>
      {onAcknowledge !== undefined && (
        <button
          type="button"
          onClick={onAcknowledge}
          className="min-h-6 justify-self-start font-semibold underline underline-offset-4"
        >
          {copy.composer.meanwhile.acknowledge}
        </button>
      )}
    </div>
  );
}
