import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

// A thread of its own: the engine runs a query to its end without a pause, and the server must go on answering.

export interface EngineOptions {
  /** Undefined keeps everything in memory. */
  folder?: string | undefined;
  /** What dump() gave, to start from instead of an empty database. */
  image?: Uint8Array<ArrayBuffer> | undefined;
}

export type EngineRequest =
  | { ask: 'session'; port: MessagePort }
  | { ask: 'dump'; port: MessagePort }
  | { ask: 'close' };
export type EngineNotice = { told: 'ready' } | { told: 'closed' } | { told: 'failed'; message: string };

if (parentPort === null) throw new Error('The engine runs in a thread.');
const parent = parentPort;
const { folder, image } = workerData as EngineOptions;
const tell = (notice: EngineNotice) => parent.postMessage(notice);

const simpleQuery = (text: string) => {
  const bytes = Buffer.from(`Q\0\0\0\0${text}\0`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return new Uint8Array(bytes);
};
// Two messages: DISCARD refuses to run beside another statement.
const forget = [simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')];

// What the engine throws to leave a statement that failed.
const failedStatement = 100;

/**
 * A panic (the log cannot be written, say, as the disk is full) ends the engine for good. The library would call it again
 * for ever; a new thread recovers from the log instead.
 */
function endOnPanic({ Module: engine }: PGlite): void {
  const step = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if ((error as { status?: number }).status !== failedStatement) process.exit(1);
      throw error;
    }
  };
}

try {
  const engine = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(image === undefined ? {} : { loadDataDir: new Blob([image]) }),
    extensions: { btree_gin, pg_trgm },
    // 128 MB by default, of which the data of a demo never fills a tenth.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });

  endOnPanic(engine);

  parent.on('message', (request: EngineRequest) => {
    if (request.ask === 'session') serve(request.port);
    else if (request.ask === 'dump') void dump(request.port);
    else void engine.close().then(() => tell({ told: 'closed' }));
  });

  const serve = (port: MessagePort) => {
    // There is one session for ever: a new connection would find the settings and statements of the one before.
    for (const message of forget) engine.execProtocolRawSync(message);
    port.on('message', (messages: Uint8Array) => {
      const answer = new Uint8Array(engine.execProtocolRawSync(messages));
      port.postMessage(answer, [answer.buffer]);
    });
  };

  const dump = async (port: MessagePort) => {
    const file = await engine.dumpDataDir('none');
    const bytes = new Uint8Array(await file.arrayBuffer());
    port.postMessage(bytes, [bytes.buffer]);
    port.close();
  };

  tell({ told: 'ready' });
} catch (error) {
  tell({ told: 'failed', message: error instanceof Error ? error.message : String(error) });
}
