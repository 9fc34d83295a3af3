import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { CheckboxField, RadioChips } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { ImportCopy } from '#content/desk/fr/import.ts';
import type { DeskCopy } from '#content/desk/fr/desk.ts';
import { byteOrderMark, csvLine, frenchCsv } from '#contract/csv.ts';
import type { RejectedRows } from '#contract/desk-records.ts';
import { columnName, columnsOf, type Kind } from '#contract/record-description.ts';
import { records } from '#contract/record-lists.ts';
import { type RecordList, recordLists } from '#contract/staff.ts';
import { labelOf, useDesk, useImportCopy } from '#app/desk/components/desk-context.ts';

export type Chosen = { file: Blob; name: string; size: string };

interface ImportColumn {
  /** As in the header of the file. */
  name: string;
  /** The field of the record. */
  field: string;
  label: string;
  kind: Kind;
  isRequired: boolean;
  /** In French notation. */
  example: string;
}

export function importColumns(
  list: RecordList,
  { records: labels }: DeskCopy,
  { examples }: ImportCopy,
): ImportColumn[] {
  // Nobody at the desk knows an id.
  const imported = columnsOf(records[list]).filter(([field, column]) => column.import !== undefined && field !== 'id');
  return imported.map(([field, column]) => ({
    name: columnName(field),
    field,
    label: labelOf(labels[list].columns, field) ?? field,
    kind: column.kind,
    isRequired: column.import === 'required' || column.import === 'oneOf',
    example: labelOf(examples[list], field) ?? '',
  }));
}

const customerColumn = ({ customer }: ImportCopy): ImportColumn => ({
  name: 'customer',
  field: 'customer',
  kind: 'text',
  isRequired: true,
  ...customer,
});

type FileOptionsProps = {
  list: RecordList;
  isFrench: boolean;
  /** The file has rows of several customers, and a column that names them. */
  isForAll: boolean;
  onListChange: (list: RecordList) => void;
  onFrenchChange: (isFrench: boolean) => void;
};

/** The rejected rows as they were, with a last column that says what is wrong: to be corrected and chosen again. */
export function rejectedCsv({ header, rows }: RejectedRows, errors: string, describe: Describe): string {
  const width = header.length;
  const lines = rows.map(({ cells, problems }) => [
    ...header.map((_, at) => cells[at] ?? ''),
    problems.map(describe).join(' · '),
    ...cells.slice(width),
  ]);
  return byteOrderMark + [[...header, errors], ...lines].map((cells) => csvLine(cells, frenchCsv)).join('');
}
type Describe = (problem: RejectedRows['rows'][number]['problems'][number]) => string;

/** What the file contains, and how it is written. */
export function FileOptions({ list, isFrench, isForAll, onListChange, onFrenchChange }: FileOptionsProps) {
  const { copy } = useDesk();
  const importCopy = useImportCopy();
  const columns = [...(isForAll ? [customerColumn(importCopy)] : []), ...importColumns(list, copy, importCopy)];
  return (
    <>
      <div
        className="import-lists"
        onChange={({ target }) => {
          const next = recordLists.find((one) => target instanceof HTMLInputElement && one === target.value);
          if (next !== undefined) onListChange(next);
        }}
      >
        <RadioChips
          legend={importCopy.list}
          name="list"
          defaultValue={list}
          options={recordLists.map((value) => ({ value, label: copy.records[value].title }))}
        />
      </div>
      <details className="import-columns">
        <summary>
          {importCopy.columnsTitle}
          <Icon name="chevron-down" className="size-4.5 text-muted" />
        </summary>
        <div className="grid gap-3 pb-4">
          <p className="text-sm text-muted">{importCopy.columnsHint}</p>
          <ul className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
            {columns.map(({ name, label, isRequired }) => (
              <li key={name} className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-semibold">{label}</span>
                <span className="text-muted">
                  <code>{name}</code>
                  {isRequired && `, ${importCopy.required}`}
                </span>
              </li>
            ))}
          </ul>
          <a
            href={templateOf(columns, isFrench)}
            download={`${copy.records[list].title.toLowerCase()}.csv`}
            className={buttonClass('secondary', 'sm', 'justify-self-start')}
          >
            <Icon name="download" className="size-4" />
            {importCopy.template}
          </a>
        </div>
      </details>
      <CheckboxField
        label={importCopy.french}
        hint={importCopy.frenchHint}
        checked={isFrench}
        onChange={({ target }) => onFrenchChange(target.checked)}
      />
    </>
  );
}

/** The examples are written in French. */
function inEnglish({ kind, example }: ImportColumn): string {
  if (kind === 'amount') return example.replace(',', '.');
  return example.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1');
}

/** A file with the header and one row, which a spreadsheet opens. No name and no example needs quotes. */
export function templateOf(columns: readonly ImportColumn[], isFrench: boolean): string {
  const header = columns.map(({ name, label }) => (isFrench ? label : name));
  const row = columns.map((column) => (isFrench ? column.example : inEnglish(column)));
  const lines = [header, row].map((cells) => `${cells.join(isFrench ? ';' : ',')}\r\n`);
  // Without the byte order mark, Excel reads UTF-8 as a legacy code page.
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${lines.join('')}`)}`;
}

type DropZoneCopy = { drop: string; choose: string; limits: string };
type DropZoneProps = {
  copy: DropZoneCopy;
  /** For the file input. */
  accept: string;
  /** Whether several files can be chosen at once. */
  isMultiple?: boolean;
  /** The name and size of the file that was chosen. */
  children?: ReactNode;
  onChoose: (files: readonly File[]) => void;
};

export function DropZone({ copy, accept, isMultiple = false, children, onChoose }: DropZoneProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const choose = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, isMultiple ? undefined : 1);
    if (chosen.length > 0) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files);
  };
  return (
    <div
      className={classNames('drop-zone', isOver && 'drop-zone-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Icon name="file-text" className="size-7 text-azure" />
      {children ?? <p className="text-sm font-semibold max-sm:hidden">{copy.drop}</p>}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-describedby={`${id}-limits`}
        className="peer sr-only"
        onChange={({ target }) => {
          choose(target.files);
          // The same file can be chosen again, after it was corrected.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={buttonClass(
          'secondary',
          'sm',
          'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-azure',
        )}
      >
        {copy.choose}
      </label>
      <p id={`${id}-limits`} className="text-xs text-muted">
        {copy.limits}
      </p>
    </div>
  );
}
