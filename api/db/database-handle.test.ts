import { expect, test } from 'vitest';
import { type OpenDatabase, connectWithRetry, createDatabaseHandle } from './database-handle.ts';
import { createLog } from '#api/lib/log.ts';
import { OperatorError } from '#api/lib/errors.ts';

const log = createLog('silent');
const database = (close = async () => {}): OpenDatabase => ({ engine: 'postgresql', ping: async () => {}, close });

test('an embedded database that fails to open stops the server with its own message', async () => {
  const handle = createDatabaseHandle<OpenDatabase>();
  const connect = () => Promise.reject(new Error('The data folder is in use by another server.\n  at somewhere'));
  const opening = connectWithRetry({ handle, connect, isEmbedded: true, log, signal: new AbortController().signal });
  await expect(opening).rejects.toThrow(new OperatorError('The data folder is in use by another server.'));
  expect(handle.current).toBeUndefined();
});

test('an unreachable PostgreSQL is retried until it responds', async () => {
  const handle = createDatabaseHandle<OpenDatabase>();
  const expected = database();
  let tries = 0;
  const connect = async () => {
    tries += 1;
    if (tries < 3) throw new Error('connection refused');
    return expected;
  };
  const { signal } = new AbortController();
  expect(await connectWithRetry({ handle, connect, isEmbedded: false, log, signal, firstDelayMs: 1 })).toBe(expected);
  expect(handle.current).toBe(expected);
});

test('stopping ends the retries', async () => {
  const handle = createDatabaseHandle<OpenDatabase>();
  const stop = new AbortController();
  const connect = () => {
    stop.abort();
    return Promise.reject(new Error('connection refused'));
  };
  const opening = connectWithRetry({ handle, connect, isEmbedded: false, log, signal: stop.signal });
  expect(await opening).toBeUndefined();
});

test('closing while opening waits, then closes the database', async () => {
  const handle = createDatabaseHandle<OpenDatabase>();
  let finishOpening = (_: OpenDatabase) => {};
  let isClosed = false;
  const opening = handle.open(() => new Promise((resolve) => (finishOpening = resolve)));
  const closing = handle.close();
  finishOpening(
    database(async () => {
      isClosed = true;
    }),
  );
  await Promise.all([opening, closing]);
  expect(isClosed).toBe(true);
  expect(handle.current).toBeUndefined();
});
