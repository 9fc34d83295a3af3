import { useRef } from 'react';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { useRows } from '#app/components/data-list/use-rows.ts';
import { Button } from '#app/components/ui/button.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { AccessLogCopy } from '#content/portal/en/people.ts';

/** For owners: which of our staff looked at the company's data, and when. */
export function AccessLog({ copy }: { copy: AccessLogCopy }) {
  return (
    <section aria-labelledby="access-log-title" className="border border-line bg-surface">
      <header className="border-b border-line px-4 py-4 md:px-5">
        <h3 id="access-log-title" className="font-sans text-base font-semibold tracking-normal">
          {copy.title}
        </h3>
        <p className="mt-0.5 text-sm text-muted">{copy.description}</p>
      </header>
      <Reads copy={copy} />
    </section>
  );
}

function Reads({ copy }: { copy: AccessLogCopy }) {
  const formats = useFormats();
  const list = useRef<HTMLUListElement>(null);
  const rows = useRows({
    queryKey: ['access-log'],
    fetchPage: ({ cursor }, signal) => api.portal['staff-reads'].$get({ query: { limit: '10', cursor } }, { signal }),
  });
  const showMore = async () => {
    const { hasMore } = await rows.loadMore();
    // The button that had the focus is gone.
    if (!hasMore) list.current?.focus();
  };
  if (rows.rows === undefined) return <QueryState copy={copy.load} query={rows} />;
  if (rows.rows.length === 0) return <p className="px-4 py-5 text-sm text-muted md:px-5">{copy.none}</p>;
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-labelledby="access-log-title" className="divide-y divide-line outline-none">
        {rows.rows.map(({ id, happenedAt, staffName, page, entity }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 px-4 py-3 text-sm md:px-5"
          >
            <bdi className="font-semibold wrap-anywhere">{staffName ?? copy.formerStaff}</bdi>
            <time dateTime={happenedAt} className="text-muted tabular-nums">
              {formats.moment(happenedAt)}
            </time>
            <span className="col-span-2 wrap-anywhere text-muted">
              {entity === null ? copy.pages[page] : copy.page(copy.pages[page], entity)}
            </span>
          </li>
        ))}
      </ul>
      {rows.hasMore && (
        <div className="border-t border-line px-4 py-3 md:px-5">
          {rows.hasMoreFailed && (
            <p role="alert" className="mb-2 text-sm text-danger">
              {copy.load.failed}
            </p>
          )}
          <Button variant="secondary" size="sm" onClick={() => void showMore()} aria-busy={rows.isLoadingMore}>
            {copy.more}
          </Button>
        </div>
      )}
    </>
  );
}
