const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * How long an answer takes would tell whether an address has an account, so it is held back until so many milliseconds
 * after the start, which is longer than the work takes unless the machine is overloaded. No connection to the database
 * is held meanwhile.
 */
export async function withMinimumDuration<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), wait(milliseconds)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Holds failures back only: a success says by itself that there is an account. */
export async function withMinimumFailureDuration<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = wait(milliseconds);
  try {
    return await work();
  } catch (error) {
    await floor;
    throw error;
  }
}
