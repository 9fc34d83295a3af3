import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import { openForOperator } from '#api/admin/operator-database.ts';
import { bundleServer, killServers, removeBundle, spawnServer } from '#tests/support/server.ts';
import { writeFixtureSite } from '#tests/support/site.ts';
import { Ledger } from './acknowledged-writes.ts';
import { password, startReadyServer, until } from '#tests/support/server.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

/** A disk of its own, so small that it can be filled. */
function smallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const mount = (...args: string[]) => execFileSync('mount', [...args, folder]);
  mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs');
  return {
    folder,
    setReadOnly: () => mount('-o', 'remount,ro'),
    setWritable: () => mount('-o', 'remount,rw'),
    remove: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function canMount(): boolean {
  if (!isRoot || !isLinux) return false;
  try {
    smallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

function fill(file: string, room: number): void {
  for (const size of [1024 * 1024, 4096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  truncateSync(file, statSync(file).size - room);
}

const site = writeFixtureSite();

describe.runIf(canMount())('on a disk of its own', () => {
  beforeAll(bundleServer);
  afterEach(killServers);
  afterAll(removeBundle);

  // Where the room ends decides what fails: with none, a table cannot grow; with a little, the log needs its next file first,
  // and PostgreSQL panics.
  test.each([
    ['to the last byte', 0],
    ['but for less than a file of the log', 12 * 1024 * 1024],
  ])(
    'a disk that is full %s: 503, nothing that was answered is lost, and space mends it',
    { timeout: 240_000 },
    async (_how, room) => {
      const disk = smallDisk(120);
      const settings = { DATA_DIR: join(disk.folder, 'data') };
      const server = await startReadyServer(settings);
      const cookie = await server.signIn('claire@cabinet-massena.example', password);
      const ledger = new Ledger(randomBytes(7000).toString('base64url'));
      const ballast = join(disk.folder, 'ballast');
      await ledger.load(server, cookie, 4, () => ledger.told.size >= 20);
      fill(ballast, room);
      await ledger.load(server, cookie, 4);
      expect([...ledger.others.keys()]).toEqual([503]);
      expect((await server.fetch('/healthz')).status).toBe(200);
      expect((await server.fetch('/services')).status).toBe(200);

      rmSync(ballast);
      const before = ledger.told.size;
      await until(async () => {
        await ledger.load(server, cookie, 1, () => ledger.told.size > before);
        return ledger.told.size > before;
      }, server);
      expect(await ledger.breaches(server, cookie)).toEqual([]);
      server.signal('SIGKILL');
      await server.exitCode;

      const again = await startReadyServer(settings);
      expect(await ledger.breaches(again, cookie)).toEqual([]);
      again.signal('SIGTERM');
      expect(await again.exitCode).toBe(0);
      const operator = await openForOperator({ dataDir: settings.DATA_DIR, databaseUrl: undefined }, 'any');
      expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
      await operator.close();
      disk.remove();
    },
  );

  test('a data folder that cannot be written: one sentence, no stack, and nothing in it is touched', async () => {
    const disk = smallDisk(1);
    disk.setReadOnly();
    const server = spawnServer({ DATA_DIR: join(disk.folder, 'data') }, '--site', site);
    expect(await server.exitCode).toBe(1);
    expect(server.errors()).toMatch(/^The data folder [^\n]* cannot be used \(E[A-Z]+\)[^\n]*DATA_DIR[^\n]*\.\n$/);
    disk.remove();
  });

  test(
    'a database whose folder became read-only: one sentence, and it opens unharmed later',
    { timeout: 240_000 },
    async () => {
      const disk = smallDisk(120);
      const settings = { DATA_DIR: join(disk.folder, 'data'), DEMO_PASSWORD: password };
      const first = await startReadyServer(settings);
      first.signal('SIGTERM');
      expect(await first.exitCode).toBe(0);
      disk.setReadOnly();
      const server = spawnServer(settings, '--site', site);
      expect(await server.exitCode).toBe(1);
      expect(server.errors()).toMatch(/^[^\n]+\n$/);
      disk.setWritable();
      const again = await startReadyServer(settings);
      expect(await again.signIn('claire@cabinet-massena.example', password)).toContain('session_token');
      again.signal('SIGTERM');
      expect(await again.exitCode).toBe(0);
      disk.remove();
    },
  );
});
