import { readdirSync, readFileSync } from 'node:fs';
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

test.runIf(hasSystemd).each(services)('%s has no setting that systemd does not know', async (name) => {
  const { output } = await runCommand('systemd-analyze', ['verify', join(folder, name)]);
  // The programs are where the package installs them, not here.
  expect(output.split('\n').filter((line) => line !== '' && !line.includes('is not executable'))).toEqual([]);
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
