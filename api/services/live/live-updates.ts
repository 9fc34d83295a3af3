import { z } from 'zod';
import type { Database } from '#api/db/connect.ts';
import type { Caller } from '#api/db/tenant.ts';
import {
  DeskClosedError,
  ForbiddenError,
  isTransient,
  RateLimitError,
  ServerBusyError,
  SessionExpiredError,
  UserError,
} from '#api/lib/errors.ts';
import type { Log } from '#api/lib/log.ts';
import type { TicketChanged } from '#contract/live.ts';
import { checkAccess, type Side, type StreamAccess } from './access.ts';
import { createViewerList, type ViewerList } from './viewers.ts';

export type LiveEvent = { type: 'reread' } | { type: 'viewers' } | ({ type: 'ticket' } & TicketChanged);

/** Where the events of a stream go. */
export interface Sink {
  send(event: LiveEvent): void;
  end(): void;
}

export interface NewStream {
  database: Database;
  caller: Caller;
  side: Side;
  sink: Sink;
}

interface Stream extends NewStream {
  access: StreamAccess | undefined;
  /** Versions by ticket that were not sent yet. */
  tickets: Map<string, number>;
  mustReread: boolean;
  haveViewersChanged: boolean;
  isBusy: boolean;
  checkAt: number;
  endAt: number;
}

const defaultLimits = {
  /** Streams of one user, on all devices: a browser has one for all of its tabs. */
  perUser: 20,
  /** Streams of one customer's users together, so that one customer cannot take them all. */
  perCustomer: 200,
  /** Half of the server's connections (main/server/create-server.ts). */
  total: 1_000,
  /** Milliseconds until a quiet stream's session is checked again. */
  recheckMs: 60_000,
  /** Milliseconds: a connection whose client has disappeared is not held for ever. */
  maxAgeMs: 30 * 60_000,
  tickMs: 5_000,
};
/** More changes at once are one `reread`. */
const maxTickets = 50;
/** Sessions that are checked at the same time, of the ten connections that all requests share. */
const maxChecks = 2;

const changeSchema = z.object({
  customerId: z.uuid(),
  ticketId: z.uuid().optional(),
  version: z.number().int().default(0),
  isInternal: z.boolean().default(false),
});

const tooManyStreams = 'There are too many open connections for live updates. Please try again in a minute.';
/** Around a given number of milliseconds, so that streams that began together do not go on together. */
const around = (ms: number) => ms * (0.75 + Math.random() / 2);

export type LiveUpdates = ReturnType<typeof createLiveUpdates>;

/**
 * Tells open streams which tickets have changed. The session of a stream is checked by the database before anything is sent,
 * and once a minute: a stream ends with its session, and with the roles that it began with. No stream holds a connection.
 */
export function createLiveUpdates({ log, limits = {} }: { log: Log; limits?: Partial<typeof defaultLimits> }) {
  const { perUser, perCustomer, total, recheckMs, maxAgeMs, tickMs } = { ...defaultLimits, ...limits };
  const streams = new Set<Stream>();
  const queue = new Set<Stream>();
  const listeners = new Map<Database, Promise<ViewerList>>();
  let checks = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function enqueue(stream: Stream): void {
    if (stream.isBusy || stream.access === undefined || !streams.has(stream)) return;
    queue.add(stream);
    runQueue();
  }

  function runQueue(): void {
    for (const stream of queue) {
      if (checks >= maxChecks) return;
      queue.delete(stream);
      checks += 1;
      stream.isBusy = true;
      void deliver(stream).finally(() => {
        checks -= 1;
        stream.isBusy = false;
        tell(stream);
        runQueue();
      });
    }
  }

  function tell(stream: Stream): void {
    if (stream.mustReread || stream.haveViewersChanged || stream.tickets.size > 0) enqueue(stream);
  }

  /** Sends what is new to a stream, if its session may still see it. */
  async function deliver(stream: Stream): Promise<void> {
    const { database, caller, side, sink, tickets, mustReread, haveViewersChanged } = stream;
    Object.assign(stream, { tickets: new Map(), mustReread: false, haveViewersChanged: false });
    try {
      const access = await checkAccess(database, caller, side, [...tickets.keys()]);
      if (!streams.has(stream)) return;
      if (access.scope !== stream.access?.scope) return end(stream);
      stream.checkAt = performance.now() + around(recheckMs);
      if (mustReread) sink.send({ type: 'reread' });
      else for (const id of access.visible) sink.send({ type: 'ticket', id, version: tickets.get(id) ?? 0 });
      if (haveViewersChanged) sink.send({ type: 'viewers' });
    } catch (error) {
      if (!isExpected(error)) log.error({ err: error }, 'a stream of live updates failed');
      end(stream);
    }
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    queue.delete(stream);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function end(stream: Stream): void {
    if (!streams.has(stream)) return;
    remove(stream);
    stream.sink.end();
  }

  function tick(): void {
    const now = performance.now();
    for (const stream of streams) {
      if (stream.access === undefined) continue;
      if (stream.endAt <= now) end(stream);
      else if (stream.checkAt <= now) enqueue(stream);
    }
    for (const viewers of listeners.values()) void viewers.then((list) => list.removeExpired()).catch(() => undefined);
  }

  const of = (database: Database, side?: Side) =>
    [...streams].filter((stream) => stream.database === database && (side === undefined || stream.side === side));

  function onChange(database: Database, payload: string): void {
    const { success, data } = changeSchema.safeParse(parseJson(payload));
    if (!success) return;
    const { customerId, ticketId, version, isInternal } = data;
    for (const stream of of(database)) {
      if (stream.side === 'portal' && (isInternal || stream.access?.customerId !== customerId)) continue;
      if (ticketId !== undefined) stream.tickets.set(ticketId, Math.max(version, stream.tickets.get(ticketId) ?? 0));
      if (ticketId === undefined || stream.tickets.size > maxTickets) rereadSoon(stream);
      tell(stream);
    }
  }

  function rereadSoon(stream: Stream): void {
    stream.mustReread = true;
    stream.tickets.clear();
  }

  /** Listens to the notifications of a database, from the first use on. */
  function listen(database: Database): Promise<ViewerList> {
    const known = listeners.get(database);
    if (known !== undefined) return known;
    const viewers = createViewerList(() => {
      for (const stream of of(database, 'desk')) {
        stream.haveViewersChanged = true;
        tell(stream);
      }
    });
    const listening = database.notifications
      .subscribe({
        onNotification: (channel, payload) => {
          if (channel === 'ticket_viewers') viewers.apply(parseJson(payload));
          else if (channel === 'ticket_changes') onChange(database, payload);
        },
        onGap: () => {
          for (const stream of of(database)) {
            rereadSoon(stream);
            tell(stream);
          }
        },
      })
      .then(() => viewers);
    listeners.set(database, listening);
    listening.catch(() => listeners.delete(database));
    return listening;
  }

  return {
    /** Begins a stream with `reread`. Returns how to stop it, for a client that has gone. */
    async open(opened: NewStream): Promise<() => void> {
      if (isClosed || streams.size >= total) throw new ServerBusyError();
      const now = performance.now();
      const stream: Stream = {
        ...opened,
        access: undefined,
        tickets: new Map(),
        mustReread: false,
        haveViewersChanged: false,
        isBusy: false,
        checkAt: now + around(recheckMs),
        endAt: now + around(maxAgeMs),
      };
      // Counted from now on: many may come at once.
      streams.add(stream);
      try {
        const access = await checkAccess(opened.database, opened.caller, opened.side, []);
        const isOwn = (other: Stream) => other.access?.userId === access.userId;
        const isColleague = (other: Stream) =>
          access.customerId !== undefined && other.access?.customerId === access.customerId;
        if ([...streams].filter(isOwn).length >= perUser || [...streams].filter(isColleague).length >= perCustomer)
          throw new RateLimitError(60, false, tooManyStreams);
        stream.access = access;
        await listen(opened.database);
        if (isClosed) throw new ServerBusyError();
      } catch (error) {
        remove(stream);
        throw error;
      }
      timer ??= setInterval(tick, tickMs).unref();
      stream.sink.send({ type: 'reread' });
      return () => remove(stream);
    },

    viewersOf: listen,

    get size() {
      return streams.size;
    },

    /** Ends all streams and opens no further ones: the server stops. */
    close(): void {
      isClosed = true;
      for (const stream of streams) end(stream);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const expectedErrors = [SessionExpiredError, ForbiddenError, DeskClosedError, UserError];
const isExpected = (error: unknown) => isTransient(error) || expectedErrors.some((kind) => error instanceof kind);
