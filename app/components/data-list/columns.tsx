import type { ReactNode } from 'react';
import { Badge } from '#app/components/ui/badge.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
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

function Day({ day, missing }: { day: string | null; missing: string | undefined }) {
  const { notAvailable } = useCommonCopy();
  const formats = useFormats();
  return day === null ? (missing ?? notAvailable) : formats.day(day);
}

function Money({ amount }: { amount: string | null }) {
  const currency = useCurrency();
  const formats = useFormats();
  const { notAvailable } = useCommonCopy();
  return (
    <TruncatedText
      text={amount === null ? notAvailable : formats.amount(amount, currency)}
      className="font-semibold tabular-nums"
    />
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{useFormats().momentDay(at)}</time>;
}

function Count({ value }: { value: number }) {
  return <TruncatedText text={useFormats().number(value)} className="tabular-nums" />;
}

function LongText({ text }: { text: string | null }) {
  const { notAvailable } = useCommonCopy();
  return <TruncatedText text={text || notAvailable} />;
}

export function StatusBadge({ value, known }: { value: string; known: Statuses }) {
  const { label, variant } = statusOf(value, known);
  return (
    <Badge variant={variant}>
      <TruncatedText text={label} />
    </Badge>
  );
}

/** product §4: an unknown value is shown raw, in an outline badge. */
const statusOf = (value: string, known: Statuses) =>
  (Object.hasOwn(known, value) ? known[value] : undefined) ?? ({ label: value, variant: 'outline' } as const);

export const statusLabel = (known: Statuses, value: string) => statusOf(value, known).label;

/** How the portal or the desk shows the values of a kind. */
export interface CellsByKind {
  amount: (value: string | null) => ReactNode;
  day: (value: string | null) => ReactNode;
  moment: (value: string) => ReactNode;
  count: (value: number) => ReactNode;
  percent: (value: number) => ReactNode;
  longText: (value: string | null) => ReactNode;
  code: (value: string, name: string) => ReactNode;
}

/** Where a screen shows a column in another way than its kind. */
export type CellChanges<Item> = Partial<
  Record<keyof Item & string, Partial<Pick<Column<Item>, 'label' | 'cardSlot' | 'isName' | 'cell' | 'csv'>>>
>;

interface RecordColumns<Item> {
  labels: Labels;
  cells: CellsByKind;
  /** The label of a code. */
  labelOf: (value: string, name: string) => string;
  changes: CellChanges<Item>;
}

const slotOf = (name: string, kind: Kind) => {
  if (name === 'status') return 'badge';
  return kind === 'text' || kind === 'longText' ? 'wide' : 'half';
};

/** The columns of a described list that a table shows. In all of them the API's name for sorting is the name of the field. */
export function recordColumns<const Described extends RecordDescription>(
  described: Described,
  table: 'portal' | 'desk',
  { labels, cells, labelOf, changes }: RecordColumns<ItemOf<Described>>,
): Column<ItemOf<Described>>[] {
  const byKind: Partial<Record<Kind, (value: never, name: string) => ReactNode>> = cells;
  return columnsOf(described).flatMap(([key, { kind, sort, shown = [0, 0] }]) => {
    const widthPercent = shown[table === 'portal' ? 0 : 1];
    if (widthPercent === 0) return [];
    const name = key as keyof ItemOf<Described> & string;
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
        cell: (item) => show(item[name] as never, name),
        csv: (item) => (kind === 'code' ? labelOf(String(item[name]), name) : String(item[name] ?? '')),
        ...changes[name],
      },
    ];
  });
}

type Labels = Readonly<Record<string, string>>;
type Known = Readonly<Record<string, Statuses>>;

const portalCells = (known: Known): CellsByKind => ({
  amount: (value) => <Money amount={value} />,
  day: (value) => <Day day={value} missing={undefined} />,
  moment: (value) => <Moment at={value} />,
  count: (value) => <Count value={value} />,
  percent: (value) => <Count value={value} />,
  longText: (value) => <LongText text={value} />,
  code: (value, name) => <StatusBadge value={value} known={known[name] ?? {}} />,
});

type PortalList<Described extends RecordDescription> = Pick<ListDefinition<ItemOf<Described>>, 'fetchPage'> & {
  /** The badges of each code. */
  known: Known;
  changes: CellChanges<ItemOf<Described>>;
};

/** The list of a description in the portal, for RecordList. */
export function portalList<const Described extends RecordDescription<ListName>>(
  described: Described,
  copy: ListCopy & { columns: Record<ShownOf<Described>, string> },
  { fetchPage, known, changes }: PortalList<Described>,
): ListDefinition<ItemOf<Described>> {
  return {
    ...copy,
    list: described.list,
    fetchPage,
    defaultSort: described.defaultSort,
    sorts: sortsOf(described),
    statuses: known['status'] ?? {},
    columns: recordColumns(described, 'portal', {
      labels: copy.columns,
      cells: portalCells(known),
      labelOf: (value, name) => statusLabel(known[name] ?? {}, value),
      changes,
    }),
  };
}

type CopyableProps = { text: string; label: string; className?: string | undefined };

function Copyable({ text, label, className = 'font-semibold' }: CopyableProps) {
  const { copied } = useCommonCopy();
  return (
    <span className="flex items-center gap-1 lg:justify-between">
      <TruncatedText text={text} className={className} />
      <CopyButton text={text} label={label} copiedLabel={copied} />
    </span>
  );
}

/** A number or key with a button that copies it. */
export const copyCell = <Key extends string>(key: Key, copyLabel: (value: string) => string, className?: string) => ({
  cardSlot: 'title' as const,
  isName: false,
  cell: (item: Record<Key, string>) => <Copyable text={item[key]} label={copyLabel(item[key])} className={className} />,
});

export const dayCell = <Key extends string>(key: Key, missing: string) => ({
  cell: (item: Record<Key, string | null>) => <Day day={item[key]} missing={missing} />,
});
