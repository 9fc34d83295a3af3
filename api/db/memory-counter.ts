interface Window {
  count: number;
  endsAt: number;
}

/** Counts per key in fixed windows. The least recently used keys are evicted. */
export function createMemoryCounter({ maxKeys = 10_000, now = () => performance.now() } = {}) {
  const windows = new Map<string, Window>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window !== undefined && window.endsAt > now() ? window : undefined;
  };
  return {
    get size() {
      return windows.size;
    },

    /** The seconds until the key's window ends if it has reached the limit, else 0. */
    retryAfter(key: string, limit: number): number {
      const window = current(key);
      return window !== undefined && window.count >= limit ? Math.ceil((window.endsAt - now()) / 1000) : 0;
    },

    add(key: string, seconds: number): void {
      const window = current(key) ?? { count: 0, endsAt: now() + seconds * 1000 };
      window.count += 1;
      // A Map keeps insertion order: this moves the key to the end.
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > maxKeys) windows.delete(windows.keys().next().value ?? '');
    },

    subtract(key: string): void {
      const window = current(key);
      if (window !== undefined) window.count = Math.max(window.count - 1, 0);
    },
  };
}
