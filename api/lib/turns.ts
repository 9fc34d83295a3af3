/** Runs one task at a time and takes the owners in turn, so that one owner with a hundred tasks delays nobody else by more than one. */
export function createTurns() {
  /** In the order of their next task. An owner without tasks is not in it. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [owner, [task, ...others]] = next.value;
      waiting.delete(owner);
      // Behind those who came while they waited for this one.
      if (others.length > 0) waiting.set(owner, others);
      await task?.();
    }
    working = undefined;
  }

  return {
    run: <T>(owner: string, task: () => Promise<T>): Promise<T> => {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const started = () => task().then(resolve, reject);
      waiting.set(owner, [...(waiting.get(owner) ?? []), started]);
      working ??= work();
      return promise;
    },
    ended: async () => working,
  };
}
