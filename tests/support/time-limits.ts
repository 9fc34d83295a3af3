/**
 * Limits for a machine on which thirty other programs run. No test has a shorter one: a test that passes is not slower for
 * it, and one that fails because it waited too briefly says nothing about the product.
 */
export const timeLimits = {
  /** For one state to come: `eventually()` and `expect.poll()`. */
  wait: 120_000,
  /** Databases open and migrations run inside tests. */
  test: 300_000,
  hook: 300_000,
} as const;

/** Between two looks at a state. */
export const pollInterval = 20;
