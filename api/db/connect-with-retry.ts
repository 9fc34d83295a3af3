import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseHandle, OpenDatabase } from './database-handle.ts';
import type { Log } from '#api/lib/log.ts';
import { OperatorError } from '#api/lib/errors.ts';

interface Opening<Database extends OpenDatabase> {
  gate: DatabaseHandle<Database>;
  connect: () => Promise<Database>;
  isEmbedded: boolean;
  log: Log;
  /** Ends the attempts. */
  signal: AbortSignal;
  firstDelay?: number;
}

const longestDelay = 30_000;

/**
 * Opens the database behind the gate. An embedded one that will not open stops the server, as nobody but the operator
 * can help; a PostgreSQL that is not there yet is tried again until it is.
 */
export async function connectWithRetry<Database extends OpenDatabase>({
  gate,
  connect,
  isEmbedded,
  log,
  signal,
  firstDelay = 1000,
}: Opening<Database>): Promise<Database | undefined> {
  for (let delay = firstDelay; !signal.aborted; delay = Math.min(delay * 2, longestDelay)) {
    try {
      const database = await gate.open(connect);
      return signal.aborted ? undefined : database;
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof OperatorError) throw error;
      log.error({ err: error, ...(isEmbedded ? {} : { nextTryInMs: delay }) }, 'the database did not open');
      if (isEmbedded) throw new OperatorError(firstLine(error));
      await wait(delay, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message.split('\n')[0] : undefined) || 'The database cannot be opened.';
