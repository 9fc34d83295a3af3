import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../scripts/lib/system-packages.ts';

const hasAge = await hasSystemPart('age');
const machine = makeTemporaryFolder('proof', '/tmp');
afterAll(() => rmSync(machine, { recursive: true, force: true }));
const at = (name: string) => join(machine, name);

/** The commands of docs/backups.md for the machine that keeps the private key. */
function documentedProof(): string {
  const blocks = readFileSync('docs/backups.md', 'utf8').match(/(?<=```sh\n)[\s\S]*?(?=```)/g) ?? [];
  const block = blocks.find((one) => one.includes('--without-portal'));
  if (block === undefined) throw new Error('docs/backups.md has no such block.');
  return block;
}

/** The archive of a release, as far as the command line is concerned. */
function makeArchive(name: string): string {
  const program = join(name.replace('.tar.gz', ''), 'usr/bin/rempart-azur');
  const library = at(join(dirname(program), '../lib/rempart-azur'));
  for (const folder of [at(dirname(program)), join(library, 'build/sites')]) mkdirSync(folder, { recursive: true });
  copyFileSync('packaging/rempart-azur', at(program));
  symlinkSync(process.execPath, join(library, 'node'));
  execFileSync(process.execPath, ['scripts/build/build-api.ts', join(library, 'build/api')]);
  execFileSync('tar', ['-C', machine, '-czf', at(name), name.replace('.tar.gz', '')]);
  return program;
}

const proof = documentedProof();

test.runIf(hasAge)(
  'a backup is proven as documented, where there is only its key and the archive',
  { timeout: 600_000 },
  () => {
    const program = makeArchive(/\S+\.tar\.gz/.exec(proof)?.[0] ?? '');
    const run = (script: string, settings: Record<string, string> = {}) => {
      const environment = { PATH: process.env['PATH'], TMPDIR: at('tmp'), ...settings };
      return spawnSync('sh', ['-euc', script], { cwd: machine, env: environment, encoding: 'utf8' });
    };
    mkdirSync(at('tmp'));
    expect(run(`${program} --help`).stdout).not.toMatch(/embedded|\.\/data/);
    expect(run(`${program} check`)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('DATABASE_URL is missing'),
    });

    execFileSync('age-keygen', ['-o', at('backup.key')], { stdio: 'ignore' });
    writeFileSync(at('auth-secret'), 'Xk1/yM3rN8tPq0wZs5vB7cD9eF2gH4jL6aU+iOoTbVY=\n');
    const portal = {
      DATABASE_URL: 'embedded',
      DATA_DIR: at('portal'),
      AUTH_SECRET: readFileSync(at('auth-secret'), 'utf8').trim(),
      BACKUP_RECIPIENT: execFileSync('age-keygen', ['-y', at('backup.key')], { encoding: 'utf8' }).trim(),
    };
    expect(run(`${program} customers create Masséna && ${program} backup portal.age`, portal)).toMatchObject({
      status: 0,
    });
    rmSync(at('portal'), { recursive: true });
    const [backup = ''] = /portal-\S+\.age/.exec(proof) ?? [];
    renameSync(at('portal.age'), at(backup));
    rmSync(at(program.split('/', 1)[0] ?? ''), { recursive: true });

    const { status, stdout, stderr } = run(proof);
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    expect(stdout).toContain(`The file ${backup} was restored and checked: 2 rows of `);
    // Neither a scratch database nor one in the working folder is left.
    expect([readdirSync(at('tmp')), readdirSync(machine).includes('data')]).toEqual([[], false]);
  },
);
