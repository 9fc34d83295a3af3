import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use, useId, useMemo } from 'react';
import { classNames } from './class-names.ts';

/**
 * The tabs pattern of the ARIA Authoring Practices with manual activation. Our own, as the portal's tabs are links of its
 * router and a library would add 5 KB to the first load.
 */
type TabsState = { value: string; id: string; onValueChange: ((value: string) => void) | undefined };
const TabsContext = createContext<TabsState>({ value: '', id: '', onValueChange: undefined });

type TabsProps = {
  /** The open tab, or an empty string. */
  value: string;
  onValueChange?: (value: string) => void;
  className?: string;
  children: ReactNode;
};

export function Tabs({ value, onValueChange, className, children }: TabsProps) {
  const id = useId();
  const state = useMemo(() => ({ value, id, onValueChange }), [value, id, onValueChange]);
  return (
    <TabsContext value={state}>
      <div className={className}>{children}</div>
    </TabsContext>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.indexOf(event.target as HTMLElement);
  const right = event.currentTarget.matches(':dir(rtl)') ? -1 : 1;
  const next = { ArrowRight: current + right, ArrowLeft: current - right, Home: 0, End: -1 }[event.key];
  if (next === undefined || current === -1) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}

export function TabList({ className, ...props }: ComponentProps<'div'>) {
  return (
    // Focus is on the tabs; the list handles the arrow keys.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div {...props} role="tablist" className={classNames('tab-list', className)} onKeyDown={moveFocus} />
  );
}

/** Props of a tab, for a button or a link. `isFirst` makes it reachable with the Tab key while no tab is open. */
export function useTab(value: string, isFirst = false) {
  const { value: open, id } = use(TabsContext);
  const isOpen = value === open;
  return {
    role: 'tab',
    id: `${id}-tab-${value}`,
    'aria-selected': isOpen,
    'aria-controls': `${id}-panel-${value}`,
    'data-state': isOpen ? 'active' : 'inactive',
    tabIndex: isOpen || (isFirst && open === '') ? 0 : -1,
  } as const;
}

export function TabButton({ value, children }: { value: string; children: ReactNode }) {
  const { onValueChange } = use(TabsContext);
  return (
    <button type="button" {...useTab(value)} onClick={() => onValueChange?.(value)}>
      {children}
    </button>
  );
}

type TabPanelProps = { value: string; className?: string; tabIndex?: number; children: ReactNode };

export function TabPanel({ value, className, tabIndex = 0, children }: TabPanelProps) {
  const { value: open, id } = use(TabsContext);
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      hidden={value !== open}
      tabIndex={tabIndex}
      className={className}
    >
      {value === open && children}
    </div>
  );
}
