import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import { useFormats } from '#app/lib/portal-context.ts';
import { fold } from '#contract/fold.ts';
import { maxSearchLength } from '#contract/limits.ts';
import { useDesk } from './desk-context.ts';

export type PaletteOption = {
  id: string;
  icon?: string;
  label: string;
  detail?: ReactNode;
  aside?: ReactNode;
  /** The keys that do the same, in their order. */
  keys?: readonly string[];
  isCurrent?: boolean;
  onSelect: () => void;
};
/** Actions beside what was searched for are not counted as results. */
export type PaletteGroup = { label: string; options: PaletteOption[]; areActions?: boolean };

type PaletteProps = {
  title: string;
  /** Default: the title. */
  placeholder?: string;
  query: string;
  onQueryChange: (query: string) => void;
  groups: PaletteGroup[];
  /** What Enter does; default: choose. */
  hint?: string;
  /** Said instead of the number of options. */
  message?: string | undefined;
  onClose: () => void;
};

/** A combobox in a dialog: type to filter, arrows to choose, Enter. For the search, and to choose a status or a person. */
export function Palette({ title, placeholder, hint, query, onQueryChange, groups, message, onClose }: PaletteProps) {
  const { copy } = useDesk();
  const formats = useFormats();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const options = groups.flatMap((group) => group.options);
  const found = groups.reduce((count, group) => count + (group.areActions === true ? 0 : group.options.length), 0);
  const active = Math.max(0, Math.min(chosen, options.length - 1));
  const optionId = (option: PaletteOption) => `${id}-${option.id}`;
  const activeOption = options[active];
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document
      .getElementById(activeOption === undefined ? '' : `${id}-${activeOption.id}`)
      ?.scrollIntoView({ block: 'nearest' });
  }, [id, activeOption]);
  const select = (option: PaletteOption) => {
    dialog.current?.close();
    option.onSelect();
  };
  const press = (event: KeyboardEvent) => {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (next !== undefined && options.length > 0) {
      event.preventDefault();
      setChosen((next + options.length) % options.length);
    } else if (event.key === 'Enter' && activeOption !== undefined) {
      event.preventDefault();
      select(activeOption);
    }
  };
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title} className="palette">
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="size-5 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeOption === undefined ? undefined : optionId(activeOption)}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder ?? title}
          maxLength={maxSearchLength}
          value={query}
          onChange={({ target }) => {
            setChosen(0);
            onQueryChange(target.value);
          }}
          onKeyDown={press}
          className="min-h-14 min-w-0 grow bg-transparent outline-none placeholder:text-muted"
        />
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          aria-label={copy.dialog.close}
          className="grid size-10 place-items-center rounded-md text-muted hover:bg-tint hover:text-ink"
        >
          <Icon name="x" className="size-4.5" />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={title} className="palette-list">
        {groups
          .filter((group) => group.options.length > 0)
          .map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <p aria-hidden="true" className="px-3 pt-3 pb-1 text-xs font-semibold text-muted">
                {group.label}
              </p>
              {group.options.map((option) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input keeps the focus and handles the keys
                <div
                  key={option.id}
                  id={optionId(option)}
                  role="option"
                  aria-selected={option === activeOption}
                  onClick={() => select(option)}
                  onPointerMove={() => setChosen(options.indexOf(option))}
                  className={classNames('palette-option', option === activeOption && 'palette-active')}
                >
                  {option.icon !== undefined && <Icon name={option.icon} className="size-4.5 text-muted" />}
                  <span className="min-w-0 grow">
                    <span dir="auto" className="block truncate font-medium">
                      {option.label}
                    </span>
                    {option.detail !== undefined && (
                      <span dir="auto" className="block truncate text-xs text-muted">
                        {option.detail}
                      </span>
                    )}
                  </span>
                  {option.aside}
                  {option.keys && (
                    <span aria-hidden="true" className="flex shrink-0 gap-1">
                      {option.keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  )}
                  {option.isCurrent && <Icon name="check" className="size-4.5 text-azure" />}
                </div>
              ))}
            </div>
          ))}
      </div>
      <p role="status" className="border-t border-line px-4 py-2.5 text-xs text-muted">
        {message ?? (found === 0 ? copy.palette.none : formats.plural(found, copy.palette.results))}
        <span aria-hidden="true" className="max-sm:hidden">
          {' · '}
          {hint ?? copy.palette.chooseHint}
        </span>
      </p>
    </dialog>
  );
}

export const matching = <Option extends { label: string }>(options: Option[], query: string) =>
  options.filter(({ label }) => fold(label).includes(fold(query.trim())));

type ChoicesProps = Pick<PaletteProps, 'title' | 'message' | 'onClose'> & {
  label: string;
  options: PaletteOption[];
  /** What else can be done; not filtered. */
  actions?: PaletteGroup;
};

/** A palette that filters what it is given. */
export function Choices({ label, options, actions, ...palette }: ChoicesProps) {
  const [query, setQuery] = useState('');
  const groups = [{ label, options: matching(options, query) }, ...(actions ? [actions] : [])];
  return <Palette {...palette} query={query} onQueryChange={setQuery} groups={groups} />;
}
