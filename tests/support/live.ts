import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#api/db/connect.ts';
import { tickets } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { createLiveUpdates } from '#api/services/live/live-updates.ts';
import { browser, openApi } from './api.ts';
import { type EventReader, readEvents } from './event-stream.ts';

interface Signed {
  cookie: string;
}

/** The API on a database, with its live updates and the streams that a test opens. */
export async function startLive(database: Database, limits: Parameters<typeof createLiveUpdates>[0]['limits'] = {}) {
  const live = createLiveUpdates({ log: createLog('silent'), limits });
  const api = await openApi(database, { readLimit: 0, ticketLimit: 0 }, undefined, undefined, live);
  const opened: EventReader[] = [];

  const request = async (path: string, { cookie }: Signed, method = 'GET') =>
    api.request(path, { method, headers: { Cookie: cookie, Host: 'portal.test' } });
  const browserOf = ({ cookie }: Signed) => browser(api, { cookie });

  /** Resolves when everything that was committed before has been announced. */
  async function announced(): Promise<void> {
    const mark = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = await database.notifications.subscribe({
      onNotification: (_channel, payload) => {
        if (payload === mark) resolve();
      },
      onGap: () => undefined,
    });
    await database.pool.query(`SELECT pg_notify('ticket_viewers', $1)`, [mark]);
    await promise;
    stop();
  }

  return {
    live,
    api,
    request,
    browserOf,

    /** A stream after its first event. */
    open: async (side: 'portal' | 'desk', caller: Signed): Promise<EventReader> => {
      await announced();
      const stream = readEvents(await request(`/api/${side}/events`, caller));
      opened.push(stream);
      const first = await stream.next();
      if (first?.type !== 'reread') throw new Error(`The stream began with ${JSON.stringify(first)}.`);
      return stream;
    },

    /** Returns its id. */
    openTicket: async (caller: Signed): Promise<string> => {
      const ticket = { subject: 'No network', description: 'Since nine.' };
      const { status, body } = await browserOf(caller).post('/api/portal/tickets', ticket);
      if (status !== 201) throw new Error(`The ticket was not opened: ${status}.`);
      return body.id;
    },

    changeTicket: (id: string) =>
      asOperator(database, (tx) => tx.update(tickets).set({ priority: 'high' }).where(eq(tickets.id, id))),

    /** For afterEach. */
    closeStreams: async (): Promise<void> => {
      for (const stream of opened.splice(0)) await stream.close();
      if (live.size > 0) throw new Error(`${live.size} streams are still open.`);
    },
  };
}
