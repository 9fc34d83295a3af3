import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { createSystemdNotifier } from './systemd-notifier.ts';
import { eventually } from '#tests/support/eventually.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'systemd-'));
  const program = join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "${folder}/sent"\n`);
  chmodSync(program, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

const sent = () => (existsSync(join(folder, 'sent')) ? readFileSync(join(folder, 'sent'), 'utf8').split('\n') : []);
const environment = () => ({ PATH: `${folder}${delimiter}${process.env.PATH}`, NOTIFY_SOCKET: '/run/example' });

test('systemd hears when the server is ready, while it is healthy, and when it stops', async () => {
  const notifier = createSystemdNotifier(createLog('silent'), { ...environment(), WATCHDOG_USEC: '60000' });
  let isHealthy = true;
  notifier.ready(() => isHealthy);
  await eventually(() =>
    expect(sent()).toEqual(expect.arrayContaining(['/run/example --ready', '/run/example WATCHDOG=1'])),
  );
  isHealthy = false;
  notifier.stopping();
  await eventually(() => expect(sent()).toContain('/run/example STOPPING=1'));
});

test('a process that is not healthy is not reported, and without a watchdog none is', async () => {
  createSystemdNotifier(createLog('silent'), { ...environment(), WATCHDOG_USEC: '3000' }).ready(() => false);
  const quiet = createSystemdNotifier(createLog('silent'), environment());
  quiet.ready(() => true);
  quiet.stopping();
  await eventually(() => expect(sent()).toContain('/run/example STOPPING=1'));
  expect(sent().filter((line) => line.includes('WATCHDOG'))).toEqual([]);
});

test('outside of systemd nothing is started, and a missing program is a warning', async () => {
  createSystemdNotifier(createLog('silent'), { PATH: folder }).ready(() => true);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  createSystemdNotifier(log, { NOTIFY_SOCKET: '/run/example', PATH: '/nowhere' }).stopping();
  await eventually(() => expect(lines.join('')).toContain('systemd could not be notified'));
  expect(sent()).toEqual([]);
});
