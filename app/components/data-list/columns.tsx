import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#app/components/ui/badge.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { type Formats, minuteOf } from '#app/lib/formats.ts';
import { useCommonCopy, useCurrency, useFormats } from '#app/lib/portal-context.ts';
import type { ListCopy } from '#content/portal/en/lists.ts';
import {
  columnsOf,
  type ItemOf,
  type Kind,
  type RecordDescription,
  type ShownOf,
  sortsOf,
} from '#contract/record-description.ts';
import type { ListName } from '#contract/record-lists.ts';
import type { Column, ListDefinition, Statuses } from './list-view.ts';

/** Raw values such as `pending_activation` may break after an underscore. */
const breakable = (text: string) =>
  text.split(/(?<=_)/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text, which never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));

export function StatusBadge({ value, known }: { value: string; known: Statuses }) {
  const { label, variant } = statusOf(value, known);
  return (
    <Badge variant={variant}>
      <TruncatedText text={label}>{breakable(label)}</TruncatedText>
    </Badge>
  );
}

/** product §4: an unknown value is shown raw, in an outline badge. */
const statusOf = (value: string, known: Statuses) =>
  (Object.hasOwn(known, value) ? known[value] : undefined) ?? ({ label: value, variant: 'outline' } as const);

export const statusLabel = (known: Statuses, value: string) => statusOf(value, known).label;

/** What cells need of the portal or the desk. */
export interface CellContext {
  formats: Formats;
  currency: string;
  /** In place of a missing value. */
  none: string;
  code: (value: string, name: string) => ReactNode;
  longTextClass?: string;
}

/** Values of a kind. Others are plain text. */
const cellsByKind = ({ formats, currency, code, longTextClass }: CellContext) => ({
  amount: (value: string) => (
    <TruncatedText text={formats.amount(value, currency)} className="font-semibold tabular-nums" />
  ),
  day: formats.day,
  moment: (value: string) => <time dateTime={value}>{formats.momentDay(value)}</time>,
  count: (value: number) => <TruncatedText text={formats.number(value)} className="tabular-nums" />,
  percent: (value: number) => <bdi className="tabular-nums">{value} %</bdi>,
  longText: (value: string) => <TruncatedText text={value} className={longTextClass} />,
  code,
});

/** Where a screen shows a column in another way than its kind. */
export type CellChanges<Item> = Partial<
  Record<
    keyof Item & string,
    Partial<Pick<Column<Item>, 'label' | 'cardSlot' | 'isName' | 'hasSecondLine' | 'cell' | 'csv'>>
  >
>;

interface RecordColumns<Item> {
  labels: Labels;
  context: CellContext;
  /** The label of a code. */
  labelOf: (value: string, name: string) => string;
  changes: CellChanges<Item>;
}

const slotOf = (name: string, kind: Kind) => {
  if (name === 'status') return 'badge';
  return kind === 'text' || kind === 'longText' ? 'wide' : 'half';
};

/** The columns of a described list that a table shows. In all of them the API's name for sorting is the name of the field. */
export function recordColumns<
  const Described extends RecordDescription,
  Item extends ItemOf<Described> = ItemOf<Described>,
>(
  described: Described,
  table: 'portal' | 'desk',
  { labels, context, labelOf, changes }: RecordColumns<Item>,
): Column<Item>[] {
  const byKind: Partial<Record<Kind, (value: never, name: string) => ReactNode>> = cellsByKind(context);
  return columnsOf(described).flatMap(([key, { kind, sort, shown = [0, 0] }]) => {
    const widthPercent = shown[table === 'portal' ? 0 : 1];
    if (widthPercent === 0) return [];
    const name = key as keyof Item & string;
    const show = byKind[kind] ?? ((value: string) => <TruncatedText text={value} lines={2} />);
    return [
      {
        label: labels[name] ?? name,
        widthPercent,
        ...(sort !== undefined && { sort: name }),
        cardSlot: slotOf(name, kind),
        ...(kind === 'text' && { isName: true }),
        ...(kind === 'amount' && { isMoney: true }),
        ...((kind === 'count' || kind === 'percent') && { isNumber: true }),
        cell: (item) =>
          item[name] === null || item[name] === '' ? (
            <span className="missing text-muted">{context.none}</span>
          ) : (
            show(item[name] as never, name)
          ),
        csv: (item) => {
          const value = String(item[name] ?? '');
          if (kind === 'code') return labelOf(value, name);
          return kind === 'moment' ? minuteOf(value) : value;
        },
        ...changes[name],
      },
    ];
  });
}

type Labels = Readonly<Record<string, string>>;
type Known = Readonly<Record<string, Statuses>>;

export type PortalList<Described extends RecordDescription, Item = ItemOf<Described>> = Pick<
  ListDefinition<Item>,
  'fetchPage'
> & {
  /** The badges of each code. */
  known: Known;
  changes: CellChanges<Item>;
};

/** The list of a description in the portal, for RecordList. */
export function usePortalList<
  const Described extends RecordDescription<ListName>,
  Item extends ItemOf<Described> = ItemOf<Described>,
>(
  described: Described,
  copy: ListCopy & { columns: Record<ShownOf<Described>, string> },
  { fetchPage, known, changes }: PortalList<Described, Item>,
): ListDefinition<Item> {
  const formats = useFormats();
  const currency = useCurrency();
  const { notAvailable } = useCommonCopy();
  const code = (value: string, name: string) => <StatusBadge value={value} known={known[name] ?? {}} />;
  return {
    ...copy,
    list: described.list,
    fetchPage,
    defaultSort: described.defaultSort,
    sorts: sortsOf(described),
    statuses: known['status'] ?? {},
    columns: recordColumns<Described, Item>(described, 'portal', {
      labels: copy.columns,
      context: {
        formats,
        currency,
        none: notAvailable,
        code,
        // On a card it has two lines, in the height of one with a larger text.
        longTextClass: 'max-md:line-clamp-2 max-md:text-xs max-md:leading-[1.2] max-md:whitespace-normal',
      },
      labelOf: (value, name) => statusLabel(known[name] ?? {}, value),
      changes,
    }),
  };
}

type CopyableProps = { text: string; label: string; className?: string | undefined; to?: string | undefined };

function Copyable({ text, label, className = 'font-semibold', to }: CopyableProps) {
  const { copied } = useCommonCopy();
  const shown = <TruncatedText text={text} className={className} />;
  return (
    <span className="copied flex items-center gap-1">
      {to === undefined ? (
        <span className="copied-text min-w-0">{shown}</span>
      ) : (
        <Link to={to} className="copied-text min-w-0 rounded-sm hover:text-azure hover:underline">
          {shown}
        </Link>
      )}
      <CopyButton text={text} label={label} copiedLabel={copied} />
    </span>
  );
}

/** A number or key with a button that copies it. */
export const copyCell = <Key extends string, Item extends Record<Key, string> = Record<Key, string>>(
  key: Key,
  copyLabel: (value: string) => string,
  className?: string,
  pathOf?: (item: Item) => string,
) => ({
  cardSlot: 'title' as const,
  isName: false,
  cell: (item: Item) => (
    <Copyable text={item[key]} label={copyLabel(item[key])} className={className} to={pathOf?.(item)} />
  ),
});
