import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#app/lib/api-client.ts';
import { currentState } from '#app/lib/current-state.ts';
import { textOf } from '#app/lib/form-text.ts';
import type { Formats } from '#app/lib/formats.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import { toast } from '#app/lib/toast.ts';
import type { ChangedRecord } from '#contract/desk-records.ts';
import {
  columnsOf,
  type CorrectableOf,
  type DeskItemOf,
  type Kind,
  type RecordDescription,
} from '#contract/record-description.ts';
import { type RecordList, voidStatus } from '#contract/staff.ts';
import { type Desk, labelOf, useDesk } from '#app/desk/components/desk-context.ts';
import { inWords } from '#app/desk/components/desk-status.tsx';
import { FormDialog, InvalidInputError } from '#app/desk/components/desk-dialog.tsx';
import { DeskSelect, DeskTextArea, DeskTextField, reasonField } from '#app/desk/components/desk-fields.tsx';

export type RecordItem = { id: string; status: string };
export type CustomerProps = { customerId: string };

/** What can be corrected, and how it is typed. */
type Field<Item> = {
  name: keyof Item & string;
  label: string;
  kind: 'text' | 'amount' | 'day' | 'whole' | 'status' | 'long' | 'flag';
  isOptional?: boolean;
};
type Correction<Item> = { customerId: string; id: string; reason: string; before: Partial<Item>; after: Partial<Item> };
export interface Correctable<Item> {
  list: RecordList;
  name: (item: Item) => string;
  fields: Field<Item>[];
  correct: (input: Correction<Item>) => Promise<ChangedRecord>;
  /** Below the fields. */
  note?: string | undefined;
}

const fieldKinds: Partial<Record<Kind, Field<never>['kind']>> = {
  amount: 'amount',
  day: 'day',
  count: 'whole',
  percent: 'whole',
  longText: 'long',
  flag: 'flag',
};

/** What the dialogs need of a described list. `order`: of the fields, unless it is that of the columns. */
export function correctionsOf<const Described extends RecordDescription<RecordList>>(
  { copy }: Desk,
  described: Described,
  name: (item: DeskItemOf<Described>) => string,
  order?: readonly CorrectableOf<Described>[],
): Correctable<DeskItemOf<Described>> {
  const { list } = described;
  const columns = new Map(columnsOf(described).filter(([, { correct }]) => correct));
  const fields = [...(order ?? columns.keys())].map((field) => {
    const column = columns.get(field);
    return {
      name: field as keyof DeskItemOf<Described> & string,
      label: labelOf(copy.records[list].columns, field) ?? field,
      kind: field === 'status' ? 'status' : (fieldKinds[column?.kind ?? 'text'] ?? 'text'),
      isOptional: column?.isNullable === true,
    } as const;
  });
  const correct = (input: Correction<DeskItemOf<Described>>) =>
    api.desk.records.correct.$post({ json: { list, ...input } });
  return { list, name, fields, correct };
}

/** The dialog stays open until the list is read again: the next correction must start from what is stored now. */
function useRefetchRecords() {
  const client = useQueryClient();
  return async () => {
    for (const key of ['customer', 'customers', 'ticket']) void client.invalidateQueries({ queryKey: ['desk', key] });
    await client.invalidateQueries({ queryKey: ['desk', 'records'] });
  };
}

type Labels = Readonly<Record<string, string>>;
type RecordDialogProps<Item> = CustomerProps & {
  item: Item;
  correctable: Correctable<Item>;
  statuses: Labels;
  onClose: () => void;
};

export const RecordDialog = <Item extends RecordItem>({
  kind,
  ...props
}: RecordDialogProps<Item> & { kind: 'correct' | 'void' }) =>
  kind === 'correct' ? <CorrectDialog {...props} /> : <VoidDialog {...props} />;

/** `1 250,5` as the API wants it, `1250.50`; undefined if it is not an amount. */
export function readAmount(text: string): string | undefined {
  const [, whole, cents = ''] =
    /^(-?\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/[\s\u00a0\u202f€]/g, '')) ?? [];
  return whole === undefined ? undefined : `${whole}.${cents.padEnd(2, '0')}`;
}

/** `1250.50` with the decimal sign of the language. */
export const typedAmount = (amount: string, formats: Formats) => amount.replace('.', formats.number(0.5).charAt(1));

/** What the field shows. */
function typedValue<Item>({ name, kind }: Field<Item>, item: Item, formats: Formats): string {
  const value = item[name];
  if (value === null || value === undefined) return '';
  return kind === 'amount' ? typedAmount(String(value), formats) : String(value);
}

/** What a colleague stored, below the field. */
const shownValue = <Item,>(field: Field<Item>, item: Item, yesNo: Labels, formats: Formats) => {
  const value = typedValue(field, item, formats);
  return field.kind === 'flag' ? (yesNo[value] ?? value) : value;
};

function CorrectDialog<Item extends RecordItem>(props: RecordDialogProps<Item>) {
  const { customerId, item, correctable, statuses, onClose } = props;
  const { copy } = useDesk();
  const formats = useFormats();
  const refetch = useRefetchRecords();
  // The last known stored record. A conflict updates it and keeps what was typed.
  const [stored, setStored] = useState(item);
  const name = correctable.name(item);

  const parse = ({ kind, isOptional }: Field<Item>, text: string): string | number | boolean | null => {
    if (text === '' && isOptional) return null;
    if (kind === 'flag') return text === 'true';
    if (kind === 'amount') {
      const amount = readAmount(text);
      if (amount === undefined) throw new InvalidInputError(copy.records.invalidAmount);
      return amount;
    }
    if (kind === 'whole') {
      if (!/^\d{1,9}$/.test(text)) throw new InvalidInputError(copy.records.invalidNumber);
      return Number(text);
    }
    return text;
  };
  const submit = async (form: FormData) => {
    const before: Partial<Item> = {};
    const after: Partial<Item> = {};
    for (const field of correctable.fields) {
      const value = parse(field, textOf(form, field.name)) as Item[typeof field.name];
      if (value === stored[field.name]) continue;
      before[field.name] = stored[field.name];
      after[field.name] = value;
    }
    if (Object.keys(after).length === 0) throw new InvalidInputError(copy.records.unchanged);
    const input = { customerId, id: item.id, reason: textOf(form, 'reason'), before, after };
    await correctable.correct(input).catch((error: unknown) => {
      const current = currentState(error, 'changed_meanwhile', api.desk.records.correct.$post);
      if (current !== undefined) setStored((known) => ({ ...known, ...current }));
      throw error;
    });
    await refetch();
    toast({ source: 'records', title: copy.records.corrected(name) });
  };
  return (
    <FormDialog
      {...copy.records.correctDialog}
      title={copy.records.correctDialog.title(name)}
      onSubmit={submit}
      errorTexts={{ changed_meanwhile: copy.records.conflict }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {correctable.fields.map((field) => (
          <FieldOf
            key={field.name}
            field={field}
            statuses={statuses}
            value={typedValue(field, item, formats)}
            hint={
              stored[field.name] === item[field.name]
                ? undefined
                : copy.records.conflictValue(shownValue(field, stored, copy.records.yesNo, formats))
            }
          />
        ))}
      </div>
      {correctable.note !== undefined && <p className="text-sm text-muted">{correctable.note}</p>}
      <DeskTextArea {...copy.records.reason} {...reasonField} rows={2} />
    </FormDialog>
  );
}

type FieldOfProps = {
  field: Field<never>;
  statuses: Labels;
  value: string;
  hint: string | undefined;
};

function FieldOf({ field: { name, label, kind, isOptional }, statuses, value, hint }: FieldOfProps) {
  const { yesNo } = useDesk().copy.records;
  const common = { label, name, hint, defaultValue: value, required: !isOptional };
  if (kind === 'status') {
    const known = Object.entries(statuses)
      .filter(([status]) => status !== voidStatus)
      .map(([status, text]) => ({ value: status, label: text }));
    const options = known.some((option) => option.value === value)
      ? known
      : [...known, { value, label: `${inWords(value)} (${value})` }];
    return <DeskSelect {...common} options={options} />;
  }
  if (kind === 'flag') {
    return (
      <DeskSelect {...common} options={Object.entries(yesNo).map(([one, text]) => ({ value: one, label: text }))} />
    );
  }
  if (kind === 'long')
    return (
      <div className="sm:col-span-2">
        <DeskTextArea {...common} rows={3} maxLength={4000} />
      </div>
    );
  if (kind === 'day') return <DeskTextField {...common} type="date" />;
  return (
    <DeskTextField {...common} inputMode={kind === 'text' ? 'text' : 'decimal'} maxLength={300} autoComplete="off" />
  );
}

function VoidDialog<Item extends RecordItem>({ customerId, item, correctable, onClose }: RecordDialogProps<Item>) {
  const { copy } = useDesk();
  const refetch = useRefetchRecords();
  const name = correctable.name(item);
  return (
    <FormDialog
      {...copy.records.voidDialog}
      title={copy.records.voidDialog.title(name)}
      variant="danger"
      onSubmit={async (form) => {
        const reason = textOf(form, 'reason');
        await api.desk.records.void.$post({ json: { list: correctable.list, customerId, id: item.id, reason } });
        await refetch();
        toast({ source: 'records', title: copy.records.voided(name) });
      }}
      onClose={onClose}
    >
      <DeskTextArea {...copy.records.reason} {...reasonField} rows={2} />
    </FormDialog>
  );
}
