import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

/** The built server, just as it runs in production, on a data folder that goes when it goes. */
const server = spawn(process.execPath, ['build/api/main.js'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

await once(server, 'exit');
const folder = process.env.DATA_DIR;
if (folder !== undefined) await rm(folder, { recursive: true, force: true });
process.exitCode = server.exitCode ?? 1;
