import { expect, test } from 'vitest';
import { createDatabaseGate, type OpenDatabase } from './database-gate.ts';
import { createLog } from './log.ts';
import { openDatabaseBehind } from './open-database.ts';
import { PlainStop } from './plain-stop.ts';

const log = createLog('silent');
const database = (close = async () => {}): OpenDatabase => ({ engine: 'postgresql', ping: async () => {}, close });

test('an embedded database that will not open stops with its own sentence', async () => {
  const gate = createDatabaseGate<OpenDatabase>();
  const connect = () => Promise.reject(new Error('The data folder is in use by another server.\n  at somewhere'));
  const opening = openDatabaseBehind({ gate, connect, isEmbedded: true, log, signal: new AbortController().signal });
  await expect(opening).rejects.toThrow(new PlainStop('The data folder is in use by another server.'));
  expect(gate.current).toBeUndefined();
});

test('a PostgreSQL that is not there yet is tried again until it is', async () => {
  const gate = createDatabaseGate<OpenDatabase>();
  const expected = database();
  let tries = 0;
  const connect = async () => {
    tries += 1;
    if (tries < 3) throw new Error('connection refused');
    return expected;
  };
  const { signal } = new AbortController();
  expect(await openDatabaseBehind({ gate, connect, isEmbedded: false, log, signal, firstDelay: 1 })).toBe(expected);
  expect(gate.current).toBe(expected);
});

test('a stop ends the attempts', async () => {
  const gate = createDatabaseGate<OpenDatabase>();
  const stop = new AbortController();
  const connect = () => {
    stop.abort();
    return Promise.reject(new Error('connection refused'));
  };
  const opening = openDatabaseBehind({ gate, connect, isEmbedded: false, log, signal: stop.signal });
  expect(await opening).toBeUndefined();
});

test('closing while it opens waits for the opening, then closes what was opened', async () => {
  const gate = createDatabaseGate<OpenDatabase>();
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
