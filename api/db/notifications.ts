import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#api/lib/log.ts';
import { destroySocket } from './transaction.ts';

export const channels = ['ticket_changes', 'ticket_viewers', 'jobs', 'bank_changes'] as const;
export type Channel = (typeof channels)[number];

export interface NotificationHandlers {
  onNotification(channel: Channel, payload: string): void;
  /** The connection was lost and is back: notifications may have been missed. */
  onGap(): void;
  /** The connection was lost. */
  onLoss?(): void;
}

/** What transactions of any instance announce with NOTIFY. */
export interface Notifications {
  /** Resolves once everything that is committed from now on is announced. Returns how to stop. */
  subscribe(handlers: NotificationHandlers): Promise<() => void>;
  close(): Promise<void>;
}

export const listenStatement = channels.map((channel) => `LISTEN ${channel}`).join('; ');

const isChannel = (name: string): name is Channel => (channels as readonly string[]).includes(name);

function createHandlers() {
  const all = new Set<NotificationHandlers>();
  return {
    add: (handlers: NotificationHandlers) => {
      all.add(handlers);
      return () => void all.delete(handlers);
    },
    notify: ({ channel, payload = '' }: { channel: string; payload?: string | undefined }) => {
      if (isChannel(channel)) for (const one of all) one.onNotification(channel, payload);
    },
    gap: () => {
      for (const one of all) one.onGap();
    },
    loss: () => {
      for (const one of all) one.onLoss?.();
    },
  };
}

/**
 * For the embedded engine, whose one session all requests share: it listens on its pooled connection (openSource), which
 * nothing holds, and a transaction's notifications arrive with its COMMIT.
 */
export function notificationsOfPool(pool: pg.Pool): Notifications {
  const handlers = createHandlers();
  let connections = 0;
  pool.on('connect', (client) => {
    client.on('notification', handlers.notify);
    connections += 1;
    if (connections > 1) handlers.gap();
  });
  return { subscribe: async (added) => handlers.add(added), close: async () => {} };
}

interface ListenerOptions {
  connection: pg.ClientConfig;
  log: Log;
  /** In milliseconds. */
  firstDelay?: number;
  pingInterval?: number;
}

const maxDelayMs = 30_000;

/**
 * For PostgreSQL: one connection beside the pool, opened by the first subscriber. A lost one is opened again, after a random
 * delay, so that the instances do not come back to a restarted database together.
 */
export function createListener({
  connection,
  log,
  firstDelay = 500,
  pingInterval = 60_000,
}: ListenerOptions): Notifications {
  const handlers = createHandlers();
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: pg.Client | undefined;
  let opening: Promise<void> | undefined;
  let reopening: Promise<void> | undefined;

  async function open(): Promise<void> {
    const client = new pg.Client({ ...connection, application_name: 'portal_listener', query_timeout: 10_000 });
    // Every loss of the connection ends with `end`.
    client.on('error', () => undefined);
    client.on('notification', handlers.notify);
    try {
      await client.connect();
      await client.query(`SET ROLE portal_app; ${listenStatement}`);
    } catch (error) {
      destroySocket(client);
      throw error;
    }
    if (signal.aborted) return client.end();
    current = client;
    // A connection that a firewall has dropped looks idle for ever.
    const ping = setInterval(
      () => void client.query('SELECT 1').catch(() => destroySocket(client)),
      pingInterval,
    ).unref();
    client.once('end', () => {
      clearInterval(ping);
      current = undefined;
      if (signal.aborted) return;
      handlers.loss();
      reopening = reopen();
    });
  }

  async function reopen(): Promise<void> {
    log.warn('the connection for live updates was lost');
    for (let delay = firstDelay; !signal.aborted; delay = Math.min(delay * 2, maxDelayMs)) {
      await wait(delay * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await open();
        handlers.gap();
        return;
      } catch (error) {
        log.debug({ err: error }, 'the connection for live updates did not open');
      }
    }
  }

  return {
    async subscribe(added) {
      // If the first connection fails, the next subscriber tries again. A subscriber that comes while a lost one is opened again need not
      // wait: onGap follows.
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      const remove = handlers.add(added);
      await opening.catch((error: unknown) => {
        remove();
        throw error;
      });
      return remove;
    },
    async close() {
      stopping.abort();
      await Promise.allSettled([opening, reopening]);
      await current?.end().catch(() => undefined);
    },
  };
}
