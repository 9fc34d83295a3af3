import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];
const read = (file: string) => readFileSync(file, 'utf8');
const matches = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, found = '']) => found);

/** As GitHub makes them from headings. */
const anchors = (file: string) =>
  matches(file, /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(files)('%s names files and folders that exist', (file) => {
  const paths = matches(
    file,
    /`((?:api|app|bench|content|contract|docs|main|modules|public|scripts|tests)\/[^`\s<>…*{}]*)`/g,
  );
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(files)('%s names npm scripts that exist', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(matches(file, /npm run ([\w:-]+)/g).filter((name) => scripts[name] === undefined)).toEqual([]);
});

test.each(files)('%s links to files and headings that exist', (file) => {
  const broken = matches(file, /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^(?:https?|mailto):/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
  expect(broken).toEqual([]);
});

test('the tree of docs/architecture.md is that of the folders', () => {
  const [, tree = ''] = /## Tree\n\n```\n([^`]*)```/.exec(read('docs/architecture.md')) ?? [];
  // A path, and what the tree says about it. Lines that begin further to the right continue the one before.
  const entries = new Map<string, string>();
  let top = '';
  let path = '';
  for (const line of tree.trimEnd().split('\n')) {
    const [, indent = '', name, said = ''] = /^( {0,2})([\w.-]+\/?)(?: +(.*))?$/.exec(line) ?? [];
    if (name !== undefined && indent.length === 0) top = name;
    if (name !== undefined) path = indent.length === 0 ? name : `${top}${name}`;
    entries.set(path, `${entries.get(path) ?? ''} ${name === undefined ? line : said}`);
  }
  expect([...entries.keys()].filter((entry) => !existsSync(entry))).toEqual([]);
  const foldersIn = (folder: string) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  // Each folder of a room has an entry of its own, or is named in the entry of the room.
  const missing = [...entries].flatMap(([entry, said]) =>
    entry.endsWith('/')
      ? foldersIn(entry)
          .filter((name) => !entries.has(`${entry}${name}/`) && !new RegExp(`\\b${name}\\b`).test(said))
          .map((name) => `${entry}${name}`)
      : [],
  );
  expect(missing).toEqual([]);
});

test('decisions are numbered without gaps', () => {
  const numbers = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 3)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
