// Rendered with its form: memoized, it would be larger and no faster.
'use no memo';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export const controlClass =
  'block w-full min-h-12 rounded-md border border-line-strong bg-surface px-3.5 py-2 text-ink placeholder:text-muted disabled:opacity-60 aria-invalid:border-danger';

type FieldShellProps = {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  children: ReactNode;
};

const describedBy = (id: string, hint?: string, error?: string) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

function FieldShell({ id, label, hint, error, required, children }: FieldShellProps) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
        {required && (
          <span aria-hidden="true" className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 text-sm text-danger">
      <Icon name="circle-alert" className="mt-0.5 size-4" />
      {error}
    </p>
  );
}

type Common = { label: string; hint?: string | undefined; error?: string | undefined };

/** What is Latin in every language. A password is laid out like the field: what stands inside it does not change sides. */
const directions: Record<string, 'ltr' | undefined> = { email: 'ltr', tel: 'ltr', url: 'ltr', password: undefined };
const directionOf = ({ type = 'text', inputMode }: ComponentProps<'input'>) => {
  if (type in directions) return directions[type];
  return type === 'text' ? (inputMode === undefined || inputMode === 'text' ? 'auto' : 'ltr') : undefined;
};

type TextFieldProps = Common & ComponentProps<'input'> & { /** Stands inside, at its end. */ trailing?: ReactNode };

export function TextField({ label, hint, error, className, trailing, ...props }: TextFieldProps) {
  const generated = useId();
  const id = props.id ?? generated;
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} required={props.required}>
      <div className="relative">
        <input
          dir={trailing === undefined ? directionOf(props) : undefined}
          {...props}
          id={id}
          aria-describedby={props['aria-describedby'] ?? describedBy(id, hint, error)}
          aria-invalid={error ? true : props['aria-invalid']}
          className={classNames(controlClass, trailing !== undefined && 'pe-13', className)}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 end-1 grid place-items-center">{trailing}</div>}
      </div>
    </FieldShell>
  );
}

export function TextAreaField({ label, hint, error, className, ...props }: Common & ComponentProps<'textarea'>) {
  const generated = useId();
  const id = props.id ?? generated;
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} required={props.required}>
      <textarea
        dir="auto"
        {...props}
        id={id}
        aria-describedby={props['aria-describedby'] ?? describedBy(id, hint, error)}
        aria-invalid={error ? true : props['aria-invalid']}
        className={classNames(controlClass, className)}
      />
    </FieldShell>
  );
}

type Option = { value: string; label: string };

export function SelectField({
  label,
  hint,
  error,
  options,
  placeholder,
  className,
  ...props
}: Common & { options: Option[]; placeholder?: string | undefined } & Omit<ComponentProps<'select'>, 'children'>) {
  const generated = useId();
  const id = props.id ?? generated;
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} required={props.required}>
      {/* Its own chevron: the browser's arrow ignores the padding and covers long options. */}
      <div className="relative">
        <select
          {...props}
          id={id}
          aria-describedby={props['aria-describedby'] ?? describedBy(id, hint, error)}
          className={classNames(controlClass, 'appearance-none pe-10', className)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4.5 text-muted"
        />
      </div>
    </FieldShell>
  );
}

/** Drawn by us: in dark mode the browser's unticked box is brown. Goes inside its label. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={classNames('relative inline-grid size-5.5 shrink-0', className)}>
      <input
        {...props}
        type="checkbox"
        className="peer size-full appearance-none rounded-sm border border-line-strong bg-surface checked:border-azure-fill checked:bg-azure-fill not-disabled:cursor-pointer disabled:opacity-60"
      />
      <Icon
        name="check"
        className="pointer-events-none absolute inset-0 m-auto hidden size-4 text-on-azure peer-checked:block"
      />
    </span>
  );
}

type CheckboxFieldProps = ComponentProps<typeof Checkbox> & { label: string; hint: string };

export function CheckboxField({ label, hint, className, ...props }: CheckboxFieldProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is in it
    <label className={classNames('flex items-start gap-3 text-sm', className)}>
      <Checkbox {...props} />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="text-muted">{hint}</span>
      </span>
    </label>
  );
}

type RadioChipsProps = {
  legend: string;
  hint?: string | undefined;
  name: string;
  options: { value: string; label: string; className?: string | undefined }[];
  defaultValue?: string;
  /** In place of two or three columns. */
  gridClass?: string;
  /** Below the options, in the same grid. */
  scale?: ReactNode;
};

/** A native radio group: all options in sight, one click each. */
const chipColumns = 'grid grid-cols-2 gap-2 @min-[24rem]:grid-cols-3';

export function RadioChips(props: RadioChipsProps) {
  const { legend, hint, name, options, defaultValue, gridClass = chipColumns, scale } = props;
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="@container">
        <div className={gridClass}>
          {options.map((option) => (
            <label
              key={option.value}
              className={classNames(
                'grid min-h-12 cursor-pointer place-items-center rounded-md border border-line-strong bg-surface px-1 text-center text-sm font-medium transition-colors hover:border-azure has-checked:border-azure-fill has-checked:bg-azure-fill has-checked:text-on-azure has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure forced-colors:has-checked:border-4',
                option.className,
              )}
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                defaultChecked={option.value === defaultValue}
                className="sr-only"
              />
              {option.label}
            </label>
          ))}
          {scale}
        </div>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  );
}

// The last field of an odd number takes its whole row.
const gridColumns = { 2: '@min-[35rem]:grid-cols-2 @min-[35rem]:*:last:odd:col-span-2', 3: '@min-[40rem]:grid-cols-3' };

/** A container query: fields are side by side when the form is wide enough, not the viewport. */
export function FieldGrid({ columns, children }: { columns: 2 | 3; children: ReactNode }) {
  return (
    <div className="@container">
      <div className={classNames('grid gap-5', gridColumns[columns])}>{children}</div>
    </div>
  );
}
