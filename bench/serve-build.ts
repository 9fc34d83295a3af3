import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent } from '../scripts/ci/end-with-parent.ts';
import { freePort } from '../scripts/ci/free-port.ts';

const patienceMs = 60_000;

/** The built server on a free port, with an empty database of its own that is removed afterwards. */
export async function serveBuild(): Promise<{ origin: string; pid: number; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = endWithParent(
    spawn(process.execPath, ['build/api/main.js'], {
      env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  };

  // Ready, not just listening: the embedded database takes the processor for its first seconds.
  const deadline = Date.now() + patienceMs;
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('The built server did not start: run npm run build first.');
    }
    await wait(200);
  }
  return { origin, pid: server.pid ?? 0, stop };
}
