import type { Page } from '#contract/lists.ts';
import type { PageRequest } from './list-view.ts';

export const pageSize = 100;
type FetchPage<Item> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Item>>;

/**
 * Random access to the pages of a keyset-paginated list. It remembers the cursor at which each visited page begins; an
 * unvisited page is read from the nearest known cursor with `skip`, forwards or backwards. It stores cursors, never rows.
 */
export class RowPages<Item> {
  readonly #fetchPage: FetchPage<Item>;
  #total = 0;
  readonly #forwardCursors = new Map<number, string | undefined>([[0, undefined]]);
  readonly #backwardCursors = new Map<number, string | undefined>();

  constructor(fetchPage: FetchPage<Item>) {
    this.#fetchPage = fetchPage;
  }

  /** The first page, with the total. Drops the cursors when the list has changed since. */
  async readFirst(signal: AbortSignal): Promise<{ items: Item[]; total: number; hasChanged: boolean }> {
    const { items, nextCursor, total } = await this.#fetchPage({ limit: pageSize, isCounted: true }, signal);
    const count = total ?? items.length;
    const isKnown = this.#forwardCursors.size > 1 || this.#backwardCursors.size > 0;
    const hasChanged = isKnown && (count !== this.#total || this.#forwardCursors.get(1) !== (nextCursor ?? undefined));
    if (hasChanged || !isKnown) this.#reset(count);
    if (nextCursor !== null) this.#forwardCursors.set(1, nextCursor);
    return { items, total: count, hasChanged };
  }

  async read(index: number, signal: AbortSignal): Promise<Item[]> {
    const [before, after] = this.#neighbours(index);
    return index - before <= after - index
      ? this.#readForwards(before, index, signal)
      : this.#readBackwards(after, index, signal);
  }

  #reset(total: number): void {
    this.#total = total;
    this.#forwardCursors.clear();
    this.#forwardCursors.set(0, undefined);
    this.#backwardCursors.clear();
    if (total > pageSize) this.#backwardCursors.set(this.#last, undefined);
  }

  get #last(): number {
    return Math.max(0, Math.ceil(this.#total / pageSize) - 1);
  }

  #rowsIn(from: number, to: number): number {
    return Math.min(this.#total, (to + 1) * pageSize) - from * pageSize;
  }

  #neighbours(index: number): [before: number, after: number] {
    const before = Math.max(...[...this.#forwardCursors.keys()].filter((known) => known <= index));
    const after = Math.min(...[...this.#backwardCursors.keys()].filter((known) => known >= index), Infinity);
    return [before, after];
  }

  async #readForwards(from: number, index: number, signal: AbortSignal): Promise<Item[]> {
    const { items, nextCursor } = await this.#fetchPage(
      { cursor: this.#forwardCursors.get(from), skip: (index - from) * pageSize, limit: pageSize },
      signal,
    );
    if (nextCursor !== null) this.#forwardCursors.set(index + 1, nextCursor);
    return items;
  }

  async #readBackwards(from: number, index: number, signal: AbortSignal): Promise<Item[]> {
    const { items, nextCursor } = await this.#fetchPage(
      {
        cursor: this.#backwardCursors.get(from),
        skip: from === index ? 0 : this.#rowsIn(index + 1, from),
        limit: this.#rowsIn(index, index),
        isReversed: true,
      },
      signal,
    );
    if (nextCursor !== null) this.#backwardCursors.set(index - 1, nextCursor);
    return items.toReversed();
  }
}
