import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { site } from '#content/site.ts';

const folder = fileURLToPath(new URL('../../content/', import.meta.url));
const { company, office, external } = site;
const facts = [
  company.name,
  company.phone,
  company.email,
  company.dpoEmail,
  office.address,
  office.postal,
  external.schedule,
  external.network,
];

test('the facts of the company are written in content/site.ts alone', () => {
  const files = globSync('**/*.{ts,md}', { cwd: folder }).filter((file) => file !== 'site.ts');
  const repeated = files.flatMap((file) => {
    const text = readFileSync(`${folder}${file}`, 'utf8');
    return facts.filter((fact) => text.includes(fact)).map((fact) => `content/${file}: ${fact}`);
  });
  expect(files.length).toBeGreaterThan(40);
  expect(repeated).toEqual([]);
});
