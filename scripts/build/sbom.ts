/** Writes build/sbom.json (CycloneDX): every package of a production install. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Manifest {
  name: string;
  devDependencies?: unknown;
}
interface Lock {
  packages: Record<string, { name?: string; version?: string; dev?: boolean; devDependencies?: unknown }>;
}

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
  const listed = (JSON.parse(sbom) as { components: unknown[] }).components.length;
  const expected = new Set(
    Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, { name = path.slice(path.lastIndexOf('node_modules/') + 13), version }]) => `${name}@${version}`),
  ).size;
  if (listed !== expected) throw new Error(`The SBOM lists ${listed} packages; the lock file has ${expected}.`);
  writeFileSync('build/sbom.json', sbom);
} finally {
  rmSync(parent, { recursive: true, force: true });
}
