import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { endWithParent } from './lib/processes.ts';

const project = join(import.meta.dirname, '..');

// A project whose build takes no time: it writes a server that says that it serves, and its stamp as ours does.
const build = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { readBuildSettings } from './scripts/build/build-settings.ts';
  import { sourceStamp, writeBuildStamp } from './scripts/build/build-stamp.ts';
  console.log('BUILT');
  mkdirSync('build/api', { recursive: true });
  writeFileSync('build/site.json', '{}');
  writeFileSync('build/api/main.js', 'console.log("SERVED")');
  writeBuildStamp('.', sourceStamp('.', readBuildSettings()));
`;

function newProject(buildCode = build): string {
  const root = mkdtempSync(join(tmpdir(), 'start-'));
  mkdirSync(join(root, 'content'));
  for (const file of [
    'scripts/start.ts',
    'scripts/build/build-folder.ts',
    'scripts/build/build-settings.ts',
    'scripts/build/build-stamp.ts',
    'scripts/lib/processes.ts',
    'api/lib/backup-settings.ts',
    'api/lib/database-settings.ts',
    'api/lib/env.ts',
    'api/lib/errors.ts',
    'api/lib/hosts.ts',
    'api/lib/program.ts',
    'api/lib/setting-checks.ts',
    'contract/languages.ts',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(project, file), join(root, file));
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'content/site.ts'), '');
  writeFileSync(join(root, 'build.js'), buildCode);
  const imports = { '#api/*': './api/*', '#contract/*': './contract/*' };
  const manifest = { type: 'module', imports, scripts: { build: 'node build.js' } };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  return root;
}

function spawnStart(cwd: string, settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  return endWithParent(spawn(process.execPath, ['scripts/start.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

async function start(cwd: string, settings: Record<string, string> = {}) {
  const child = spawnStart(cwd, settings);
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { words: output.match(/BUILT|SERVED/g), errors, code: code as number };
}

test('it builds once, and again only when a source or a switch of the forms has changed', async () => {
  const root = newProject();
  expect(await start(root)).toMatchObject({ words: ['BUILT', 'SERVED'], code: 0 });
  expect(await start(root)).toMatchObject({ words: ['SERVED'] });
  writeFileSync(join(root, 'content/site.ts'), 'export {};');
  expect(await start(root)).toMatchObject({ words: ['BUILT', 'SERVED'] });
  const address = { SITE_URL: 'https://www.example.com', DATABASE_URL: 'embedded' };
  expect(await start(root, address)).toMatchObject({ words: ['SERVED'] });
  const delivers = { LEADS: 'deliver', LEADS_TO: 'contact@example.com' };
  expect(await start(root, delivers)).toMatchObject({ words: ['BUILT', 'SERVED'] });
  expect(await start(root, delivers)).toMatchObject({ words: ['SERVED'] });
});

test('a failed build is reported in one sentence and not used', async () => {
  const root = newProject(build.replace('writeBuildStamp(', 'process.exit(3);$&'));
  for (const attempt of ['first', 'second']) {
    const { words, errors, code } = await start(root);
    expect([words, code], attempt).toEqual([['BUILT'], 1]);
    expect(errors).toContain('The build failed');
    expect(errors).not.toContain('    at ');
  }
});

test('a bad setting stops before the build', async () => {
  const { words, errors, code } = await start(newProject(), { PORT: 'http' });
  expect([words, code]).toEqual([null, 1]);
  expect(errors).toMatch(/^The setting PORT is "http": [^\n]*\.\n$/);
});

/** Gone, or a zombie that nobody has reaped yet. */
function hasEnded(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''));
  } catch {
    return true;
  }
}

test.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT'] as const)(
  '%s during the build ends everything that it has started',
  async (signal) => {
    // The build starts one process that ends like any other, and one that does not listen.
    const root = newProject(`
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const children = ['', 'process.on("SIGTERM", () => {}).on("SIGINT", () => {});'].map((code) =>
        spawn(process.execPath, ['-e', code + 'console.log("READY"); setInterval(() => {}, 1000)'], { stdio: ['ignore', 'pipe', 'ignore'] }));
      await Promise.all(children.map((child) => new Promise((resolve) => child.stdout.once('data', resolve))));
      writeFileSync('pids', JSON.stringify([process.pid, ...children.map(({ pid }) => pid)]));
      console.log('BUILDING');
    `);
    const child = spawnStart(root);
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (data: Buffer) => {
        if (data.includes('BUILDING\n')) resolve();
      });
    });
    const pids = JSON.parse(readFileSync(join(root, 'pids'), 'utf8')) as number[];
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(signal === 'SIGTERM' ? 143 : 130);
    expect(pids.filter((pid) => !hasEnded(pid))).toEqual([]);
  },
);
