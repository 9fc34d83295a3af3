import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { DatabaseUnavailableError } from '#api/db/errors.ts';
import { SessionStream } from './session-stream.ts';
import type { EngineNotice, EngineOptions, EngineRequest } from './worker.ts';

// Beside this file in the source tree, beside the bundle in a build.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** PostgreSQL in a thread of this process. A thread that dies is started anew at the next connection. */
export class EmbeddedEngine {
  readonly #options: EngineOptions;
  #worker: Promise<Worker> | undefined;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** For `pg`'s `stream` option. One session exists: never have two connections at once. */
  readonly stream = (): SessionStream => new SessionStream(() => this.#channel('session'));

  /** The whole database as bytes, to start another engine from. */
  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    const port = await this.#channel('dump');
    return new Promise((resolve) => port.once('message', resolve));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = await this.#worker?.catch(() => undefined);
    if (worker === undefined) return;
    const hasStopped = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve));
    worker.postMessage({ ask: 'close' } satisfies EngineRequest);
    await hasStopped;
    await worker.terminate();
  }

  async #channel(ask: 'session' | 'dump'): Promise<MessagePort> {
    const worker = await this.#running();
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ ask, port: port2 } satisfies EngineRequest, [port2]);
    return port1;
  }

  #running(): Promise<Worker> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailableError('The embedded database was closed.'));
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Promise<Worker> {
    const worker = new Worker(workerFile, { workerData: this.#options });
    return new Promise((resolve, reject) => {
      const lose = (reason: string) => {
        this.#worker = undefined;
        reject(new DatabaseUnavailableError(`The embedded database could not be opened: ${reason}`));
      };
      worker.once('message', (notice: EngineNotice) => {
        if (notice.told === 'ready') resolve(worker);
        else {
          lose('message' in notice ? notice.message : notice.told);
          void worker.terminate();
        }
      });
      worker.once('error', (error: Error) => lose(error.message));
      worker.once('exit', () => lose('its thread ended.'));
    });
  }
}
