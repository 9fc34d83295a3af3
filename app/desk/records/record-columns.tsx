import { Link } from 'react-router';
import { type CellChanges, recordColumns } from '#app/components/data-list/columns.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { TruncatedText } from '#app/components/ui/truncated-text.tsx';
import { type Desk, labelOf, useDesk } from '#app/desk/components/desk-context.ts';
import { rowLink } from '#app/desk/components/desk-list.tsx';
import { Code, DeskStatus, statusLabel } from '#app/desk/components/desk-status.tsx';
import type { Formats } from '#app/lib/formats.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import type { DeskItemOf, RecordDescription } from '#contract/record-description.ts';
import type { ListName } from '#contract/record-lists.ts';

type RecordNameProps = {
  id: string;
  text: string;
  lines?: 1 | 2;
  detail?: string | undefined;
  to?: string | undefined;
};

/** The first cell of a row. It is focusable, so that j and k stop at it. */
export function RecordName({ id, text, lines = 1, detail, to }: RecordNameProps) {
  const name = <TruncatedText text={text} lines={lines} className="font-semibold" />;
  return (
    <>
      <span className="flex items-center gap-1">
        {to === undefined ? (
          <span {...{ [rowLink]: id }} tabIndex={-1} className="min-w-0 rounded-sm">
            {name}
          </span>
        ) : (
          <Link to={to} {...{ [rowLink]: id }} className="row-link min-w-0 rounded-sm">
            {name}
          </Link>
        )}
        <DeskCopyButton text={text} />
      </span>
      {detail !== undefined && <TruncatedText text={detail} className="text-xs text-muted" />}
    </>
  );
}

export function DeskCopyButton({ text }: { text: string }) {
  const { copyButton } = useDesk().copy;
  return <CopyButton text={text} label={copyButton.copy(text)} copiedLabel={copyButton.copied} />;
}

const codesOf = { paymentMethod: 'methods', licenseType: 'licenseTypes', priority: 'priorities' } as const;

/** The French label of a code, by list and column. */
export const codeLabel = (copy: DeskCopy, list: ListName, name: string, value: string) =>
  statusLabel(copy, labelOf(codesOf, name) ?? list, value);

export const deskColumns = <const Described extends RecordDescription<ListName>>(
  { copy, currency }: Desk,
  formats: Formats,
  described: Described,
  changes: CellChanges<DeskItemOf<Described>>,
) => {
  const { list } = described;
  const labelOfCode = (value: string, name: string) => codeLabel(copy, list, name, value);
  const code = (value: string, name: string) =>
    name === 'status' ? (
      <DeskStatus of={list} value={value} />
    ) : (
      <Code of={labelOf(codesOf, name) ?? list} value={value}>
        <TruncatedText text={labelOfCode(value, name)} />
      </Code>
    );
  return recordColumns(described, 'desk', {
    labels: copy.records[list].columns,
    context: { formats, currency, none: copy.states.none, code, longTextClass: 'text-muted' },
    labelOf: labelOfCode,
    changes,
  });
};
