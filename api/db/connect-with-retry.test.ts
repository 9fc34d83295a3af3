import { expect, test } from 'vitest';
import { createDatabaseHandle, type OpenDatabase } from './database-handle.ts';
import { createLog } from '#api/lib/log.ts';
import { connectWithRetry } from './connect-with-retry.ts';
import { OperatorError } from '#api/lib/errors.ts';

const log = createLog('silent');
const database = (close = async () => {}): OpenDatabase => ({ engine: 'postgresql', ping: async () => {}, close });

test('an embedded database that will not open stops with its own sentence', async () => {
  const gate = createDatabaseHandle<OpenDatabase>();
  const connect = () => Promise.reject(new Error('The data folder is in use by another server.\n  at somewhere'));
  const opening = connectWithRetry({ gate, connect, isEmbedded: true, log, signal: new AbortController().signal });
  await expect(opening).rejects.toThrow(new OperatorError('The data folder is in use by another server.'));
  expect(gate.current).toBeUndefined();
});

test('a PostgreSQL that is not there yet is tried again until it is', async () => {
  const gate = createDatabaseHandle<OpenDatabase>();
  const expected = database();
  let tries = 0;
  const connect = async () => {
    tries += 1;
    if (tries < 3) throw new Error('connection refused');
    return expected;
  };
  const { signal } = new AbortController();
  expect(await connectWithRetry({ gate, connect, isEmbedded: false, log, signal, firstDelay: 1 })).toBe(expected);
  expect(gate.current).toBe(expected);
});

test('a stop ends the attempts', async () => {
  const gate = createDatabaseHandle<OpenDatabase>();
  const stop = new AbortController();
  const connect = () => {
    stop.abort();
    return Promise.reject(new Error('connection refused'));
  };
  const opening = connectWithRetry({ gate, connect, isEmbedded: false, log, signal: stop.signal });
  expect(await opening).toBeUndefined();
});

test('closing while it opens waits for the opening, then closes what was opened', async () => {
  const gate = createDatabaseHandle<OpenDatabase>();
  let finishOpening = (_: OpenDatabase) => {};
  let isClosed = false;
  const opening = gate.open(() => new Promise((resolve) => (finishOpening = resolve)));
  const closing = gate.close();
  finishOpening(
    database(async () => {
      isClosed = true;
    }),
  );
  await Promise.all([opening, closing]);
  expect(isClosed).toBe(true);
  expect(gate.current).toBeUndefined();
});
