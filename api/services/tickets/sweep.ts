import { setTimeout as wait } from 'node:timers/promises';
import { recordEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import type { Log } from '#api/lib/log.ts';

type SweptDatabase = Pick<Database, 'pool' | 'orm'>;
const batchSize = 200;

export interface SweepResult {
  missed: number;
  closed: number;
}

/**
 * Marks promised responses that are overdue, and closes resolved tickets after a week of silence (status-machine.ts:
 * silence_passes). Each batch is a transaction; tickets that a request or another instance holds are left to the next run.
 */
export async function sweepTickets({ orm }: SweptDatabase): Promise<SweepResult> {
  const result = { missed: 0, closed: 0 };
  const sweep = async (name: keyof SweepResult, run: () => Promise<number>) => {
    for (let rows = batchSize; rows === batchSize; result[name] += rows) rows = await run();
  };
  await sweep('missed', () =>
    orm.transaction(async (tx) => (await tx.execute(`SELECT mark_missed_tickets(${batchSize})`)).rowCount ?? 0),
  );
  await sweep('closed', () =>
    orm.transaction(async (tx) => {
      const { rows } = await tx.execute<{ ticket_id: string; customer_id: string }>(
        `SELECT ticket_id, customer_id FROM close_silent_tickets(${batchSize})`,
      );
      for (const { ticket_id: id, customer_id: customer } of rows) {
        const details = { from: 'resolved', to: 'closed' };
        await recordEvent(tx, {
          event: 'ticket.status_changed',
          actor: 'system',
          customer,
          entity: `ticket:${id}`,
          details,
        });
      }
      return rows.length;
    }),
  );
  return result;
}

interface SweepDeps {
  /** Undefined until the database is open. */
  database: () => SweptDatabase | undefined;
  log: Log;
  intervalMs?: number;
}

/** Runs on every instance: finding nothing to do reads two indexes. */
export function startTicketSweep({ database, log, intervalMs = 60_000 }: SweepDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await wait(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      const current = database();
      if (signal.aborted || current === undefined) continue;
      try {
        const result = await sweepTickets(current);
        if (result.missed + result.closed > 0) log.info(result, 'tickets marked as overdue or closed');
      } catch (error) {
        log[isConnectionError(error) ? 'debug' : 'error']({ err: error }, 'tickets could not be swept');
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
