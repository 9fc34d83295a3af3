// Longer than a sign-in takes on a slow machine.
const minimumDurationMs = 400;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * The duration of a response would show whether an email address has an account, so the response is delayed until a fixed
 * time after the start: longer than the work takes unless the machine is overloaded. No database connection is held
 * meanwhile.
 */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), wait(minimumDurationMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Delays failures only: a success shows by itself that there is an account. */
export async function withMinimumFailureDuration<T>(work: () => Promise<T>): Promise<T> {
  const minimum = wait(minimumDurationMs);
  try {
    return await work();
  } catch (error) {
    await minimum;
    throw error;
  }
}
