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
