import { codeLabel } from '#app/desk/records/record-columns.tsx';
import { labelOf, useDesk, useImportCopy } from '#app/desk/components/desk-context.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { ImportCopy } from '#content/desk/fr/import.ts';
import type { ImportPlan } from '#contract/desk-records.ts';
import type { RecordList } from '#contract/staff.ts';
import { importColumns } from './import-file.tsx';

type Problem = ImportPlan['rejected'][number]['problems'][number];

/** The columns and values of the file, as the lists of the desk show them. */
export function useCells(list: RecordList) {
  const { copy, currency } = useDesk();
  const formats = useFormats();
  const importCopy = useImportCopy();
  const columns = new Map(importColumns(list, copy, importCopy).map((column) => [column.name, column]));
  const nameOf = (name: string) =>
    columns.get(name)?.label ?? (name.startsWith('customer') ? importCopy.customer.label : name);
  return {
    nameOf,
    describe: ({ column, reason }: Problem) =>
      `${column === '' ? importCopy.wholeRow : nameOf(column)} ${translate(reason, importCopy.reasons) ?? importCopy.unknownReason}`,
    valueOf: (name: string, value: string | null) => {
      if (value === null || value === '') return importCopy.emptyValue;
      const { kind, field } = columns.get(name) ?? { kind: 'text', field: name };
      if (kind === 'amount') return formats.amount(value, currency);
      if (kind === 'day') return formats.day(value);
      // A day in the file is stored as its first moment in UTC.
      if (kind === 'moment')
        return value.endsWith('T00:00:00.000000Z') ? formats.day(value.slice(0, 10)) : formats.moment(value);
      if (field === 'status' && labelOf(copy.statuses[list], value) === undefined)
        return `${codeLabel(copy, list, field, value)} (${value}, ${importCopy.unknownMark})`;
      return kind === 'code' ? codeLabel(copy, list, field, value) : value;
    },
  };
}

/** A sentence of the API in French; undefined if it is not known here. */
export function translate(sentence: string, translations: ImportCopy['reasons']): string | undefined {
  for (const { pattern, text } of translations) {
    const found = pattern.exec(sentence);
    if (found === null) continue;
    return typeof text === 'string' ? text : text(...found.slice(1).map((part) => part.replaceAll(/^"|"$/g, '')));
  }
  return undefined;
}
