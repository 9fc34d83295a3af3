import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { BatchReader } from './batch-reader.ts';

const terminate = 0x58;

/** What `pg` takes for a socket: its bytes go to the engine's thread and come back from there. */
export class SessionStream extends Duplex {
  readonly #open: () => Promise<MessagePort>;
  readonly #batches = new BatchReader();
  #port: MessagePort | undefined;

  constructor(open: () => Promise<MessagePort>) {
    super();
    this.#open = open;
  }

  connect(): void {
    this.#open().then(
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
    const batch = this.#batches.take(chunk);
    if (batch !== undefined && batch[0] !== terminate) this.#port?.postMessage(new Uint8Array(batch));
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

  // A socket's manners, which `pg` expects and a thread has no use for.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {
    this.#port?.ref();
  }
  unref(): void {
    this.#port?.unref();
  }
}
