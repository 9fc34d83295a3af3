const defaultSize = 10_000;

interface Window {
  count: number;
  endsAt: number;
}

/** Counts events per key in fixed windows. The keys that were used longest ago make room for new ones. */
export function createMemoryCounter({ maxKeys = defaultSize, now = () => performance.now() } = {}) {
  const windows = new Map<string, Window>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window !== undefined && window.endsAt > now() ? window : undefined;
  };
  return {
    get size() {
      return windows.size;
    },

    /** How many seconds are left until the key's window ends, if it has been counted so often; 0 otherwise. */
    waitAt(key: string, count: number): number {
      const window = current(key);
      return window !== undefined && window.count >= count ? Math.ceil((window.endsAt - now()) / 1000) : 0;
    },

    add(key: string, seconds: number): void {
      const window = current(key) ?? { count: 0, endsAt: now() + seconds * 1000 };
      window.count += 1;
      // A Map keeps the order of insertion: the key moves to its end.
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
