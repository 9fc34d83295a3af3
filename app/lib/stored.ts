export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Removes what is undefined. If the storage is full or blocked, the value lasts as long as the page. */
export function store(storage: TabStorage, name: string, value: unknown): void {
  try {
    if (value === undefined) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
  } catch {
    // As above.
  }
}

/** Invalid data counts as none. */
export function readStored(storage: TabStorage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}
