import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Files that differ from the commit at which this branch left `main`, committed or not. */
export function filesChangedSinceMain(): string[] {
  const [base] = git('merge-base', 'main', 'HEAD');
  if (base === undefined) throw new Error('The branch has no commit in common with main.');
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
const isModule = (file: string) => /\.tsx?$/.test(file);

/** Where a change shows: the journeys of a folder, or with `true` all of them. */
const journeysOf: [files: RegExp, folders: string[] | true][] = [
  [/^tests\/e2e\/(?!.*\/)/, true],
  [/^tests\/support\//, true],
  [/^(?:app|content|main\/web\/routes|modules\/[^/]+)\/desk\//, ['desk']],
  [/^app\/features\/|^(?:content|main\/web\/routes|modules\/[^/]+)\/portal\//, ['portal']],
  [/^(?:app|main\/web\/routes)\/marketing\/|^modules\/[^/]+\/site\/|^content\//, ['public']],
  [
    /^(?:app|api|contract|main|modules|public)\/|^(?:vite|react-router|playwright)\.config\.ts$|^package-lock\.json$/,
    true,
  ],
];

export interface ChangedTests {
  /** Vitest runs the test files that import one of these, directly or not. */
  modules: string[];
  /** Test files that name a changed file that is not a module: SQL, documents, packaging. */
  readers: string[];
  /** Folders and files of browser journeys. */
  journeys: string[];
  leftOut: string[];
}

/** The tests that a change can affect, as far as imports, names and folders tell. */
export function testsAffectedBy(
  changed: string[],
  testFiles: string[],
  journeyFolders: string[],
  read = (file: string) => readFileSync(file, 'utf8'),
): ChangedTests {
  const modules = changed.filter((file) => isModule(file) && !file.startsWith('tests/e2e/'));
  // Every test with a database imports it; SQL is read from its folder.
  if (changed.some((file) => /^(?:api\/db\/(?:migrations|functions)|modules\/[^/]+\/sql)\//.test(file)))
    modules.push('api/db/migrate.ts');
  const others = changed.filter((file) => !isModule(file));
  const names = others.flatMap((file) => [basename(file), `'${file.split('/').slice(0, -1).join('/')}`]);
  const readers = testFiles.filter((file) => {
    const text = others.length === 0 ? '' : read(file);
    return names.some((name) => name !== "'" && text.includes(name));
  });

  const specs = changed.filter((file) => isTest(file) && file.startsWith('tests/e2e/'));
  const shown = changed
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const folders = journeysOf.find(([files]) => files.test(file))?.[1] ?? [];
      return folders === true ? journeyFolders : folders.map((folder) => `tests/e2e/${folder}/`);
    });
  const folders = journeyFolders.filter((folder) => shown.includes(folder));
  const journeys = [...folders, ...specs.filter((spec) => !folders.some((folder) => spec.startsWith(folder)))];
  const leftOut = [
    'test files that neither import a changed module nor name a changed file',
    ...journeyFolders
      .filter((folder) => !journeys.some((one) => one.startsWith(folder)))
      .map((folder) => `journeys in ${folder}`),
    'journeys with @all in their title',
    'the installed product, unless one of its tests imports or names what changed',
  ];
  return { modules, readers, journeys, leftOut };
}
