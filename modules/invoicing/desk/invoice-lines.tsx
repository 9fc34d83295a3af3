import { type Dispatch, type KeyboardEvent, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { FieldError, SelectField, TextAreaField, TextField } from '#app/components/ui/field.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { labelOf } from '#app/desk/components/desk-context.ts';
import type { NewInvoiceCopy } from '../copy/new-invoice.fr.ts';
import { type DraftErrors, type DraftLine, type LineField, splitVat, vatRates } from './invoice-draft.ts';

export type LineAction =
  | { type: 'line'; key: string; field: LineField; value: string }
  | { type: 'insert'; after: string | undefined }
  | { type: 'remove'; key: string }
  | { type: 'move'; key: string; by: -1 | 1 };

export const lineFieldId = (key: string, field: string) => `line-${key}-${field}`;

export function vatLabel(copy: NewInvoiceCopy, vat: string): string {
  const { taxCategory, taxRate } = splitVat(vat);
  return taxCategory === 'S'
    ? copy.rate(taxRate.replace('.', copy.decimal))
    : (labelOf(copy.vats, taxCategory) ?? taxCategory);
}

type LineEditorProps = {
  line: DraftLine;
  position: number;
  isFirst: boolean;
  isLast: boolean;
  errors: DraftErrors;
  /** As the server calculates it. */
  net: string | undefined;
  copy: NewInvoiceCopy;
  dispatch: Dispatch<LineAction>;
};

/** One line: a row of fields, and a block on a phone. */
export function LineEditor({ line, position, isFirst, isLast, errors, net, copy, dispatch }: LineEditorProps) {
  const { key } = line;
  const [hasDetail, setHasDetail] = useState(line.description !== '');
  const field = (name: LineField) => ({
    id: lineFieldId(key, name),
    value: line[name],
    // The columns are too narrow for messages: they stand below the line.
    ...(errors[`${key}.${name}`] !== undefined && {
      'aria-invalid': true,
      'aria-describedby': `${lineFieldId(key, name)}-error`,
    }),
    onChange: ({ target }: { target: { value: string } }) =>
      dispatch({ type: 'line', key, field: name, value: target.value }),
  });
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLInputElement)) return;
    const by = event.altKey ? { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key] : undefined;
    if (by !== undefined) {
      event.preventDefault();
      dispatch({ type: 'move', key, by });
    } else if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault();
      dispatch({ type: 'insert', after: key });
    }
  };
  const numeric = { inputMode: 'decimal', autoComplete: 'off', maxLength: 20 } as const;
  const units = Object.entries(copy.units).map(([value, label]) => ({ value, label }));
  const vats = vatRates.includes(line.vat) ? vatRates : [...vatRates, line.vat];
  return (
    <div className="invoice-line" role="group" aria-label={copy.lines.line(position)} onKeyDown={press}>
      <div className="invoice-line-name">
        <TextField label={copy.lines.name} {...field('name')} required maxLength={200} autoComplete="off" />
        {hasDetail && (
          <div className="mt-2">
            <TextAreaField label={copy.lines.description} {...field('description')} rows={2} maxLength={1000} />
          </div>
        )}
      </div>
      <TextField label={copy.lines.quantity} {...field('quantity')} {...numeric} required />
      <SelectField
        label={copy.lines.unit}
        {...field('unit')}
        options={labelOf(copy.units, line.unit) ? units : [...units, { value: line.unit, label: line.unit }]}
      />
      <TextField label={copy.lines.price} {...field('price')} {...numeric} required />
      <TextField label={copy.lines.discount} {...field('discount')} {...numeric} />
      <SelectField
        label={copy.lines.vat}
        {...field('vat')}
        options={vats.map((value) => ({ value, label: vatLabel(copy, value) }))}
      />
      <p className="invoice-line-net">
        <span className="invoice-line-label">{copy.lines.net}</span>
        <output>{net ?? '–'}</output>
      </p>
      <div className="invoice-line-actions">
        {!hasDetail && (
          <LineButton
            icon="file-text"
            label={copy.lines.addDetail}
            of={position}
            copy={copy}
            onClick={() => setHasDetail(true)}
          />
        )}
        <LineButton
          icon="arrow-up"
          label={copy.lines.up}
          of={position}
          copy={copy}
          isOff={isFirst}
          onClick={() => dispatch({ type: 'move', key, by: -1 })}
        />
        <LineButton
          icon="arrow-down"
          label={copy.lines.down}
          of={position}
          copy={copy}
          isOff={isLast}
          onClick={() => dispatch({ type: 'move', key, by: 1 })}
        />
        <LineButton
          icon="x"
          label={copy.lines.remove}
          of={position}
          copy={copy}
          onClick={() => dispatch({ type: 'remove', key })}
        />
      </div>
      <LineErrors lineKey={key} errors={errors} copy={copy} />
    </div>
  );
}

const fieldOrder = ['name', 'description', 'quantity', 'price', 'discount', 'vat'] as const satisfies LineField[];

function LineErrors({ lineKey, errors, copy }: { lineKey: string; errors: DraftErrors; copy: NewInvoiceCopy }) {
  const found = fieldOrder.filter((name) => errors[`${lineKey}.${name}`] !== undefined);
  if (found.length === 0) return null;
  return (
    <div className="invoice-line-errors">
      {found.map((name) => (
        <FieldError
          key={name}
          id={`${lineFieldId(lineKey, name)}-error`}
          error={copy.lines.fault(copy.lines[name], errors[`${lineKey}.${name}`] ?? '')}
        />
      ))}
    </div>
  );
}

type LineButtonProps = {
  icon: string;
  label: string;
  of: number;
  copy: NewInvoiceCopy;
  isOff?: boolean;
  onClick: () => void;
};

function LineButton({ icon, label, of, copy, isOff = false, onClick }: LineButtonProps) {
  const name = `${label} (${copy.lines.line(of).toLowerCase()})`;
  return (
    // Not `disabled`: a line that arrives at the end keeps the focus.
    <Button
      variant="quiet"
      size="sm"
      className="size-10 px-0 aria-disabled:opacity-40"
      aria-disabled={isOff}
      aria-label={name}
      title={label}
      onClick={isOff ? undefined : onClick}
    >
      <Icon name={icon} className="size-4" />
    </Button>
  );
}
