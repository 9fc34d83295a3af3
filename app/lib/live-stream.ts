import type { TicketChanged } from '#contract/live.ts';

// Loaded after the screens that use it: it is not part of their first load.

export type LiveMessage = { type: 'reread' } | { type: 'viewers' } | ({ type: 'ticket' } & TicketChanged);

interface StreamOptions {
  url: string;
  /** The customer or staff member: tabs that show the same one share a stream. */
  owner: string;
  /** Also called for what the stream of another tab has received. */
  onMessage: (message: LiveMessage) => void;
}

const eventTypes = ['reread', 'ticket', 'viewers'] as const;
/** After which time a hidden tab gives up its stream. */
const hiddenMs = 15_000;
const firstRetryMs = 30_000;
const maxRetryMs = 10 * 60_000;

/**
 * Follows a stream of server-sent events. One tab of the browser holds it, under a lock, and tells the others; hidden tabs do
 * without. Returns how to stop.
 */
export function followStream({ url, owner, onMessage }: StreamOptions): () => void {
  const name = `live ${url} ${owner}`;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => onMessage(data as LiveMessage));
  const tell = (message: LiveMessage) => {
    channel.postMessage(message);
    onMessage(message);
  };
  let holding: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(timer);
    holding?.abort();
    holding = undefined;
  };
  const hold = () => {
    clearTimeout(timer);
    if (holding !== undefined) return;
    holding = new AbortController();
    const { signal } = holding;
    const read = () => readStream(url, tell, signal);
    // Locks need https, except on this machine.
    const isShared = 'locks' in navigator;
    void (isShared ? navigator.locks.request(name, { signal }, read) : read()).catch(() => {});
  };
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') hold();
    else timer = setTimeout(release, hiddenMs);
  };

  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('visibilitychange', onVisibilityChange, { signal });
  // The back/forward cache takes no page with a lock or a stream.
  window.addEventListener('pagehide', release, { signal });
  window.addEventListener('pageshow', onVisibilityChange, { signal });
  if (document.visibilityState === 'visible') hold();
  return () => {
    listening.abort();
    release();
    channel.close();
  };
}

/** Reads until the signal aborts. */
function readStream(url: string, tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    const opened = new EventSource(url);
    source = opened;
    for (const type of eventTypes) {
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        failures = 0;
        tell({ ...JSON.parse(data), type } as LiveMessage);
      });
    }
    opened.addEventListener('error', () => {
      // After a lost connection the browser opens another one by itself, at the time that the server has named.
      if (opened.readyState !== EventSource.CLOSED) return;
      const delay = Math.min(firstRetryMs * 2 ** failures, maxRetryMs);
      failures += 1;
      timer = setTimeout(open, delay * (0.5 + Math.random()));
    });
  };
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    source?.close();
    resolve();
  });
  open();
  return promise;
}
