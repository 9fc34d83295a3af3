import {
  chmodSync,
  existsSync,
  linkSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../scripts/lib/processes.ts';

let root: string;
const servers: Server[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'restart-'));
  for (const folder of ['bin', 'etc/rempart-azur', 'usr/lib/rempart-azur'])
    mkdirSync(join(root, folder), { recursive: true });
  const node = join(root, 'usr/lib/rempart-azur/node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
  const script = readFileSync('packaging/restart-instances', 'utf8');
  const own = join(root, 'restart-instances');
  writeFileSync(own, script.replaceAll(/(?<==)\/(?=etc\/|usr\/)/g, `${root}/`), { mode: 0o755 });
  // Notes what is restarted. Units of the file `broken` fail to start.
  const systemctl = `#!/bin/sh
case $1 in
  list-units) cat "${root}/units" 2>/dev/null || true ;;
  restart) echo "$2" >> "${root}/restarted"; ! grep -qx "$2" "${root}/broken" 2>/dev/null ;;
esac
`;
  writeFileSync(join(root, 'bin/systemctl'), systemctl, { mode: 0o755 });
  chmodSync(own, 0o755);
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  rmSync(root, { recursive: true });
});

/** An instance that is ready, or never will be; returns its port. */
async function listen(isReady: boolean): Promise<number> {
  const server = createServer((_, response) => response.writeHead(isReady ? 200 : 503).end());
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const restarted = () =>
  existsSync(join(root, 'restarted')) ? readFileSync(join(root, 'restarted'), 'utf8').trim().split('\n') : [];
/** Without curl or anything else that the package does not bring. */
const run = (...args: string[]) => {
  const path = `PATH=${join(root, 'bin')}:/usr/bin:/bin`;
  return runCommand('env', [
    '-i',
    path,
    'READY_SECONDS=1',
    'PAUSE_SECONDS=0',
    join(root, 'restart-instances'),
    ...args,
  ]);
};
const unitLine = (port: number) => `rempart-azur@${port}.service loaded active running Rempart Azur\n`;

test('instances are restarted one after the other', async () => {
  const ports = [await listen(true), await listen(true)];
  write('units', ports.map(unitLine).join(''));
  expect(await run()).toEqual({ ok: true, output: '' });
  expect(restarted()).toEqual(ports.map((port) => `rempart-azur@${port}.service`));
});

test('the first one that is not ready ends it, and the message says how to go back', async () => {
  const ports = [await listen(false), await listen(true)];
  write('units', ports.map(unitLine).join(''));
  const { ok, output } = await run('1.0.0');
  expect(ok).toBe(false);
  expect(restarted()).toEqual([`rempart-azur@${ports[0]}.service`]);
  expect(output).toContain(`rempart-azur@${ports[0]}.service is not ready on port ${ports[0]}. Why: journalctl -u`);
  expect(output).toContain('Instances that were not restarted yet run the version before and serve requests.');
  expect(output).toContain('go back to the version before, 1.0.0,');
  expect(output).toMatch(/dpkg -i rempart-azur_1\.0\.0_\S+\.deb/);
});

test('a unit that does not start ends it, too', async () => {
  const ports = [await listen(true), await listen(true)];
  write('units', ports.map(unitLine).join(''));
  write('broken', `rempart-azur@${ports[1]}.service\n`);
  expect((await run()).ok).toBe(false);
  expect(restarted()).toHaveLength(2);
});

test.each(['PORT=%\n', "HOST='127.0.0.1'\nPORT='%'\n", 'HOST=0.0.0.0\nPORT="%"\n'])(
  'without instances by port, the only one is restarted: %j',
  async (settings) => {
    const port = await listen(true);
    write('etc/rempart-azur/environment', settings.replace('%', String(port)));
    expect(await run()).toEqual({ ok: true, output: '' });
    expect(restarted()).toEqual(['rempart-azur.service']);
    for (const server of servers.splice(0)) server.close();
    const { ok, output } = await run();
    expect(ok).toBe(false);
    expect(output).not.toContain('Instances that were not restarted');
  },
);
