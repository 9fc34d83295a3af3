/** `npm run build`: the site, prerendered and made ready to serve, and the server's bundle. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '#api/lib/errors.ts';
import { buildFolder } from './build-folder.ts';
import { weighPages } from './weigh-site.ts';
import { sourceStamp, writeBuildStamp } from './build-stamp.ts';
import { client } from './describe-file.ts';
import { finishSite } from './finish-site.ts';
import { identifySbom, type Sbom } from './identify-sbom.ts';
import { type BuildSettings, readBuildSettings } from './build-settings.ts';

const root = join(import.meta.dirname, '../..');
// A release sets it, so that the same sources give the same bytes.
const epoch = process.env.SOURCE_DATE_EPOCH;
const builtAt = epoch === undefined ? new Date() : new Date(Number(epoch) * 1000);

let settings: BuildSettings;
try {
  settings = readBuildSettings();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exit(1);
}
// The server replaces it by its own when it starts.
const siteUrl = 'http://localhost:3000';
// Taken before the build: a source that changes meanwhile must count as changed.
const stamp = sourceStamp(root, settings);

const run = (label: string, ...command: string[]) => {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: {
      ...process.env,
      VITE_SITE_URL: siteUrl,
      // Absent unless they are on: a build without them is the same as before there were such settings.
      ...(settings.leads === 'deliver' && { VITE_LEADS: 'deliver' }),
      ...(settings.hasBooking && { VITE_BOOKING: 'on' }),
      VITE_BUILD_YEAR: String(builtAt.getUTCFullYear()),
      NODE_ENV: 'production',
    },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n${label}: failed\n`);
    process.exit(1);
  }
  console.log(`${label} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
};

interface Manifest {
  name: string;
  devDependencies?: unknown;
}
interface Lock {
  packages: Record<string, { name?: string; version?: string; dev?: boolean; devDependencies?: unknown }>;
}

/** Writes sbom.json (CycloneDX) into the build: every package of a production install. */
const writeSbom = () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  delete manifest.devDependencies;
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;

  // `npm sbom --omit dev` (npm 11.19) leaves out packages that development dependencies use too, such as zod and vite:
  // npm gets a package that has no development dependencies instead.
  delete lock.packages['']?.devDependencies;
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => dev !== true));

  const parent = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const folder = join(parent, manifest.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
    const npm = process.env.npm_execpath;
    const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline', '--loglevel=error'];
    const sbom = execFileSync(command, [...first, ...args, '--prefix', folder], { cwd: folder, encoding: 'utf8' });
    // npm 10 lists a package that is installed in two places twice.
    const bom = JSON.parse(sbom) as Sbom;
    bom.components = [...new Map(bom.components.map((one) => [one['bom-ref'], one])).values()];
    const listed = bom.components.length;
    const expected = new Set(
      Object.entries(packages)
        .filter(([path]) => path !== '')
        .map(([path, { name = path.slice(path.lastIndexOf('node_modules/') + 13), version }]) => `${name}@${version}`),
    ).size;
    if (listed !== expected) throw new Error(`The SBOM lists ${listed} packages; the lock file has ${expected}.`);
    writeFileSync(`${buildFolder}/sbom.json`, `${JSON.stringify(identifySbom(bom, builtAt), null, 2)}\n`);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
};

run('Content checked', 'scripts/content-lint/check-content.ts');
rmSync(buildFolder, { recursive: true, force: true });
run('Pages rendered', 'node_modules/@react-router/dev/bin.cjs', 'build');
const { files } = await finishSite(siteUrl, settings, builtAt);
console.log(`Site ready: ${files.filter((file) => file.csp).length} pages, ${files.length} files`);
const weights = await weighPages(client, files);
for (const [name, path] of [
  ['Home', '/'],
  ['Portal', '/customer-portal'],
] as const) {
  console.log(`${name}: ${((weights[path]?.script ?? 0) / 1024).toFixed(1)} KB of JavaScript in its first load`);
}
run('Server bundled', 'scripts/build/build-api.ts');
writeSbom();
writeBuildStamp(root, stamp);
