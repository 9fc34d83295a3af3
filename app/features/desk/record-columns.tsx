import { StatusBadge } from '#app/components/data-list/columns.tsx';
import type { Statuses, TableColumn } from '#app/components/data-list/list-view.ts';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { type Desk, useDesk } from './desk-context.ts';
import { rowLink } from './desk-list.tsx';
import { fill, formatAmount, formatDay } from './formats.ts';
import type { RecordItem } from './record-dialogs.tsx';

/** The first cell of a row. It is focusable, so that j and k stop at it. */
export function RecordName({ id, text, lines = 1 }: { id: string; text: string; lines?: 1 | 2 }) {
  return (
    <span className="flex items-center gap-1">
      <span {...{ [rowLink]: id }} tabIndex={-1} className="min-w-0 rounded-sm">
        <TruncatedText text={text} lines={lines} className="font-semibold" />
      </span>
      <DeskCopyButton text={text} />
    </span>
  );
}

export function DeskCopyButton({ text }: { text: string }) {
  const { copyButton } = useDesk().copy;
  return <CopyButton text={text} label={fill(copyButton.copy, { text })} copiedLabel={copyButton.copied} />;
}

type Labelled<Key extends string> = { label: string; widthPercent: number; key: Key };

export const columnsOf = ({ copy, currency }: Desk) => ({
  day: <Key extends string>({ label, widthPercent, key }: Labelled<Key>): TableColumn<Record<Key, string | null>> => ({
    label,
    widthPercent,
    sort: key,
    cardSlot: 'half',
    cell: (item) => (item[key] === null ? copy.states.none : formatDay(item[key])),
  }),
  money: <Key extends string>({
    label,
    widthPercent,
    key,
  }: Labelled<Key>): TableColumn<Record<Key, string | null>> => ({
    label,
    widthPercent,
    sort: key,
    cardSlot: 'half',
    cell: (item) => (
      <TruncatedText
        text={item[key] === null ? copy.states.none : formatAmount(item[key], currency)}
        className="font-semibold tabular-nums"
      />
    ),
  }),
  status: (label: string, known: Statuses, widthPercent: number): TableColumn<RecordItem> => ({
    label,
    widthPercent,
    sort: 'status',
    cardSlot: 'badge',
    cell: ({ status }) => <StatusBadge value={status} known={known} />,
  }),
});

export const labelled = (known: Record<string, string>, value: string) =>
  (Object.hasOwn(known, value) ? known[value] : value) ?? value;
