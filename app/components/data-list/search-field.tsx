import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';
import { maxSearchLength } from '#contract/limits.ts';
import { searchable } from './list-view.ts';

const debounceMs = 250;

type SearchFieldProps = {
  /** The search in the URL. */
  value: string;
  onSearch: (q: string) => void;
  label: string;
  hint: string;
  className: string;
  ref?: RefObject<HTMLInputElement | null>;
};

/** Searches while the user types, and keeps what they type while the URL catches up. */
export function SearchField({ value, onSearch, label, hint, className, ref }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // Searches that the URL does not show yet: a navigation takes longer than a key press.
  const [pending, setPending] = useState<readonly string[]>([]);
  if (value !== shown) {
    setShown(value);
    setPending(pending.slice(pending.indexOf(value) + 1));
    // Nobody typed this: a link was followed, Back was pressed or the filters were cleared.
    if (!pending.includes(value)) {
      setPending([]);
      setTyped(value);
    }
  }
  const searched = pending.at(-1) ?? shown;
  const search = () => {
    const q = searchable(typed);
    if (q === searched) return;
    setPending([...pending, q]);
    onSearch(q);
  };
  const searchLater = useEffectEvent(search);
  useEffect(() => {
    if (typed === searched) return undefined;
    const timer = setTimeout(searchLater, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, searched]);
  return (
    <div role="search" className={`w-full ${className}`}>
      {/* The icon stays where it is while the text beside it changes direction. */}
      <label className="flex min-h-10 items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure">
        <Icon name="search" className="size-4.5 text-muted" />
        <input
          ref={ref}
          type="search"
          aria-label={label}
          placeholder={hint}
          value={typed}
          maxLength={maxSearchLength}
          dir="auto"
          onChange={(event) => setTyped(event.target.value)}
          // At once, before the link that was clicked is followed: a later search would undo that navigation.
          onBlur={search}
          className="min-w-0 grow bg-transparent py-1.5 text-sm outline-none placeholder:text-muted"
        />
      </label>
    </div>
  );
}
