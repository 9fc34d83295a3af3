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

/** Reads from a package's name where it runs: `@swc/core-linux-x64-musl` → linux, x64, musl. */
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
 * A registry mirror may hold no binaries for other systems. npm then leaves them out of the lock, and `npm ci` refuses
 * that lock everywhere. This names what is missing, as entries that only the systems concerned will ever download.
 */
export function missingPlatforms(lock: Lock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, locked] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
      if (isLocked(lock, path, name)) continue;
      const platform = platformOf(name);
      if (platform === undefined) {
        throw new Error(`The lock lacks ${name}, an optional dependency of ${path}, and its name tells no system.`);
      }
      // Two versions of one package: the second lies under the package that asks for it, as npm would place it.
      const shared = `node_modules/${name}`;
      const place = missing[shared] === undefined || missing[shared].version === version ? shared : `${path}/${shared}`;
      missing[place] = { version, ...platform, ...(locked.dev ? { dev: true } : {}), optional: true };
    }
  }
  return missing;
}

export const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Paths of packages that are downloaded and could not be checked: their entries have no hash. */
export function withoutIntegrity(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { link, integrity }]) => path !== '' && link !== true && integrity === undefined)
    .map(([path]) => path);
}

const nameAndVersion = (lock: Lock, path: string) => `${packageName(path)}@${lock.packages[path]?.version}`;

/** Those of them that may be on the list of exceptions: binaries of another system, as `name@version`. */
export function unhashedBindings(lock: Lock): string[] {
  const isBinding = (path: string) => {
    const { optional, os, cpu } = lock.packages[path] ?? {};
    return optional === true && (os !== undefined || cpu !== undefined);
  };
  return withoutIntegrity(lock)
    .filter(isBinding)
    .map((path) => nameAndVersion(lock, path))
    .toSorted();
}

/** Why `npm ci` would not work from this lock on another machine, or would not check what it downloads; empty when all is well. */
export function lockFaults(lock: Lock, allowedWithoutIntegrity: readonly string[]): string[] {
  const allowed = new Set(allowedWithoutIntegrity);
  const bindings = new Set(unhashedBindings(lock));
  const isAllowed = (name: string) => allowed.has(name) && bindings.has(name);
  return [
    ...Object.entries(lock.packages)
      .filter(([, locked]) => locked.resolved !== undefined)
      .map(([path]) => `${path} records a download address`),
    ...Object.keys(missingPlatforms(lock)).map((path) => `${path} is missing`),
    ...withoutIntegrity(lock)
      .filter((path) => !isAllowed(nameAndVersion(lock, path)))
      .map((path) => `${path} has no integrity hash`),
    ...allowedWithoutIntegrity
      .filter((name) => !bindings.has(name))
      .map((name) => `${name} is listed in without-integrity.json for no reason`),
  ];
}
