import { expect, test } from 'vitest';
import { testsAffectedBy } from './changed-tests.ts';

const texts: Record<string, string> = {
  'api/db/rules.test.ts': "readFileSync('api/db/schema.sql')",
  'tests/installed/units.test.ts': "const folder = 'packaging/systemd';",
  'api/lib/money.test.ts': "import { sum } from './money.ts';",
};
const folders = ['desk', 'portal', 'public'].map((folder) => `tests/e2e/${folder}/`);
const affectedBy = (...changed: string[]) =>
  testsAffectedBy(changed, Object.keys(texts), folders, (file) => texts[file] ?? '');

test('a module runs the tests that import it, and the journeys of its surface', () => {
  expect(affectedBy('app/desk/import/import.tsx')).toMatchObject({
    modules: ['app/desk/import/import.tsx'],
    readers: [],
    journeys: ['tests/e2e/desk/'],
  });
  expect(affectedBy('app/features/tickets/list.tsx').journeys).toEqual(['tests/e2e/portal/']);
  expect(affectedBy('content/pages/home.ts').journeys).toEqual(['tests/e2e/public/']);
});

test('a change of the server or of shared parts runs all journeys', () => {
  for (const file of ['main/app.ts', 'contract/money.ts', 'app/components/ui/card.tsx', 'tests/e2e/fixtures.ts'])
    expect(affectedBy(file).journeys).toEqual(folders);
});

test('a change of SQL runs every test with a database', () => {
  expect(affectedBy('api/db/functions/05_records.sql')).toMatchObject({
    modules: ['api/db/migrate.ts'],
    journeys: folders,
  });
});

test('other files run the tests that name them or their folder', () => {
  expect(affectedBy('packaging/systemd/rempart-azur.service').readers).toEqual(['tests/installed/units.test.ts']);
  expect(affectedBy('api/db/schema.sql').readers).toEqual(['api/db/rules.test.ts']);
  expect(affectedBy('README.md')).toMatchObject({ modules: [], readers: [], journeys: [] });
});

test('a journey runs alone, unless its folder runs', () => {
  expect(affectedBy('tests/e2e/desk/import.spec.ts').journeys).toEqual(['tests/e2e/desk/import.spec.ts']);
  expect(affectedBy('tests/e2e/desk/import.spec.ts', 'app/desk/shell/shell.tsx').journeys).toEqual(['tests/e2e/desk/']);
});

test('tests alone run no journeys, and what is left out is said', () => {
  const { modules, journeys, leftOut } = affectedBy('api/lib/money.test.ts');
  expect([modules, journeys]).toEqual([['api/lib/money.test.ts'], []]);
  expect(leftOut).toEqual(expect.arrayContaining(folders.map((folder) => `journeys in ${folder}`)));
});
