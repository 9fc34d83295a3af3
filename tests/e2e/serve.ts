import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createOwnerDatabase } from '#tests/support/database.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { buildFolder } from '../../scripts/build/build-folder.ts';
import { chosenBuild } from '../../scripts/ci/deliver-build.ts';
import { endWithParent } from '../../scripts/lib/processes.ts';
import { serverLogOf } from './server-log.ts';

const folder = process.env.DATA_DIR ?? '';

/** A real mail server, which keeps mails where the server writes them without one: journeys read both in the same way. */
async function startMailbox() {
  const outbox = join(folder, 'outbox');
  await mkdir(outbox, { recursive: true });
  let count = 0;
  return startMailServer({
    onMail: ({ raw }) => {
      count += 1;
      writeFileSync(join(outbox, `${String(count).padStart(6, '0')}.eml`), raw);
    },
  });
}

const postgres = process.argv[2] === 'postgresql' ? await createOwnerDatabase() : undefined;
const env = {
  ...process.env,
  ...(chosenBuild && { SMTP_URL: (await startMailbox()).url }),
  ...(postgres && { DATABASE_URL: postgres.url, AUTH_SECRET: randomBytes(24).toString('hex') }),
};
const run = (script: string, output: 'inherit' | number = 'inherit') =>
  endWithParent(spawn(process.execPath, [script], { stdio: ['ignore', output, output], env }));

async function removeAll(): Promise<void> {
  await postgres?.drop();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
}

// The journeys do not start if the database could not be seeded.
const [filled] = (await once(run('tests/e2e/portal/seed.ts'), 'exit')) as [number];
if (filled !== 0) {
  await removeAll();
  process.exit(1);
}

/** The production build, on a database and a data folder that are deleted afterwards. */
const server = run(`${buildFolder}/api/main.js`, openSync(serverLogOf(folder), 'a'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
// Playwright's pipe closes when Playwright is killed and cannot send a signal.
process.stdin.resume().once('end', () => server.kill('SIGTERM'));

await once(server, 'exit');
if (server.exitCode !== 0) console.error(readFileSync(serverLogOf(folder), 'utf8'));
await removeAll();
process.exit(server.exitCode ?? 1);
