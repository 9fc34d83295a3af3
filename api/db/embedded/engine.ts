/**
 * PostgreSQL without a server: PGlite in a worker thread, reached through the `stream` option of `pg`.
 *
 * Why: `npm ci && npm start` must work without installing PostgreSQL. One driver for both engines means one way to bind
 * values, parse types, run transactions and fail, and tests cover both with the same code (docs/decisions/003).
 * What it costs: one session, one query at a time, no fsync and no autovacuum; 0.32 of a bare handler's throughput for a list
 * and 0.21 for a ticket, where PostgreSQL reaches 0.79 and 0.52 (docs/performance.md). Opens in 0.4 s, 227 MB at rest.
 * What breaks: `pg` may call socket methods that SessionStream does not have, or write messages that BatchReader does not
 * split; PGlite may change `execProtocolRawSync` or the private `_PostgresMainLoopOnce` (worker.ts). engine.test.ts fails
 * then, and on any other version than the one it was verified with.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { DatabaseUnavailableError } from '#api/db/errors.ts';
import { SessionStream } from './session-stream.ts';
import type { EngineEvent, EngineOptions, EngineRequest } from './worker.ts';

// Beside this file in the sources, beside the bundle in a build.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** A thread that dies is restarted by the next connection. */
export class EmbeddedEngine {
  readonly #options: EngineOptions;
  #worker: Promise<Worker> | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** For the `stream` option of `pg`. There is one session: never open two connections at once. */
  readonly stream = (): SessionStream => new SessionStream(() => this.#openPort('session'));

  /** The whole database as bytes, to load into another engine. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const port = await this.#openPort('dump');
    return new Promise((resolve) => port.once('message', resolve));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = await this.#worker?.catch(() => undefined);
    if (worker === undefined) return;
    const hasStopped = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve));
    worker.postMessage({ type: 'close' } satisfies EngineRequest);
    await hasStopped;
    await worker.terminate();
  }

  async #openPort(type: 'session' | 'dump'): Promise<MessagePort> {
    const worker = await this.#getWorker();
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ type, port: port2 } satisfies EngineRequest, [port2]);
    return port1;
  }

  #getWorker(): Promise<Worker> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailableError('The embedded database was closed.'));
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Promise<Worker> {
    const worker = new Worker(workerFile, { workerData: this.#options });
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        this.#worker = undefined;
        reject(new DatabaseUnavailableError(`The embedded database could not be opened: ${reason}`));
      };
      worker.once('message', (event: EngineEvent) => {
        if (event.type === 'ready') resolve(worker);
        else {
          fail('message' in event ? event.message : event.type);
          void worker.terminate();
        }
      });
      worker.once('error', (error: Error) => fail(error.message));
      worker.once('exit', () => fail('its thread ended.'));
    });
  }
}
