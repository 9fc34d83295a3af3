import { Fragment, type RefObject, useEffect, useRef, useState } from 'react';
import {
  EmptyState,
  Failed,
  Framed,
  Loading as LoadingState,
  LoadMore,
} from '#app/components/data-list/list-states.tsx';
import type { TableColumn } from '#app/components/data-list/list-view.ts';
import { RecordTable, type Sorting } from '#app/components/data-list/record-table.tsx';
import type { Rows } from '#app/components/data-list/use-rows.ts';
import { messageOf, useDesk, useKeys } from './desk-context.ts';

export function Loading() {
  const { copy } = useDesk();
  return <LoadingState>{copy.states.loading}</LoadingState>;
}

type LoadStateProps = { query: { error: Error | null; refetch: () => unknown }; isFramed?: boolean };

export function LoadState({ query: { error, refetch }, isFramed = false }: LoadStateProps) {
  const { copy } = useDesk();
  const { failed, retry } = copy.states;
  const Frame = isFramed ? Framed : Fragment;
  return (
    <Frame>
      {error === null ? (
        <Loading />
      ) : (
        <Failed title={failed} message={messageOf(error, copy)} retry={retry} onRetry={() => void refetch()} />
      )}
    </Frame>
  );
}

/** The link of a row: j, k and Enter move along these. */
export const rowLink = 'data-row-link';
const linksIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>(`[${rowLink}]`) ?? [])];

/** The id in the focused row's link. */
export const focusedRow = () =>
  document.activeElement?.closest('tr')?.querySelector(`[${rowLink}]`)?.getAttribute(rowLink) ?? undefined;

/**
 * j and k move the focus from row to row. It follows its row when the list changes; a row that disappears hands it to the one in
 * its place.
 */
function useRowKeys(list: RefObject<HTMLElement | null>, count: number, onEnd: () => void): void {
  const last = useRef<number>(undefined);
  const lastId = useRef<string>(undefined);
  const move = (step: number) => {
    const links = linksIn(list.current);
    const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    // Without a row in focus, the first one on the screen.
    const first = links.findIndex((link) => link.getBoundingClientRect().top > 0);
    const next = current === -1 ? first : current + step;
    if (next >= links.length) onEnd();
    links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  useEffect(() => {
    const element = list.current;
    const remember = ({ target }: FocusEvent) => {
      last.current = linksIn(element).findIndex((link) => link.closest('tr')?.contains(target as Node));
      lastId.current = focusedRow();
    };
    const forget = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) last.current = undefined;
    };
    element?.addEventListener('focusin', remember);
    element?.addEventListener('focusout', forget);
    return () => {
      element?.removeEventListener('focusin', remember);
      element?.removeEventListener('focusout', forget);
    };
  }, [list]);
  // After every render: an element stays in its place, and may hold another item than before.
  useEffect(() => {
    if (lastId.current === undefined || !list.current?.contains(document.activeElement)) return;
    if (focusedRow() === lastId.current) return;
    linksIn(list.current)
      .find((link) => link.getAttribute(rowLink) === lastId.current)
      ?.focus({ preventScroll: true });
    lastId.current = focusedRow();
  });
  const counted = useRef(count);
  useEffect(() => {
    if (counted.current === count) return;
    counted.current = count;
    const links = linksIn(list.current);
    if (last.current === undefined || last.current < 0 || document.activeElement !== document.body) return;
    links[Math.min(last.current, links.length - 1)]?.focus();
  }, [list, count]);
}

type DeskListProps<Item> = {
  title: string;
  columns: readonly TableColumn<Item>[];
  rows: Rows<Item>;
  empty: string;
  onClear?: (() => void) | undefined;
  onOpen?: (item: Item) => void;
  sorting?: Sorting;
  isCompact?: boolean;
};

// Back from what a row opened, the focus is on the row again.
let lastOpened: string | undefined;

/** The list of records with keys to move along its rows. */
export function DeskList<Item extends { id: string }>({
  title,
  columns,
  rows,
  empty,
  onClear,
  onOpen,
  sorting,
  isCompact,
}: DeskListProps<Item>) {
  const { copy } = useDesk();
  const frame = useRef<HTMLDivElement>(null);
  const { rows: loaded = [], loadMore, hasMore } = rows;
  const open = (item: Item) => {
    lastOpened = item.id;
    onOpen?.(item);
  };
  // Before the effect that moves the focus: it must be followed.
  useRowKeys(frame, loaded.length, () => void (hasMore && loadMore()));
  const [opened] = useState(lastOpened);
  const hasRows = loaded.length > 0;
  useEffect(() => {
    if (!hasRows || opened === undefined || lastOpened !== opened) return;
    lastOpened = undefined;
    linksIn(frame.current)
      .find((link) => link.getAttribute(rowLink) === opened)
      ?.focus();
  }, [hasRows, opened]);
  return (
    <div ref={frame} className="grid gap-3">
      <div className="records-frame">
        {rows.rows === undefined && <LoadState query={rows} />}
        {rows.rows?.length === 0 && (
          <EmptyState
            text={onClear === undefined ? empty : copy.states.filtered}
            clear={copy.states.clear}
            onClear={onClear}
          />
        )}
        {hasRows && (
          <RecordTable<Item>
            title={title}
            columns={columns}
            rows={loaded}
            total={rows.total}
            sorting={sorting}
            onOpen={onOpen && open}
            firstRow={Math.max(
              0,
              loaded.findIndex(({ id }) => id === opened),
            )}
            isOutdated={rows.isOutdated}
            isCompact={isCompact}
          />
        )}
      </div>
      {hasMore && <LoadMore rows={rows} copy={copy.states} />}
    </div>
  );
}
