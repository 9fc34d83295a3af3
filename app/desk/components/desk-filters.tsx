import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { SearchField } from '#app/components/data-list/search-field.tsx';
import { CompactSelect } from '#app/components/data-list/compact-select.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import type { Plural } from '#content/plural.ts';
import { useKeys } from './desk-context.ts';

/** A parameter of the URL, so that a filtered list can be bookmarked and survives Back. */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams();
  const set = (values: Record<string, string | undefined>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { get: (name: string) => params.get(name) ?? undefined, set };
}

/** The search in the URL; `/` focuses it. */
export function FilterSearch({ label, hint }: { label: string; hint: string }) {
  const { get, set } = useUrlFilters();
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <SearchField
      ref={input}
      value={get('q') ?? ''}
      onSearch={(q) => set({ q })}
      label={label}
      hint={hint}
      className="sm:w-70"
    />
  );
}

type FilterSelectProps = {
  label: string;
  any?: string;
  /** Its label is what it shows while nothing is chosen. */
  isCompact?: boolean;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
};

export function FilterSelect({ label, any = label, isCompact = false, name, options }: FilterSelectProps) {
  const { get, set } = useUrlFilters();
  return (
    <label className="desk-filter">
      <span className={isCompact ? 'sr-only' : 'contents'}>{label}</span>
      <CompactSelect value={get(name) ?? ''} onChange={({ target }) => set({ [name]: target.value })}>
        <option value="">{any}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </CompactSelect>
    </label>
  );
}

/** A day, in the URL as 2026-11-16. */
export function FilterDay({ label, name }: { label: string; name: string }) {
  const { get, set } = useUrlFilters();
  return (
    <label className="desk-filter">
      {label}
      <input
        type="date"
        value={get(name) ?? ''}
        onChange={({ target }) => set({ [name]: target.value })}
        className="min-h-10 w-full min-w-0 grow sm:min-w-38 rounded-md border border-line-strong bg-surface px-3 py-1 text-sm text-ink"
      />
    </label>
  );
}

type PageHeaderProps = {
  title: string;
  count?: { copy: Plural; total: number | null | undefined };
  /** What the page is for, where its title does not say it. */
  description?: string;
  children?: ReactNode;
};

export function ListHeader({ title, count, description, children }: PageHeaderProps) {
  const formats = useFormats();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-h-10 flex-wrap items-baseline gap-x-3">
        <h1 className="text-2xl">{title}</h1>
        <p role="status" className="text-sm text-muted tabular-nums">
          {typeof count?.total === 'number' && formats.plural(count.total, count.copy)}
        </p>
      </div>
      {description !== undefined && (
        <p className="-mt-1.5 basis-full text-sm text-muted sm:order-last">
          <span className="block max-w-3xl">{description}</span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 empty:hidden print:hidden">{children}</div>
    </header>
  );
}
