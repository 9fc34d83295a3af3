import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

// In a thread, as the engine blocks while a query runs and the server must keep responding.

export interface EngineOptions {
  /** Undefined for a database in memory. */
  folder?: string | undefined;
  /** A dump to load. */
  image?: Uint8Array<ArrayBuffer> | undefined;
}

export type EngineRequest =
  | { type: 'session'; port: MessagePort }
  | { type: 'dump'; port: MessagePort }
  | { type: 'close' };
export type EngineEvent = { type: 'ready' } | { type: 'closed' } | { type: 'failed'; message: string };

if (parentPort === null) throw new Error('The engine runs in a thread.');
const parent = parentPort;
const { folder, image } = workerData as EngineOptions;
const emit = (event: EngineEvent) => parent.postMessage(event);

const simpleQuery = (text: string) => {
  const bytes = Buffer.from(`Q\0\0\0\0${text}\0`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return new Uint8Array(bytes);
};
/** In memory of their own, which can be transferred: a Buffer may share its memory with others. */
function joinBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

// Two messages: DISCARD ALL cannot run together with another statement.
const resetSession = [simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')];

// The exit status with which the engine leaves a failed statement.
const failedStatementStatus = 100;

/**
 * After a panic (for example a write-ahead log that cannot be written because the disk is full) the engine is unusable, but
 * PGlite would call it again forever. Exiting lets a new thread recover from the log.
 */
function exitOnPanic({ Module: engine }: PGlite): void {
  const step = engine._PostgresMainLoopOnce;
  if (typeof step !== 'function') throw new Error('PGlite no longer has _PostgresMainLoopOnce: see engine.ts.');
  engine._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if ((error as { status?: number }).status !== failedStatementStatus) process.exit(1);
      throw error;
    }
  };
}

try {
  const engine = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(image === undefined ? {} : { loadDataDir: new Blob([image]) }),
    extensions: { btree_gin, btree_gist, pg_trgm },
    // The defaults of 128 and 64 MB are ten times what demo data needs.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'maintenance_work_mem=16MB'],
  });

  exitOnPanic(engine);

  parent.on('message', (request: EngineRequest) => {
    if (request.type === 'session') serve(request.port);
    else if (request.type === 'dump') void dump(request.port);
    else void engine.close().then(() => emit({ type: 'closed' }));
  });

  // The variant that returns the response would also parse it, and keep every row until the thread's memory is full.
  const respond = (messages: Uint8Array): Uint8Array<ArrayBuffer> => {
    const parts: Uint8Array[] = [];
    // They are views of the engine's memory. Without syncToFs, all of it happens before the call returns.
    const onRawData = (part: Uint8Array) => parts.push(part.slice());
    void engine.execProtocolRawStream(messages, { syncToFs: false, onRawData });
    return joinBytes(parts);
  };

  const serve = (port: MessagePort) => {
    // There is only one session: without a reset, a connection would inherit settings and statements of the one before.
    for (const message of resetSession) respond(message);
    port.on('message', (messages: Uint8Array) => {
      const response = respond(messages);
      port.postMessage(response, [response.buffer]);
    });
  };

  const dump = async (port: MessagePort) => {
    const file = await engine.dumpDataDir('none');
    const bytes = new Uint8Array(await file.arrayBuffer());
    port.postMessage(bytes, [bytes.buffer]);
    port.close();
  };

  emit({ type: 'ready' });
} catch (error) {
  emit({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
}
