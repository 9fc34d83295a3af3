import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../scripts/lib/system-packages.ts';

const folder = 'packaging/systemd';
const hasSystemd = await hasSystemPart('systemd');
const services = readdirSync(folder).filter((name) => name.endsWith('.service'));

test.runIf(hasSystemd).each(services)('%s is exposed by at most 2.0, as systemd-analyze rates it', async (name) => {
  // In tenths.
  const rated = await runCommand('systemd-analyze', [
    'security',
    '--offline=true',
    '--no-pager',
    '--threshold=20',
    join(folder, name),
  ]);
  expect(rated.output).toMatch(/Overall exposure level for .*: [01]\.\d|: 2\.0/);
  expect(rated.ok, rated.output).toBe(true);
});

/** What systemd reports about our units. It also loads units of this machine that ours name, and reports on those. */
async function verify(file: string): Promise<string[]> {
  const { output } = await runCommand('systemd-analyze', ['verify', file]);
  // The programs are where the package installs them, not here.
  return output.split('\n').filter((line) => line.includes('rempart-azur') && !line.includes('is not executable'));
}

test.runIf(hasSystemd)('an unknown setting of ours is reported, one of another package is not', async () => {
  const units = mkdtempSync(join(tmpdir(), 'units-'));
  const write = (name: string, ...settings: string[]) =>
    writeFileSync(join(units, name), `${['[Service]', 'ExecStart=/bin/true', ...settings].join('\n')}\n`);
  const ours = ['[Unit]', 'Wants=other-package.service'];
  write('other-package.service', 'Invented=1');
  write('rempart-azur.service', ...ours);
  expect(await verify(join(units, 'rempart-azur.service'))).toEqual([]);
  write('rempart-azur.service', 'Unheard=1', ...ours);
  expect(await verify(join(units, 'rempart-azur.service'))).toEqual([expect.stringContaining('Unheard')]);
});

test.runIf(hasSystemd).each(services)('%s has no setting that systemd does not know', async (name) => {
  expect(await verify(join(folder, name))).toEqual([]);
});

test('instances by port have the unit of the only one', () => {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const byPort = read('rempart-azur@.service')
    .replace(', on port %i', '')
    .replace(/# The instance is its port: .*\n.*\n# Not by Environment=.*\n/, '')
    .replace('/usr/bin/env PORT=%i ', '');
  expect(byPort).toBe(read('rempart-azur.service'));
});

test('a server that takes more and more memory ends before the machine has none left', () => {
  const unit = readFileSync(join(folder, 'rempart-azur.service'), 'utf8');
  expect(unit).toMatch(/^MemoryMax=2G$/m);
  expect(unit).toMatch(/^Restart=on-failure$/m);
});
