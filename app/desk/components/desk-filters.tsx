import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { searchable } from '#app/components/data-list/list-view.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { Counted } from '#content/schema/desk.ts';
import { maxSearchLength } from '#contract/limits.ts';
import { useKeys } from './desk-context.ts';
import { countOf } from './formats.ts';

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

const debounceMs = 250;

export function SearchField({ label, hint }: { label: string; hint: string }) {
  const { get, set } = useUrlFilters();
  const value = get('q') ?? '';
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  // The URL changed without typing: a link was followed or the filters were cleared.
  if (value !== reported) {
    setReported(value);
    setTyped(value);
  }
  const report = () => {
    const q = searchable(typed);
    if (q === reported) return;
    setReported(q);
    set({ q });
  };
  const reportLater = useEffectEvent(report);
  useEffect(() => {
    if (typed === reported) return undefined;
    const timer = setTimeout(reportLater, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, reported]);
  useKeys({ '/': () => input.current?.focus() });
  return (
    <div role="search" className="relative w-full sm:w-56">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        maxLength={maxSearchLength}
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
        // At once, before the link that was clicked is followed: a later search would undo that navigation.
        onBlur={report}
        className="block min-h-10 w-full rounded-md border border-line-strong bg-surface py-1.5 pr-3 pl-10 text-sm placeholder:text-muted"
      />
    </div>
  );
}

type FilterSelectProps = {
  label: string;
  any: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
};

export function FilterSelect({ label, any, name, options }: FilterSelectProps) {
  const { get, set } = useUrlFilters();
  return (
    <label className="desk-filter">
      {label}
      <span className="relative min-w-0 grow">
        <select
          value={get(name) ?? ''}
          onChange={({ target }) => set({ [name]: target.value })}
          className="min-h-10 w-full appearance-none rounded-md border border-line-strong bg-surface py-1 pr-9 pl-3 text-sm text-ink"
        >
          <option value="">{any}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-muted"
        />
      </span>
    </label>
  );
}

/** A day, in the URL as 2026-11-16. */
export function FilterDay({ label, name, max }: { label: string; name: string; max?: string }) {
  const { get, set } = useUrlFilters();
  return (
    <label className="desk-filter">
      {label}
      <input
        type="date"
        value={get(name) ?? ''}
        max={max}
        onChange={({ target }) => set({ [name]: target.value })}
        className="min-h-10 w-full min-w-0 grow sm:min-w-38 rounded-md border border-line-strong bg-surface px-3 py-1 text-sm text-ink"
      />
    </label>
  );
}

type PageHeaderProps = {
  title: string;
  count?: { copy: Counted; total: number | null | undefined };
  children?: ReactNode;
};

export function ListHeader({ title, count, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-h-10 flex-wrap items-baseline gap-x-3">
        <h1 className="text-2xl">{title}</h1>
        <p role="status" className="text-sm text-muted tabular-nums">
          {typeof count?.total === 'number' && countOf(count.copy, count.total)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </header>
  );
}
