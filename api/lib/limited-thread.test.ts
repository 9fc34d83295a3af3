import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createLimitedThread } from './limited-thread.ts';
import { eventually } from '#tests/support/eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'limited-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'thread.mjs');
// It responds with its own id.
writeFileSync(
  path,
  `import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', () => parentPort.postMessage(threadId));
  parentPort.postMessage('ready');`,
);
const file = pathToFileURL(path);

test('a thread is kept for the next request', async () => {
  const thread = createLimitedThread<string, number>({ file, cpuMs: 10_000 });
  expect(await thread.run('first', [])).toBe(await thread.run('second', []));
  await thread.close();
});

test('a thread without requests ends, and the next request starts another', async () => {
  const thread = createLimitedThread<string, number>({ file, cpuMs: 10_000, idleMs: 1 });
  const first = await thread.run('first', []);
  await eventually(async () => expect(await thread.run('second', [])).not.toBe(first));
  await thread.close();
});
