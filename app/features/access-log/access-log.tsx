import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { QueryState } from '#app/components/data-list/list-states.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { api } from '#app/lib/api-client.ts';
import { useFormats } from '#app/lib/portal-context.ts';
import type { AccessLogCopy } from '#content/portal/en/people.ts';

const pageSize = '10';

/** For owners: which of our staff looked at the company's data, and when. */
export function AccessLog({ copy }: { copy: AccessLogCopy }) {
  return (
    <section aria-labelledby="access-log-title" className="rounded-lg border border-line bg-surface">
      <header className="border-b border-line px-4 py-4 md:px-5">
        <h3 id="access-log-title" className="font-sans text-base font-semibold tracking-normal">
          {copy.title}
        </h3>
        <p className="mt-0.5 text-sm text-muted">{copy.description}</p>
      </header>
      <Reads cursor={undefined} copy={copy} />
    </section>
  );
}

/** One page of the log, and below it the next one. */
function Reads({ cursor, copy }: { cursor: string | undefined; copy: AccessLogCopy }) {
  const formats = useFormats();
  const query = useQuery({
    queryKey: ['access-log', cursor],
    queryFn: ({ signal }) => api.portal['staff-reads'].$get({ query: { limit: pageSize, cursor } }, { signal }),
  });
  const [isNextShown, setIsNextShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const isNext = cursor !== undefined;
  const isLoaded = query.data !== undefined;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isNext && isLoaded) list.current?.focus();
  }, [isNext, isLoaded]);
  if (query.data === undefined) return <QueryState copy={copy.load} query={query} />;
  const { items, nextCursor } = query.data;
  if (items.length === 0) return <p className="px-4 py-5 text-sm text-muted md:px-5">{copy.none}</p>;
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-labelledby="access-log-title"
        className={`divide-y divide-line outline-none ${isNext ? 'border-t border-line' : ''}`}
      >
        {items.map(({ id, happenedAt, staffName, page, entity }) => (
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
      {nextCursor !== null && isNextShown && <Reads cursor={nextCursor} copy={copy} />}
      {nextCursor !== null && !isNextShown && (
        <div className="border-t border-line px-4 py-3 md:px-5">
          <Button variant="secondary" size="sm" onClick={() => setIsNextShown(true)}>
            {copy.more}
          </Button>
        </div>
      )}
    </>
  );
}
