import { withTransaction } from '#api/db/transaction.ts';
import { closeSilentTickets, markMissedTickets } from '#api/services/tickets/recurring-jobs.ts';
import { wakeTickets } from '#api/services/tickets/snooze.ts';
import type { TestDatabase } from './database.ts';

/** What the recurring jobs do with tickets, now. */
export const runTicketJobs = ({ pool }: Pick<TestDatabase, 'pool'>) =>
  withTransaction(pool, async (client) => ({
    missed: await markMissedTickets(client),
    closed: await closeSilentTickets(client),
    woken: await wakeTickets(client, 200),
  }));
