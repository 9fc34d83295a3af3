import type { Page } from '#contract/lists.ts';
import type { PageRequest } from './list-view.ts';

export const pageSize = 100;
type FetchPage<Item> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>;

/**
 * Any page of a list whose server knows « the rows after this one ». Where each page begins is remembered when it has
 * been passed once; a page that was never reached is jumped to from the nearest known one, towards the end or back.
 * Holds marks only, never rows: a list of any length costs next to nothing.
 */
export class RowPages<Item> {
  readonly #fetchPage: FetchPage<Item>;
  #total = 0;
  readonly #fromStart = new Map<number, string | undefined>([[0, undefined]]);
  readonly #fromEnd = new Map<number, string | undefined>();

  constructor(fetchPage: FetchPage<Item>) {
    this.#fetchPage = fetchPage;
  }

  /** The first page, with the number of rows. What was remembered of a list that has changed since is forgotten. */
  async readFirst(signal: AbortSignal): Promise<{ items: Item[]; total: number; hasChanged: boolean }> {
    const { items, nextCursor, total } = await this.#fetchPage({ limit: pageSize, isCounted: true }, signal);
    const count = total ?? items.length;
    const isKnown = this.#fromStart.size > 1 || this.#fromEnd.size > 0;
    const hasChanged = isKnown && (count !== this.#total || this.#fromStart.get(1) !== (nextCursor ?? undefined));
    if (hasChanged || !isKnown) this.#forget(count);
    if (nextCursor !== null) this.#fromStart.set(1, nextCursor);
    return { items, total: count, hasChanged };
  }

  async read(index: number, signal: AbortSignal): Promise<Item[]> {
    const [before, after] = this.#neighbours(index);
    return index - before <= after - index
      ? this.#readOnwards(before, index, signal)
      : this.#readBackwards(after, index, signal);
  }

  #forget(total: number): void {
    this.#total = total;
    this.#fromStart.clear();
    this.#fromStart.set(0, undefined);
    this.#fromEnd.clear();
    if (total > pageSize) this.#fromEnd.set(this.#last, undefined);
  }

  get #last(): number {
    return Math.max(0, Math.ceil(this.#total / pageSize) - 1);
  }

  #rowsIn(from: number, to: number): number {
    return Math.min(this.#total, (to + 1) * pageSize) - from * pageSize;
  }

  #neighbours(index: number): [before: number, after: number] {
    const before = Math.max(...[...this.#fromStart.keys()].filter((known) => known <= index));
    const after = Math.min(...[...this.#fromEnd.keys()].filter((known) => known >= index), Infinity);
    return [before, after];
  }

  async #readOnwards(from: number, index: number, signal: AbortSignal): Promise<Item[]> {
    const { items, nextCursor } = await this.#fetchPage(
      { cursor: this.#fromStart.get(from), skip: (index - from) * pageSize, limit: pageSize },
      signal,
    );
    if (nextCursor !== null) this.#fromStart.set(index + 1, nextCursor);
    return items;
  }

  async #readBackwards(from: number, index: number, signal: AbortSignal): Promise<Item[]> {
    const { items, nextCursor } = await this.#fetchPage(
      {
        cursor: this.#fromEnd.get(from),
        skip: from === index ? 0 : this.#rowsIn(index + 1, from),
        limit: this.#rowsIn(index, index),
        isReversed: true,
      },
      signal,
    );
    if (nextCursor !== null) this.#fromEnd.set(index - 1, nextCursor);
    return items.toReversed();
  }
}
