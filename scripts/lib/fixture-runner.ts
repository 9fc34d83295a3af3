/** Test fixture: starts a child process or PostgreSQL, prints its pid or URL, and waits to be killed. */
import { spawn } from 'node:child_process';
import { stopWithNpm } from './stop-with-npm.ts';
import { endWithParent } from './end-with-parent.ts';
import { startPostgres } from './postgres.ts';
import { startCommand } from './run-command.ts';

const waiting = ['-e', 'setInterval(() => {}, 1000)'];
const starters: Record<string, () => Promise<unknown>> = {
  child: async () => endWithParent(spawn(process.execPath, waiting)).pid,
  // The group's leader, and a child of its own that does not know of us.
  group: async () =>
    startCommand('/bin/sh', ['-c', `"${process.execPath}" -e 'setInterval(() => {}, 1000)'; true`]).pid,
  postgres: async () => (await startPostgres()).url,
};

stopWithNpm();
console.log(await starters[process.argv[2] ?? '']?.());
setInterval(() => {}, 1000);
