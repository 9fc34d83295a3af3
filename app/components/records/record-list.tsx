import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from '#app/lib/router/router.tsx';
import { formatCount } from '#app/lib/formats.ts';
import type { ListDefinition } from './definition.ts';
import { ExportButton } from './export-button.tsx';
import { Failure, Loading, Nothing, PartFailure } from './list-states.tsx';
import { isFiltered, type ListView, nextOrder, readView, toggleStatus, writeView } from './list-view.ts';
import { RecordTable } from './record-table.tsx';
import { RecordToolbar } from './record-toolbar.tsx';
import { useVirtualRows } from './use-virtual-rows.ts';
import { rowHeight, useRowLayout } from './row-layout.ts';
import { useRows } from './use-rows.ts';

export function RecordList<Item>({ definition, action }: { definition: ListDefinition<Item>; action?: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const view = readView(params, definition.sorts);
  const section = useRef<HTMLElement>(null);
  const rowsRef = useRef<HTMLTableSectionElement>(null);
  const height = rowHeight(definition.columns, useRowLayout());
  const [seen, lookAgain] = useVirtualRows(rowsRef, height);
  const rows = useRows(definition, view, seen);
  const { total, size } = rows;
  useEffect(lookAgain, [lookAgain, total]);

  const show = (next: ListView, isTyping = false) => {
    setParams((current) => writeView(current, next), { replace: isTyping, keepScroll: true });
    if ((section.current?.getBoundingClientRect().top ?? 0) < 0) section.current?.scrollIntoView();
  };
  const order = ({ sort, direction }: Pick<ListView, 'sort' | 'direction'>) => {
    const isDefault = sort === definition.defaultSort && direction === 'desc';
    show({ ...view, sort: isDefault ? undefined : sort, direction: isDefault ? 'asc' : direction });
  };
  const isBlank = rows.isLoading || (rows.error !== null && size === undefined && total === 0);

  return (
    <section ref={section} className="grid scroll-mt-32 gap-4" aria-labelledby={`${definition.list}-title`}>
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={`${definition.list}-title`} className="text-2xl">
            {definition.title}
          </h2>
          <p role="status" className="text-sm text-muted tabular-nums">
            {!isBlank && size !== undefined && `${formatCount(total)} of ${formatCount(size)}`}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportButton definition={definition} view={view} total={total} />
          {action}
        </div>
      </header>
      <RecordToolbar
        definition={definition}
        view={view}
        onSearch={(q) => show({ ...view, q }, true)}
        onStatus={(status) => show(toggleStatus(view, status))}
        onOrder={order}
      />
      {rows.error !== null && total > 0 && <PartFailure onRetry={rows.retry} />}
      <div className="records-frame">
        {rows.isLoading && <Loading what={definition.noun} />}
        {rows.error !== null && !rows.isLoading && total === 0 && (
          <Failure what={`your ${definition.noun}`} message={rows.error.message} onRetry={rows.retry} />
        )}
        {rows.error === null && !rows.isLoading && total === 0 && (
          <Nothing
            what={definition.noun}
            onClear={isFiltered(view) ? () => show({ ...view, q: '', statuses: [] }) : undefined}
          />
        )}
        {total > 0 && (
          <RecordTable
            definition={definition}
            view={view}
            total={total}
            range={seen.range}
            rowAt={rows.rowAt}
            rowHeight={height}
            rowsRef={rowsRef}
            onSort={(column) => show(nextOrder(view, column, definition.defaultSort))}
            isOutdated={rows.isOutdated}
          />
        )}
      </div>
    </section>
  );
}
