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

try {
  const engine = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(image === undefined ? {} : { loadDataDir: new Blob([image]) }),
    extensions: { btree_gin, pg_trgm },
    // 128 MB by default, of which the data of a demo never fills a tenth.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });

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
