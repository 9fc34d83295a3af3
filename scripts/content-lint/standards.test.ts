import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The edition in force. A standard that is not listed is named without its year. */
const editions: Record<string, string> = {
  'ISO/IEC 27001': '2022',
  'ISO/IEC 27002': '2022',
  'ISO/IEC 27005': '2022',
  'ISO/IEC 27032': '2023',
  'ISO 22301': '2019',
  'ISO 31000': '2018',
};

const cited = globSync(['content/**/*.{ts,md}', 'modules/*/copy/*.ts']).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\b((?:ISO|IEC)(?:\/IEC)?(?:\s(?:TS|TR))?\s[\d-]+):(\d{4})/g)].map(
    ([, standard = '', edition = '']) => ({ file, standard: standard.replaceAll(/\s/g, ' '), edition }),
  ),
);

test('a standard is cited in the edition in force', () => {
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ standard, edition }) => editions[standard] !== edition)).toEqual([]);
});
