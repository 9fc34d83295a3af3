import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

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
