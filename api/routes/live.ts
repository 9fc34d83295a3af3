import type { Context } from 'hono';
import type { Side } from '#api/services/live/access.ts';
import type { LiveEvent, LiveUpdates } from '#api/services/live/live-updates.ts';
import { announceViewer } from '#api/services/live/viewers.ts';
import { doneSchema } from '#contract/auth.ts';
import { viewersSchema, viewTicketSchema } from '#contract/live.ts';
import type { SessionEnv } from './app-env.ts';
import { createDeskRouter, createPrivateRouter, done, eventStream, get, jsonBody, ok, post } from './router.ts';

/** Shorter than the timeouts of usual proxies (60 s) and of our own server (120 s). */
const heartbeatMs = 20_000;
/** Unread bytes after which a reader is too slow: it starts again, and reads everything. */
const maxUnread = 16 * 1024;
const headers = {
  'Content-Type': 'text/event-stream',
  // A proxy that compresses or buffers would hold events back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Milliseconds until a browser connects again, different for each, so that a restart is not followed by a rush. */
const retry = () => `retry: ${Math.round(1_000 + Math.random() * 9_000)}\n\n`;
const format = ({ type, ...data }: LiveEvent) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

async function openStream(c: Context<SessionEnv>, live: LiveUpdates, side: Side): Promise<Response> {
  const { outgoing } = c.env ?? {};
  const encoder = new TextEncoder();
  let stop = () => {};
  let isOver = false;
  let write: (text: string) => void = () => {};
  let close = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        write = (text) => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(encoder.encode(text));
          finish();
          if (outgoing === undefined) controller.error(new Error('The reader is too slow.'));
          else outgoing.destroy();
        };
        close = () => controller.close();
      },
      cancel: () => finish(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxUnread }),
  );
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs).unref();
  const finish = () => {
    isOver = true;
    clearInterval(heartbeat);
    stop();
  };
  const sink = {
    send: (event: LiveEvent) => write(format(event)),
    end: () => {
      write(retry());
      if (isOver) return;
      finish();
      close();
    },
  };
  write(retry());
  try {
    stop = await live.open({ database: c.get('database'), caller: c.get('caller'), side, sink });
  } catch (error) {
    finish();
    throw error;
  }
  // The adapter does not cancel the body of a client that has gone before the response begins, nor that of a HEAD.
  if (isOver || outgoing?.destroyed === true || c.req.raw.method === 'HEAD') finish();
  else outgoing?.once('close', finish);
  return c.body(body, 200, headers);
}

const summary = 'Server-sent events that say which tickets have changed, to read them again';

export function liveRoutes(live: LiveUpdates) {
  return createPrivateRouter().openapi(
    get('/events', summary, { responses: eventStream({ 403: ['forbidden'], 404: ['not_linked'] }) }),
    (c) => openStream(c, live, 'portal'),
  );
}

export function deskLiveRoutes(live: LiveUpdates) {
  return createDeskRouter('support')
    .openapi(get('/events', summary, { responses: eventStream() }), (c) => openStream(c, live, 'desk'))
    .openapi(
      post('/tickets/view', 'Say that a ticket is open in this browser, or no longer is', {
        request: jsonBody(viewTicketSchema),
        responses: ok(doneSchema),
      }),
      async (c) => {
        await live.viewersOf(c.get('database'));
        return done(c, announceViewer(c.get('database'), c.get('caller'), c.req.valid('json')));
      },
    )
    .openapi(get('/tickets/viewers', 'Who has which ticket open', { responses: ok(viewersSchema) }), async (c) =>
      c.json({ viewers: (await live.viewersOf(c.get('database'))).list() }, 200),
    );
}
