import { createHash } from 'node:crypto';

interface Locked {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  name: string;
  version: string;
  packages: Record<string, Locked>;
}

// Those that the specification takes by their id; another is named in words.
const knownLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

function licensesOf(license: string | undefined): object[] {
  if (license === undefined) return [];
  if (/ (?:OR|AND|WITH) /.test(license)) return [{ expression: license.replaceAll(/^\(|\)$/g, '') }];
  return [{ license: knownLicenses.has(license) ? { id: license } : { name: license } }];
}

const hashesOf = (integrity: string | undefined) =>
  (integrity ?? '')
    .split(' ')
    .filter((one) => one.startsWith('sha512-'))
    .map((one) => ({ alg: 'SHA-512', content: Buffer.from(one.slice('sha512-'.length), 'base64').toString('hex') }));

const nameOf = (path: string, { name }: Locked) => name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
const addressOf = (name: string, version = '') => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Where Node finds a package that is asked for from this folder. */
function placeOf(lock: LockFile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in lock.packages) return place;
    if (folder === '') return undefined;
  }
}

/** What a production install holds, as CycloneDX 1.6: the same for the same lock, but for the moment. */
export function billOfMaterials(lock: LockFile, madeAt: Date) {
  const root = addressOf(lock.name, lock.version);
  const refOf = (path: string, locked: Locked) =>
    path === '' ? root : addressOf(nameOf(path, locked), locked.version);
  const shipped = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);

  const components = new Map<string, object>();
  const needs = new Map<string, Set<string>>();
  for (const [path, locked] of shipped) {
    const ref = refOf(path, locked);
    const own = needs.get(ref) ?? new Set<string>();
    needs.set(ref, own);
    for (const name of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) {
      const place = placeOf(lock, path, name);
      const found = place === undefined ? undefined : lock.packages[place];
      if (place !== undefined && found !== undefined) own.add(refOf(place, found));
    }
    if (path === '') continue;
    const [group, plain] = ref.startsWith('pkg:npm/%40')
      ? nameOf(path, locked).split('/')
      : [undefined, nameOf(path, locked)];
    components.set(ref, {
      type: 'library',
      'bom-ref': ref,
      ...(group === undefined ? {} : { group }),
      name: plain,
      version: locked.version,
      scope: locked.optional === true ? 'optional' : 'required',
      hashes: hashesOf(locked.integrity),
      licenses: licensesOf(locked.license),
      purl: ref,
    });
  }
  const listed = [...components.values()];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(listed))}`,
    version: 1,
    metadata: {
      timestamp: madeAt.toISOString(),
      component: { type: 'application', 'bom-ref': root, name: lock.name, version: lock.version, purl: root },
    },
    components: listed,
    dependencies: [...needs].map(([ref, own]) => ({ ref, dependsOn: [...own].toSorted() })),
  };
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
