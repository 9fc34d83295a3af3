import type { Log } from '#api/lib/log.ts';

const patience = 10_000;
// Ctrl-C under npm arrives twice, from the terminal and from npm; that is one wish, not two.
const sameWish = 500;

/** On SIGTERM or SIGINT: stops in good order; a second signal, or too long a wait, ends the process as it is. */
export function stopOnSignals(log: Log, stop: () => Promise<void>): void {
  let since: number | undefined;
  const force = (why: string) => {
    log.warn({ why }, 'stopped before everything had finished');
    process.exit(1);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > sameWish) force('second signal');
      return;
    }
    since = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => force('timeout'), patience).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
