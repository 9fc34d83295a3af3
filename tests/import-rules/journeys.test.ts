import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each(['desk', 'portal'])(
  'no two journeys in %s sign in as the same member of staff: a code works once',
  (folder) => {
    const uses = globSync(`tests/e2e/${folder}/*.spec.ts`).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:signInAsStaff|openStaff)\([^)]*staff\.(\w+)\.email/g)].map(
        ([, name]) => name,
      ),
    );
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((name, at) => uses.indexOf(name) !== at)).toEqual([]);
  },
);
