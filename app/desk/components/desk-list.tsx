import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { allRecords, type ListView, type TableColumn } from '#app/components/data-list/list-view.ts';
import { RecordTable } from '#app/components/data-list/record-table.tsx';
import { rowHeight, useRowLayout } from '#app/components/data-list/use-virtual-rows.ts';
import { Button } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import type { Page } from '#contract/lists.ts';
import { messageOf, useDesk, useKeys } from './desk-context.ts';

export const pageSize = '50';
export const nextCursor = <Item,>({ nextCursor: cursor }: Page<Item>) => cursor ?? undefined;

export type ListQueryResult<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>;

export const rowsOf = <Item,>({ data }: ListQueryResult<Item>): Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

export function Loading() {
  const { copy } = useDesk();
  return (
    <p role="status" className="flex items-center justify-center gap-3 px-6 py-16 text-sm text-muted">
      <Spinner />
      {copy.states.loading}
    </p>
  );
}

/** Loading and failed states, in place of data. */
export function LoadState({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  const { copy } = useDesk();
  if (error === null) return <Loading />;
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <Icon name="circle-alert" className="size-7 text-danger" />
      <div className="grid gap-1">
        <p className="font-semibold">{copy.states.failed}</p>
        <p className="text-sm text-muted">{messageOf(error, copy)}</p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => void refetch()}>
        <Icon name="refresh" className="size-4" />
        {copy.states.retry}
      </Button>
    </div>
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
    const next = current === -1 ? (step > 0 ? 0 : links.length - 1) : current + step;
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
  query: ListQueryResult<Item>;
  empty: string;
  onClear?: (() => void) | undefined;
  onOpen?: (item: Item) => void;
  sorting?: { view: ListView; defaultSort: string; onSort: (column: string) => void };
};

const unsorted = { view: allRecords, defaultSort: '', onSort: () => {} };

/** The portal's table with the pages read one after the other. */
export function DeskList<Item>({
  title,
  columns,
  query,
  empty,
  onClear,
  onOpen,
  sorting = unsorted,
}: DeskListProps<Item>) {
  const { copy } = useDesk();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const items = rowsOf(query);
  const height = rowHeight(columns, useRowLayout());
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  useRowKeys(frame, items.length, loadMore);
  return (
    <div ref={frame} className="grid gap-3">
      <div className="records-frame">
        {query.data === undefined && <LoadState query={query} />}
        {query.data !== undefined && items.length === 0 && (
          <div className="grid justify-items-center gap-4 px-6 py-16 text-center text-sm text-muted">
            <p role="status">{onClear === undefined ? empty : copy.states.filtered}</p>
            {onClear && (
              <Button variant="secondary" size="sm" onClick={onClear}>
                {copy.states.clear}
              </Button>
            )}
          </div>
        )}
        {items.length > 0 && (
          <RecordTable
            definition={{ title, columns, defaultSort: sorting.defaultSort }}
            view={sorting.view}
            total={items.length}
            range={{ first: 0, last: items.length }}
            rowAt={(row) => items[row]}
            rowHeight={height}
            rowsRef={body}
            onSort={sorting.onSort}
            onOpen={onOpen}
            isOutdated={query.isPlaceholderData}
          />
        )}
      </div>
      {items.length > 0 && <PrintList query={query} />}
      {hasNextPage && <LoadMore isBusy={isFetchingNextPage} hasFailed={isFetchNextPageError} onLoad={loadMore} />}
    </div>
  );
}

/** Laying out more rows takes a browser minutes. */
const maxPrintedRows = 5000;

/** Loads the rest of the list first: the browser's own print command prints only what is loaded. */
function PrintList<Item>({ query }: { query: ListQueryResult<Item> }) {
  const { copy } = useDesk();
  const [isBusy, setIsBusy] = useState(false);
  const print = async () => {
    setIsBusy(true);
    let latest = query;
    while (latest.hasNextPage && !latest.isError && rowsOf(latest).length < maxPrintedRows)
      latest = await latest.fetchNextPage();
    setIsBusy(false);
    // After the rows have been rendered.
    setTimeout(() => window.print());
  };
  return (
    <div className="justify-self-end print:hidden">
      <Button variant="quiet" size="sm" onClick={() => void print()} aria-busy={isBusy}>
        {isBusy ? <Spinner className="size-4" /> : <Icon name="printer" className="size-4" />}
        {copy.states.print}
      </Button>
    </div>
  );
}

/** Loads by itself when it comes near the viewport; after a failure only when pressed. */
function LoadMore({ isBusy, hasFailed, onLoad }: { isBusy: boolean; hasFailed: boolean; onLoad: () => void }) {
  const { copy } = useDesk();
  const button = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => {
    if (!hasFailed) onLoad();
  });
  useEffect(() => {
    if (button.current === null || isBusy) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load();
      },
      { rootMargin: '400px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div className="grid justify-items-center gap-2 py-2 print:hidden">
      {hasFailed && (
        <p role="alert" className="text-sm text-danger">
          {copy.states.moreFailed}
        </p>
      )}
      <Button ref={button} variant="secondary" size="sm" onClick={onLoad} aria-busy={isBusy}>
        {isBusy ? <Spinner className="size-4" /> : <Icon name="arrow-down" className="size-4" />}
        {copy.states.more}
      </Button>
    </div>
  );
}
