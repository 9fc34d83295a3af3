/**
 * Times every statement of a pool.
 *
 * Why: `pg` has no hook for it, and statements come from three places (our batches, Drizzle, the pool itself). What it buys: the
 * histogram portal_db_query_seconds and the slow statements in the log. What breaks: it replaces `query` of each connection and
 * expects that a query object has a `callback`; observe-queries.test.ts fails when that changes.
 */
import type pg from 'pg';

export interface ObservedQuery {
  ms: number;
  /** The name under which it is prepared, or the beginning of its text, which never contains values. */
  statement: string;
}

interface QueryLike {
  text?: string;
  name?: string;
  statementName?: string;
  callback?: (...results: unknown[]) => void;
}

const maxTextLength = 100;

function describe(first: string | QueryLike): string {
  if (typeof first === 'string') return shorten(first);
  return first.statementName ?? first.name ?? shorten(first.text ?? '');
}

const shorten = (text: string) =>
  text
    .slice(0, 4 * maxTextLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxTextLength);

export function observeQueries(pool: pg.Pool, onQuery: (query: ObservedQuery) => void): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const observed = (...args: unknown[]): unknown => {
      const started = performance.now();
      const first = args[0] as string | QueryLike;
      const finish = () => onQuery({ ms: performance.now() - started, statement: describe(first) });
      // A query object, or a callback as the last argument; otherwise a promise is returned.
      const last = args.at(-1);
      if (typeof first === 'object' && typeof first.callback === 'function')
        first.callback = after(first.callback, finish);
      else if (typeof last === 'function')
        args[args.length - 1] = after(last as NonNullable<QueryLike['callback']>, finish);
      const result = query(...args);
      if (result instanceof Promise) void result.then(finish, finish);
      return result;
    };
    client.query = observed as typeof client.query;
  });
}

const after =
  (callback: (...results: unknown[]) => void, finish: () => void) =>
  (...results: unknown[]): void => {
    finish();
    callback(...results);
  };
