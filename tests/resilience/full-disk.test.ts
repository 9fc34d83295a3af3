import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkDatabase } from '#main/admin/integrity-check/check-database.ts';
import { openForOperator } from '#api/db/operator-database.ts';
import {
  bundleServer,
  killServers,
  password,
  spawnServer,
  startReadyServer,
  waitUntil,
} from '#tests/support/server.ts';
import { writeFixtureSite } from '#tests/support/site.ts';
import { TicketLoad } from './acknowledged-writes.ts';
import { fullDisk, mountSmallDisk, type SmallDisk, withFault } from './faults.ts';

const site = writeFixtureSite();

function canMount(): boolean {
  const disk = mountSmallDisk(1);
  disk?.remove();
  return disk !== undefined;
}
// As main/main.ts: systemd does not try again.
const wrongSettings = 78;
const mount = (megabytes: number) => mountSmallDisk(megabytes) as SmallDisk;

describe.runIf(canMount())('on a small disk', () => {
  beforeAll(bundleServer);
  afterEach(killServers);

  // The remaining space decides what fails: with none, a table cannot grow; with a little, PostgreSQL cannot create the
  // next file of its write-ahead log and panics.
  test.each([
    ['completely full', 0],
    ['full except for less than a file of the write-ahead log', 12 * 1024 * 1024],
  ])(
    'a disk that is %s, then read-only: 503, no acknowledged write is lost, and making it writable is enough to recover',
    { timeout: 600_000 },
    async (_how, freeBytes) => {
      const disk = mount(120);
      const settings = { DATA_DIR: join(disk.folder, 'data') };
      const server = await startReadyServer(settings);
      const cookie = await server.signIn('claire@cabinet-massena.example', password);
      const load = new TicketLoad(randomBytes(7000).toString('base64url'));
      await load.run(server, cookie, 4, () => load.acknowledged >= 20);
      await withFault(fullDisk(disk, freeBytes), async () => {
        await load.run(server, cookie, 4);
        expect([...load.otherStatuses.keys()]).toEqual([503]);
        expect((await server.fetch('/healthz')).status).toBe(200);
        expect((await server.fetch('/services')).status).toBe(200);
      });

      const before = load.acknowledged;
      await waitUntil(async () => {
        await load.run(server, cookie, 1, () => load.acknowledged > before);
        return load.acknowledged > before;
      }, server);
      expect(await load.findViolations(server, cookie)).toEqual([]);
      server.signal('SIGKILL');
      await server.exitCode;

      const again = await startReadyServer(settings);
      expect(await load.findViolations(again, cookie)).toEqual([]);
      expect(await again.stop()).toBe(0);
      disk.setReadOnly();
      const readOnly = spawnServer({ ...settings, DEMO_PASSWORD: password }, '--site', site);
      expect(await readOnly.exitCode).toBe(wrongSettings);
      expect(readOnly.errors()).toMatch(/^[^\n]+\n$/);
      disk.setWritable();
      const operator = await openForOperator({ dataDir: settings.DATA_DIR, databaseUrl: undefined }, 'any');
      expect((await checkDatabase(operator, () => {})).problems).toEqual([]);
      await operator.close();
      disk.remove();
    },
  );

  test('a data folder that is read-only: a one-line error without a stack trace', async () => {
    const disk = mount(1);
    disk.setReadOnly();
    const server = spawnServer({ DATA_DIR: join(disk.folder, 'data') }, '--site', site);
    expect(await server.exitCode).toBe(wrongSettings);
    expect(server.errors()).toMatch(/^The data folder [^\n]* \(E[A-Z]+\): [^\n]*DATA_DIR[^\n]*\.\n$/);
    disk.remove();
  });
});
