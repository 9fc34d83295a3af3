import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

/** Runs to its end; the journeys do not start on a database that could not be filled. */
async function fill(): Promise<void> {
  const [code] = (await once(spawn(process.execPath, ['tests/e2e/portal/seed.ts'], { stdio: 'inherit' }), 'exit')) as [
    number,
  ];
  if (code !== 0) process.exit(1);
}

await fill();
/** The built server, just as it runs in production, on a data folder that goes when it goes. */
const server = spawn(process.execPath, ['build/api/main.js'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

await once(server, 'exit');
const folder = process.env.DATA_DIR;
if (folder !== undefined) await rm(folder, { recursive: true, force: true });
process.exitCode = server.exitCode ?? 1;
