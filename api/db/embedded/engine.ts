import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { DatabaseUnavailableError, OperatorError } from '#api/lib/errors.ts';
import type { EngineEvent, EngineOptions, EngineRequest } from './worker.ts';

/**
 * PostgreSQL without a server: PGlite in a worker thread, reached through the `stream` option of `pg`.
 *
 * Why: `npm ci && npm start` must work without installing PostgreSQL. One driver for both engines means one way to bind
 * values, parse types, run transactions and fail, and tests cover both with the same code (docs/decisions/003).
 * What it costs: one session, one query at a time, no fsync and no autovacuum, and a third of a bare handler's throughput for
 * a list (docs/performance.md). Opens in 0.4 s; memory: docs/scaling.md.
 * What breaks: `pg` may call socket methods that SessionStream does not have, or write messages that BatchReader does not
 * split; PGlite may change `execProtocolRawStream` or the private `_PostgresMainLoopOnce` (worker.ts). engine.test.ts fails
 * then, and on any other version than the one it was verified with.
 */

// Beside this file in the sources, in a folder with its WebAssembly in a build.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./engine/worker.js', import.meta.url);

// For the thread's JavaScript; the database is in WebAssembly memory. Results are buffers outside this heap.
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

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

  close(): Promise<void> {
    this.#isClosed = true;
    return this.restart();
  }

  /** The next connection starts a new thread: WebAssembly memory never shrinks, and creating a database takes most of it. */
  async restart(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    if (worker === undefined) return;
    const hasStopped = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve));
    worker.postMessage({ type: 'close' } satisfies EngineRequest);
    await hasStopped;
    await worker.terminate();
    this.#worker = undefined;
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
    // V8's optimizing compiler would take 1.2 GB for one function of the engine, and gains nothing for short statements
    // (docs/scaling.md). On a command line the second flag would follow from the first.
    for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
    const worker = new Worker(workerFile, { workerData: this.#options, resourceLimits });
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
      worker.once('error', ({ message }: Error) => fail(message));
      worker.once('exit', () => fail('its thread ended.'));
    });
  }
}

const [queryMessage, syncMessage, terminateMessage] = [0x51, 0x53, 0x58];
const isBoundary = (type: number | undefined) =>
  type === queryMessage || type === syncMessage || type === terminateMessage;

/**
 * Splits what a PostgreSQL client writes into batches that end where the server must respond. The engine handles a batch in
 * one call and reports ReadyForQuery after each call: a batch cut short would get its response too early.
 */
export class BatchReader {
  #pending: Buffer = Buffer.alloc(0);
  /** The startup message is the only one without a type byte. */
  #hasStarted = false;

  /** The bytes up to the last complete boundary, or undefined if there is none yet. */
  read(bytes: Buffer): Buffer | undefined {
    const all = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    let end = 0;
    let at = 0;
    while (at < all.length) {
      const lengthAt = this.#hasStarted ? at + 1 : at;
      if (lengthAt + 4 > all.length) break;
      const next = lengthAt + all.readInt32BE(lengthAt);
      if (next > all.length) break;
      if (!this.#hasStarted || isBoundary(all[at])) end = next;
      this.#hasStarted = true;
      at = next;
    }
    this.#pending = all.subarray(end);
    return end === 0 ? undefined : all.subarray(0, end);
  }
}

/** The socket of `pg`: sends its bytes to the engine's thread and returns the response. */
export class SessionStream extends Duplex {
  readonly #openPort: () => Promise<MessagePort>;
  readonly #batches = new BatchReader();
  #port: MessagePort | undefined;

  constructor(openPort: () => Promise<MessagePort>) {
    super();
    this.#openPort = openPort;
  }

  connect(): void {
    this.#openPort().then(
      (port) => {
        if (this.destroyed) {
          port.close();
          return;
        }
        this.#port = port;
        port.on('message', (bytes: Uint8Array) => this.push(bytes));
        port.on('close', () => this.destroy());
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const batch = this.#batches.read(chunk);
    if (batch !== undefined && batch[0] !== terminateMessage) this.#port?.postMessage(new Uint8Array(batch));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port?.close();
    done(error);
  }

  // Socket methods that `pg` calls.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {
    this.#port?.ref();
  }
  unref(): void {
    this.#port?.unref();
  }
}

// A lock that nothing refers to is collected, and with it the folder's protection.
const heldLocks = new Set<DatabaseSync>();

/**
 * Two processes on one embedded database would silently lose rows. The first takes a lock that the kernel releases when the
 * process ends, however it ends: an exclusive transaction on a small SQLite file.
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The engine's files are readable by everybody: the folder must not be.
    chmodSync(folder, 0o700);
    lock = new DatabaseSync(join(folder, 'lock'));
  } catch (error) {
    throw new OperatorError(
      `The data folder ${folder} cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)}): ` +
        'give it to the user that runs the server, or name another with DATA_DIR=/path/to/folder.',
    );
  }
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new OperatorError(
      `The data folder ${folder} is in use by another server: stop it first, or give this one a folder of its own with DATA_DIR=/path/to/folder.`,
    );
  }
  heldLocks.add(lock);
  return () => {
    heldLocks.delete(lock);
    lock.close();
  };
}
