import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort, makeTemporaryFolder, startCommand, stopCommand, whenDone } from '../../scripts/lib/processes.ts';

/** The part of WebDriver that one journey needs. BiDi and the classic protocol take the same input actions. */
export interface Browser {
  open(url: string): Promise<void>;
  /** Runs a function in the page. Arguments and result are JSON. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  perform(...actions: object[]): Promise<void>;
  /** Errors of the page's scripts and `console.error`. The classic protocol does not report them. */
  errors: string[];
}

const timeout = 30_000;

/** Repeats a check until it returns something true. A page that is being replaced makes it throw. */
export async function waitFor<Result>(
  what: string,
  check: () => Promise<Result>,
  limit = timeout,
): Promise<NonNullable<Result>> {
  let cause: unknown;
  for (const end = Date.now() + limit; Date.now() < end; await wait(100)) {
    try {
      const result = await check();
      if (result) return result;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(`Not within ${limit / 1000} seconds: ${what}`, { cause });
}

/** Starts a program that ends with this process, with a home folder that is removed. */
function startProgram(command: string, ...args: string[]): void {
  const home = makeTemporaryFolder('browser');
  const child = startCommand(command, args, { environment: { HOME: home, TMPDIR: home } });
  child.on('error', () => undefined);
  // A full pipe would stop the program.
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  const closed = once(child, 'close');
  whenDone(async () => {
    stopCommand(child, 'SIGTERM');
    await Promise.race([closed, wait(5000)]);
    stopCommand(child, 'SIGKILL');
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
}

const expressionOf = (run: (...args: never[]) => unknown, args: unknown[]) =>
  `JSON.stringify((${run.toString()})(...${JSON.stringify(args)}))`;
const parseResult = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : undefined);

/** The results of the commands below, together. */
interface BidiResult {
  contexts: { context: string }[];
  result: { value?: unknown };
  exceptionDetails?: { text: string };
}

/** WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
async function startFirefox(): Promise<Browser> {
  const port = await freePort();
  startProgram('firefox-esr', '--headless', '--remote-debugging-port', String(port));
  const socket = await waitFor('Firefox listens', async () => {
    const opening = new WebSocket(`ws://127.0.0.1:${port}/session`);
    await Promise.race([
      once(opening, 'open'),
      once(opening, 'error').then(() => Promise.reject(new Error('refused'))),
    ]);
    return opening;
  });
  const errors: string[] = [];
  const pending = new Map<number, PromiseWithResolvers<BidiResult>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, error, message, result, params } = JSON.parse(String(data));
    if (type === 'event' && params.level === 'error') errors.push(params.text);
    if (type === 'success') pending.get(id)?.resolve(result);
    if (type === 'error') pending.get(id)?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox has closed the connection.'));
  });
  const send = (method: string, params: object) => {
    const id = pending.size + 1;
    const response = Promise.withResolvers<BidiResult>();
    pending.set(id, response);
    socket.send(JSON.stringify({ id, method, params }));
    return response.promise;
  };
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const context = (await send('browsingContext.getTree', {})).contexts[0]?.context;
  return {
    errors,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(run, ...args) {
      const params = { expression: expressionOf(run, args), target: { context }, awaitPromise: false };
      const { result, exceptionDetails } = await send('script.evaluate', params);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return parseResult(result.value);
    },
    async perform(...actions) {
      await send('input.performActions', { context, actions });
    },
  };
}

/** The classic protocol: https://w3c.github.io/webdriver/ */
async function startWebKit(): Promise<Browser> {
  const port = await freePort();
  startProgram('xvfb-run', '--auto-servernum', 'WebKitWebDriver', `--port=${port}`);
  const send = async (path: string, body: object) => {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const { sessionId } = await waitFor('WebKitWebDriver listens', () => send('', { capabilities: {} }));
  await send(`/${sessionId}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 });
  return {
    errors: [],
    async open(url) {
      await send(`/${sessionId}/url`, { url });
    },
    async evaluate(run, ...args) {
      const body = { script: `return ${expressionOf(run, args)}`, args: [] };
      return parseResult(await send(`/${sessionId}/execute/sync`, body));
    },
    async perform(...actions) {
      await send(`/${sessionId}/actions`, { actions });
    },
  };
}

export const browsers: Partial<Record<string, () => Promise<Browser>>> = { Firefox: startFirefox, WebKit: startWebKit };
