import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

export const debianArchitecture = () => ({ x64: 'amd64', arm64: 'arm64' })[process.arch as 'x64' | 'arm64'];

interface Package {
  /** What is below /usr/lib/rempart-azur. */
  product: string;
  folder: string;
  version: string;
  arch: string;
}

const maintainer = 'Rempart Azur <contact@rempart-azur.example>';
export const packagedDocuments = [
  'install.md',
  'releases.md',
  'transcript.md',
  'operations.md',
  'mail-servers.md',
  'backups.md',
  'upgrades.md',
  'scaling.md',
  'administration.md',
  'integrations.md',
  'security.md',
];
const zip = (text: string) => gzipSync(text, { level: 9 });

/** The tree of the Debian package, and its control files. */
export function stageDebian({ product, folder, version, arch }: Package): string {
  const at = (path: string) => join(folder, path);
  const library = at('usr/lib/rempart-azur');
  const documents = at('usr/share/doc/rempart-azur');
  for (const path of ['usr/bin', 'usr/share/man/man8', 'usr/share/doc', 'usr/lib', 'lib/systemd/system', 'DEBIAN'])
    mkdirSync(at(path), { recursive: true });
  execFileSync('cp', ['-al', product, library]);
  cpSync('packaging/rempart-azur', at('usr/bin/rempart-azur'));
  cpSync('packaging/systemd', at('lib/systemd/system'), { recursive: true });
  mkdirSync(documents);
  for (const file of packagedDocuments)
    writeFileSync(join(documents, `${file}.gz`), zip(packagedLinks(readFileSync(join('docs', file), 'utf8'))));
  cpSync('docs/monitoring', join(documents, 'examples'), { recursive: true });
  cpSync('packaging/debian/copyright', join(documents, 'copyright'));
  mkdirSync(at('usr/share/lintian/overrides'), { recursive: true });
  cpSync('packaging/debian/lintian-overrides', at('usr/share/lintian/overrides/rempart-azur'));
  writeFileSync(join(documents, 'changelog.gz'), zip(debianChangelog()));
  writeFileSync(at('usr/share/man/man8/rempart-azur.8.gz'), zip(readFileSync('packaging/rempart-azur.8', 'utf8')));

  const control = readFileSync('packaging/debian/control', 'utf8')
    .replace('@VERSION@', version)
    .replace('@ARCH@', arch)
    .replace('@MAINTAINER@', maintainer)
    .replace('@SIZE@', String(Math.ceil(sizeOf(folder, new Set()) / 1024)));
  writeFileSync(at('DEBIAN/control'), control);
  const services = readFileSync('packaging/debian/services', 'utf8').trimEnd();
  for (const script of ['config', 'postinst', 'prerm', 'postrm'])
    writeFileSync(
      at(`DEBIAN/${script}`),
      readFileSync(join('packaging/debian', script), 'utf8').replace('#SERVICES#', () => services),
      { mode: 0o755 },
    );
  cpSync('packaging/debian/templates', at('DEBIAN/templates'));
  writeFileSync(at('DEBIAN/md5sums'), checksums(folder));
  return folder;
}

/** The folder of each link to a file that the package has elsewhere. */
const otherPlaces: Record<string, string> = {
  '../packaging/': '/usr/lib/rempart-azur/',
  'monitoring/': '/usr/share/doc/rempart-azur/examples/',
};

/** A document of the package, without links to files that are not beside it there. */
export const packagedLinks = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words: string, target: string) => {
    const [file = ''] = target.split('#', 1);
    if (file === '' || /^https?:/.test(file) || packagedDocuments.includes(file)) return link;
    const place = Object.keys(otherPlaces).find((one) => file.startsWith(one));
    return place === undefined ? words : `${words} (${otherPlaces[place]}${file.slice(place.length)})`;
  });

/** CHANGELOG.md as Debian writes it. */
function debianChangelog(): string {
  const text = readFileSync('CHANGELOG.md', 'utf8');
  const versions = [...text.matchAll(/^## (\S+) \((\S+)\)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)];
  return versions
    .map(([, version, day = '', body = '']) => {
      const changes = body.split(/^- /m).slice(1);
      const date = new Date(day).toUTCString().replace('GMT', '+0000');
      return `rempart-azur (${version}) stable; urgency=medium\n\n${changes.map(wrap).join('\n')}\n\n -- ${maintainer}  ${date}\n`;
    })
    .join('\n');
}

/** One change, in lines of Debian's length. */
function wrap(change: string): string {
  const lines = ['  *'];
  for (const word of change.trim().split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length > 78) lines.push(`    ${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

function sizeOf(folder: string, seen: Set<number>): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(path, seen);
    const { ino, size } = statSync(path);
    if (seen.has(ino)) return sum;
    seen.add(ino);
    return sum + size;
  }, 0);
}

function checksums(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('DEBIAN/'))
    .toSorted();
  return files
    .map(
      (file) =>
        `${createHash('md5')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
}
