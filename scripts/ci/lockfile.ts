/** `npm run lock` completes package-lock.json for other systems; `--check` reports what is missing. */
import { readFile, writeFile } from 'node:fs/promises';
import { runCommand } from '../lib/processes.ts';

export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, LockedPackage>;
}

const systems = /(?:^|[-/])(android|darwin|freebsd|linux|openharmony|win32)(?=-|$)/;
const processors = /-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?=-|$)/;

/** The platform in a package's name: `@swc/core-linux-x64-musl` → linux, x64, musl. */
export function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | undefined {
  if (/-wasm32(-|$)/.test(name)) return { cpu: ['wasm32'] };
  const os = systems.exec(name)?.[1];
  const cpu = processors.exec(name)?.[1];
  if (os === undefined || cpu === undefined) return undefined;
  if (os !== 'linux') return { os: [os], cpu: [cpu] };
  return { os: [os], cpu: [cpu], libc: [name.includes('musl') ? 'musl' : 'glibc'] };
}

function isLocked(lock: Lock, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock.packages) return true;
    if (folder === '') return false;
  }
}

/**
 * A registry mirror may have no binaries for other systems. npm then leaves them out of the lock, and `npm ci` fails with
 * that lock everywhere. Returns the missing entries, which only those systems will ever download.
 */
export function missingPlatforms(lock: Lock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, locked] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      if (isLocked(lock, path, name)) continue;
      const platform = platformOf(name);
      if (platform === undefined) {
        throw new Error(`The lock lacks ${name}, an optional dependency of ${path}, and its name has no platform.`);
      }
      // Two versions of one package: the second is nested under its dependent, as npm does.
      const shared = `node_modules/${name}`;
      const place = missing[shared] === undefined || missing[shared].version === version ? shared : `${path}/${shared}`;
      missing[place] = { version, ...platform, ...(locked.dev ? { dev: true } : {}), optional: true };
    }
  }
  return missing;
}

const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Paths of packages whose entries have no hash. */
function withoutIntegrity(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { link, integrity }]) => path !== '' && link !== true && integrity === undefined)
    .map(([path]) => path);
}

const nameAndVersion = (lock: Lock, path: string) => `${packageName(path)}@${lock.packages[path]?.version}`;

/** The systems that the product is built and run on (README): nothing is installed there without a hash. */
const isSupportedSystem = ({ os, cpu, libc }: LockedPackage) =>
  os?.includes('linux') === true &&
  (cpu?.includes('x64') === true || cpu?.includes('arm64') === true) &&
  libc?.includes('musl') !== true;

/** Those of them that may be exceptions: binaries of a system that is not supported, as `name@version`. */
export function unhashedBindings(lock: Lock): string[] {
  const isBinding = (path: string) => {
    const locked = lock.packages[path] ?? {};
    const isForOneSystem = locked.os !== undefined || locked.cpu !== undefined;
    return locked.optional === true && isForOneSystem && !isSupportedSystem(locked);
  };
  return withoutIntegrity(lock)
    .filter(isBinding)
    .map((path) => nameAndVersion(lock, path))
    .toSorted();
}

/** Why `npm ci` would fail with this lock on another machine, or would not verify a download; empty if it is valid. */
export function findLockErrors(lock: Lock, allowedWithoutIntegrity: readonly string[]): string[] {
  const allowed = new Set(allowedWithoutIntegrity);
  const bindings = new Set(unhashedBindings(lock));
  const isAllowed = (name: string) => allowed.has(name) && bindings.has(name);
  return [
    ...Object.entries(lock.packages)
      .filter(([, locked]) => locked.resolved !== undefined)
      .map(([path]) => `${path} has a download URL`),
    ...Object.keys(missingPlatforms(lock)).map((path) => `${path} is missing`),
    ...withoutIntegrity(lock)
      .filter((path) => !isAllowed(nameAndVersion(lock, path)))
      .map((path) => `${path} has no integrity hash`),
    ...allowedWithoutIntegrity
      .filter((name) => !bindings.has(name))
      .map((name) => `${name} is in without-integrity.json but has a hash`),
  ];
}

/** Binaries of other systems that the registry in use did not have when the lock was made, as `name@version`. */
const exceptionsFile = 'scripts/ci/without-integrity.json';

async function fetchIntegrity(name: string, version: string): Promise<string | undefined> {
  const { ok, output } = await runCommand('npm', ['view', `${name}@${version}`, 'dist.integrity']);
  return ok ? /^sha512-[\w+/]+=*$/m.exec(output)?.[0] : undefined;
}

async function addHashes(toComplete: Lock): Promise<void> {
  const paths = withoutIntegrity(toComplete);
  const atOnce = 4;
  for (let start = 0; start < paths.length; start += atOnce) {
    await Promise.all(
      paths.slice(start, start + atOnce).map(async (path) => {
        const locked = toComplete.packages[path];
        if (locked?.version === undefined) return;
        const integrity = await fetchIntegrity(packageName(path), locked.version);
        if (integrity !== undefined) locked.integrity = integrity;
      }),
    );
  }
}

async function check(lock: Lock): Promise<void> {
  const errors = findLockErrors(lock, JSON.parse(await readFile(exceptionsFile, 'utf8')) as string[]);
  if (errors.length > 0) {
    console.error(`${errors.join('\n')}\nRun \`npm run lock\` and commit package-lock.json and ${exceptionsFile}.`);
    process.exitCode = 1;
  }
}

async function complete(lock: Lock): Promise<void> {
  const missing = missingPlatforms(lock);
  for (const locked of Object.values(lock.packages)) delete locked.resolved;
  const byPath = ([a]: [string, unknown], [b]: [string, unknown]) => a.localeCompare(b, 'en');
  const packages = Object.fromEntries(Object.entries({ ...lock.packages, ...missing }).toSorted(byPath));
  const completed: Lock = { ...lock, packages };
  await addHashes(completed);
  const exceptions = unhashedBindings(completed);
  await writeFile('package-lock.json', `${JSON.stringify(completed, null, 2)}\n`);
  await writeFile(exceptionsFile, `${JSON.stringify(exceptions, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} packages of other systems added.`);
  console.log(`${exceptionsFile}: ${exceptions.length} of them without a hash, as the registry does not have them.`);
}

if (import.meta.main) {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
  await (process.argv.includes('--check') ? check(lock) : complete(lock));
}
