import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForOperator } from '#api/db/operator-database.ts';
import { attachFiles } from '#tests/support/attached-files.ts';
import { type TestDatabase, engines, freshDatabase } from '#tests/support/database.ts';
import { endWithParent } from '../../scripts/lib/processes.ts';

const root = mkdtempSync(join(tmpdir(), 'kill-backup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(engines)('on %s', (engine) => {
  const dataDir = join(root, engine);
  const backups = `${dataDir}-backups`;
  let database: TestDatabase | undefined;
  const environment = () => ({
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? 'embedded',
  });
  const start = (...argv: string[]): ChildProcess =>
    endWithParent(spawn(process.execPath, ['main/cli/main.ts', ...argv], { env: environment(), stdio: 'pipe' }));
  const finish = async (child: ChildProcess) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (more) => (text += String(more)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text };
  };
  const stored = () => (existsSync(backups) ? readdirSync(backups) : []);
  /** Starts a command and sends it a signal as soon as it has begun to write. */
  async function interrupt(signal: 'SIGKILL' | 'SIGTERM', hasBegun: () => boolean, ...argv: string[]) {
    const child = start(...argv);
    const finished = finish(child);
    while (!hasBegun()) {
      if (child.exitCode !== null) throw new Error(`It ended before it was interrupted: ${(await finished).text}`);
      await wait(2);
    }
    child.kill(signal);
    return finished;
  }

  beforeAll(async () => {
    if (engine === 'postgresql') database = await freshDatabase(engine);
    const operator = await openForOperator({ databaseUrl: database?.url, dataDir });
    await attachFiles(operator, { dataDir, count: 30, size: 2_000_000 });
    await operator.close();
  });
  afterAll(() => database?.close());

  test('a backup that is killed leaves no backup, and the next one removes its part', async () => {
    const isWriting = () => stored().some((name) => name.endsWith('.part'));
    expect((await interrupt('SIGKILL', isWriting, 'backup')).code).toBe(null);
    expect(stored()).toEqual([expect.stringMatching(/\.gz\.part$/)]);
    const ended = await interrupt('SIGTERM', () => stored().length === 2 || !isWriting(), 'backup');
    expect(ended).toMatchObject({ code: 1, text: expect.stringContaining('The backup was interrupted') });
    expect(stored()).toEqual([]);
    const whole = await finish(start('backup'));
    expect(whole).toMatchObject({ code: 0, text: expect.stringContaining('and 30 files') });
    expect(stored()).toEqual([expect.stringMatching(/\.gz$/)]);
    expect(await finish(start('backup', 'verify'))).toMatchObject({ code: 0 });
  });

  test('a proof that is killed leaves nothing that the next one does not remove', async () => {
    const scratch = join(dataDir, 'backup-proof');
    const isRestoring = () => existsSync(join(scratch, 'files/incoming'));
    expect((await interrupt('SIGKILL', isRestoring, 'backup', 'prove')).code).toBe(null);
    expect(existsSync(scratch)).toBe(true);
    rmSync(scratch, { recursive: true });
    const ended = await interrupt('SIGTERM', isRestoring, 'backup', 'prove');
    expect(ended).toMatchObject({ code: 1, text: expect.stringContaining('The proof was interrupted') });
    expect(existsSync(scratch)).toBe(false);
    const proven = await finish(start('backup', 'prove'));
    expect(proven).toMatchObject({ code: 0, text: expect.stringContaining('was restored and checked') });
    expect(existsSync(scratch)).toBe(false);
    if (database === undefined) return;
    const { rows } = await database.pool.query(
      `SELECT FROM pg_database WHERE datname = current_database() || '-proof'`,
    );
    expect(rows).toEqual([]);
  });
});
