import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('content/legal/cookies.md', 'utf8');
const words = ['aucun', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit'];

/** The names in the first column of the first table: `csv-format:…` (stockage local). */
const names = [...page.matchAll(/^\| `([^`]+)` \(([^)]+)\)/gm)].map(([, name = '', kind = '']) => ({ name, kind }));
const countOf = (predicate: (entry: { name: string; kind: string }) => boolean) =>
  words[names.filter(predicate).length] ?? '';
const isPortal = ({ name }: { name: string }) => name !== '__Host-cookie-preferences';

test('the numbers in the text are those of the table', () => {
  expect(names.length).toBeGreaterThan(5);
  expect(page).toContain(`${countOf((entry) => entry.kind === 'cookie' && isPortal(entry))} cookies, dont`);
  expect(page).toContain(
    `et ${countOf(({ kind }) => kind.startsWith('stockage'))} clés de stockage de votre navigateur`,
  );
  expect(page).toContain(`${countOf(({ kind }) => kind === 'stockage de session')} clés de stockage de session`);
  expect(page).toContain(`Les ${countOf(({ kind }) => kind === 'cookie')} cookies décrits plus haut`);
});
