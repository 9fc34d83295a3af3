interface Bucket {
  tokens: number;
  refilledAt: number;
}

interface Rate {
  /** Average rate. */
  perSecond: number;
  /** How many may come at once after a pause. */
  burst: number;
  /** Milliseconds from any origin. */
  now?: (() => number) | undefined;
}

// Full buckets are dropped when there are this many: they say nothing that a new one would not.
const maxBuckets = 10_000;

/** One token bucket per key, in memory. */
export function createTokenBucket({ perSecond, burst, now = () => performance.now() }: Rate) {
  const buckets = new Map<string, Bucket>();
  const tokensAt = (at: number, { tokens, refilledAt }: Bucket) =>
    Math.min(burst, tokens + ((at - refilledAt) / 1000) * perSecond);

  return {
    /** Takes a token and returns 0, or returns the seconds until there is one. */
    consume(key: string): number {
      const at = now();
      const known = buckets.get(key);
      const tokens = known === undefined ? burst : tokensAt(at, known);
      if (tokens < 1) return (1 - tokens) / perSecond;
      if (known === undefined && buckets.size >= maxBuckets) {
        for (const [other, bucket] of buckets) if (tokensAt(at, bucket) >= burst) buckets.delete(other);
      }
      buckets.set(key, { tokens: tokens - 1, refilledAt: at });
      return 0;
    },
  };
}

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

interface Slots {
  perKey: number;
  total: number;
}

export type TakeSlot = (key: string) => (() => void) | 'key_limit' | 'total_limit';

/** Limits how many things run at once. Taking a slot returns how to give it back, or says which limit is reached. */
export function createSlots({ perKey, total }: Slots): TakeSlot {
  const running = new Map<string, number>();
  let all = 0;
  return (key) => {
    const count = running.get(key) ?? 0;
    if (count >= perKey) return 'key_limit';
    if (all >= total) return 'total_limit';
    running.set(key, count + 1);
    all += 1;
    return () => {
      all -= 1;
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    };
  };
}
