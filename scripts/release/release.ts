/**
 * `npm run release`: the packages of this version, in release/, from a build for every setting that is part of one.
 * `-- --sign KEY` also signs their checksums with a key of SSH.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { debianArchitecture, stageDebian } from './stage-debian.ts';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const { sign } = parseArgs({ options: { sign: { type: 'string' } } }).values;
const target = join(root, 'release');
const work = join(target, 'work');

// The time of the last commit: the same sources give the same bytes.
const epoch = process.env['SOURCE_DATE_EPOCH'] ?? run('git', ['log', '-1', '--format=%ct']).trim();
const environment = { ...process.env, SOURCE_DATE_EPOCH: epoch, TZ: 'UTC', LC_ALL: 'C.UTF-8' };

function run(command: string, args: string[], settings: NodeJS.ProcessEnv = {}): string {
  return execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Refuses to sign anything but the commit that the version's tag names. */
function checkTag(): void {
  const isTagged = run('git', ['tag', '--points-at', 'HEAD']).split('\n').includes(`v${version}`);
  const changes = run('git', ['status', '--porcelain']).trim();
  if (isTagged && changes === '') return;
  console.error(
    isTagged
      ? `The checkout of v${version} has changes:\n${changes}`
      : `The tag v${version} does not name this commit: only that one is signed.`,
  );
  process.exit(1);
}

/** One site for each combination of LEADS and BOOKING; the server takes the one of its settings. */
const sites = [
  { folder: 'off', LEADS: 'off', BOOKING: 'off' },
  { folder: 'deliver', LEADS: 'deliver', BOOKING: 'off' },
  { folder: 'booking', LEADS: 'deliver', BOOKING: 'on' },
];

function build(): string {
  for (const { folder, ...settings } of sites) {
    console.log(`Building the site with LEADS=${settings.LEADS} and BOOKING=${settings.BOOKING}…`);
    const place = { BUILD_FOLDER: join('release/work/builds', folder), SITE_URL: '' };
    run(process.execPath, ['scripts/build/build.ts'], { ...environment, ...settings, ...place });
  }
  const product = join(work, 'product');
  const built = (folder: string, ...path: string[]) => join(work, 'builds', folder, ...path);
  mkdirSync(product, { recursive: true });
  cpSync(built('off', 'api'), join(product, 'build/api'), { recursive: true });
  // For an operator's stack traces they are three times the size of the bundle.
  for (const file of readdirSync(join(product, 'build/api'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.map')) rmSync(join(product, 'build/api', file));
  const kept = new Map<string, string>();
  for (const { folder } of sites) {
    const site = join(product, 'build/sites', folder);
    mkdirSync(site, { recursive: true });
    for (const file of ['site.json', 'consents.json'])
      if (existsSync(built(folder, file))) cpSync(built(folder, file), join(site, file));
    linkTree(built(folder, 'client'), join(site, 'client'), kept);
  }
  return product;
}

/** Copies a folder; a file that was copied before becomes a symbolic link to it. */
function linkTree(from: string, to: string, kept: Map<string, string>): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, copy, kept);
    else if (!entry.name.endsWith('.map') && entry.name !== '.vite') {
      const hash = createHash('sha256').update(readFileSync(source)).digest('hex');
      const before = kept.get(hash);
      if (before === undefined) {
        cpSync(source, copy);
        kept.set(hash, copy);
      } else symlinkSync(relative(to, before), copy);
    }
  }
}

/** The same mode for everybody who builds, whatever their umask. */
function normalizeModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) normalizeModes(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

if (sign !== undefined) checkTag();
rmSync(target, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const product = build();
for (const name of [
  'node',
  'environment.example',
  'company.example.json',
  'create-database',
  'configure-nginx',
  'keep-assets',
  'restart-instances',
])
  cpSync(name === 'node' ? process.execPath : join('packaging', name), join(product, name), { dereference: true });
for (const name of ['write-proxy-files', 'backup-nightly'])
  cpSync(join('packaging/container', name), join(product, name));
execFileSync('strip', ['--strip-unneeded', join(product, 'node')]);

const arch = debianArchitecture();
const debian = stageDebian({ product, folder: join(work, 'debian'), version, arch });
normalizeModes(debian);
const packages = join(work, 'packages');
mkdirSync(packages);
const deb = join(packages, `rempart-azur_${version}_${arch}.deb`);
run('dpkg-deb', ['--root-owner-group', '-Zxz', '--threads-max=1', '--build', debian, deb], environment);

const name = `rempart-azur-${version}-${arch}`;
const folder = join(work, name);
mkdirSync(folder);
for (const part of ['usr', 'lib']) run('cp', ['-al', join(debian, part), folder]);
normalizeModes(folder);
const tar = run.bind(undefined, 'tar');
tar([
  '--sort=name',
  `--mtime=@${epoch}`,
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--format=gnu',
  '-C',
  work,
  '-cf',
  `${folder}.tar`,
  name,
]);
writeFileSync(join(packages, `${name}.tar.gz`), gzipSync(readFileSync(`${folder}.tar`), { level: 9 }));

cpSync(join(work, 'builds/off/sbom.json'), join(packages, `rempart-azur_${version}.sbom.json`));
const sums = readdirSync(packages)
  .toSorted()
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(packages, file)))
        .digest('hex')}  ${file}\n`,
  );
writeFileSync(join(packages, 'SHA256SUMS'), sums.join(''));
if (sign !== undefined)
  run('ssh-keygen', ['-Y', 'sign', '-n', 'rempart-azur', '-f', sign, join(packages, 'SHA256SUMS')]);
// A file has its final name when it is complete.
for (const file of readdirSync(packages).toSorted()) {
  renameSync(join(packages, file), join(target, file));
  console.log(`release/${file} (${(statSync(join(target, file)).size / 1e6).toFixed(1)} MB)`);
}
rmSync(work, { recursive: true, force: true });
