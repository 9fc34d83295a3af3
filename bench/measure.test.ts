import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hasSystemPart } from '../scripts/lib/system-packages.ts';

const hasWrk = await hasSystemPart('wrk');

/** The exit code and errors of a benchmark of a server that responds like this. */
function runBenchmark(respond: string) {
  const program = `
    import { createServer } from 'node:http';
    import { measure } from ${JSON.stringify(new URL('./measure.ts', import.meta.url).href)};
    const server = createServer((request, response) => { ${respond} }).listen(0, '127.0.0.1');
    server.once('listening', async () => {
      await measure({ url: \`http://127.0.0.1:\${server.address().port}/\`, seconds: 1 });
      server.close().closeAllConnections();
    });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return { status, stderr };
}

test.skipIf(!hasWrk)('a benchmark without a failed request exits with 0', () => {
  expect(runBenchmark('response.end("ok");')).toEqual({ status: 0, stderr: '' });
});

test.skipIf(!hasWrk).each([
  ['an error', 'response.writeHead(503).end();', 'Non-2xx or 3xx responses: '],
  [
    'one error among many responses',
    'response.writeHead((globalThis.count = (globalThis.count ?? 0) + 1) === 50 ? 500 : 200).end();',
    'Non-2xx or 3xx responses: 1',
  ],
  ['a lost connection', 'request.socket.destroy();', 'Socket errors: '],
])('a benchmark with %s exits with 1', (_what, respond, message) => {
  const { status, stderr } = runBenchmark(respond);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
