import { type CellChanges, recordColumns } from '#app/components/data-list/columns.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { type Desk, labelOf, useDesk } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { DeskStatus, inWords } from '#app/desk/components/desk-status.tsx';
import type { Formats } from '#app/lib/formats.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { ItemOf, RecordDescription } from '#contract/record-description.ts';
import type { ListName } from '#contract/record-lists.ts';

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
  return <CopyButton text={text} label={copyButton.copy(text)} copiedLabel={copyButton.copied} />;
}

/** The French label of a code, by list and column. */
export function codeLabel({ statuses }: DeskCopy, list: ListName, name: string, value: string): string {
  const labels: Record<string, Readonly<Record<string, string>>> = {
    paymentMethod: statuses.methods,
    licenseType: statuses.licenseTypes,
  };
  return labelOf(labels[name] ?? statuses[list], value) ?? inWords(value);
}

export const deskColumns = <const Described extends RecordDescription<ListName>>(
  { copy, currency }: Desk,
  formats: Formats,
  described: Described,
  changes: CellChanges<ItemOf<Described>>,
) => {
  const { list } = described;
  const labelOfCode = (value: string, name: string) => codeLabel(copy, list, name, value);
  const code = (value: string, name: string) =>
    name === 'status' ? <DeskStatus of={list} value={value} /> : <TruncatedText text={labelOfCode(value, name)} />;
  return recordColumns(described, 'desk', {
    labels: copy.records[list].columns,
    context: { formats, currency, none: copy.states.none, code, longTextClass: 'text-muted' },
    labelOf: labelOfCode,
    changes,
  });
};
