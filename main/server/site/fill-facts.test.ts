import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

/** The module as a server has it that starts with this company file. */
async function filling(file?: object) {
  vi.resetModules();
  const path = join(mkdtempSync(join(tmpdir(), 'company-')), 'company.json');
  if (file !== undefined) writeFileSync(path, `\ufeff${JSON.stringify(file)}`);
  vi.stubEnv('COMPANY_FILE', file === undefined ? '' : path);
  const { fillCompany } = await import('./fill-facts.ts');
  return fillCompany;
}
afterEach(() => void vi.unstubAllEnvs());

const page = [
  '<td>⟦publisher.director⟧</td>',
  '<p>⟦publisher.hostName⟧</p>',
  '<a href="tel:+33465710006">+33\u00a04\u00a065\u00a071\u00a000\u00a006</a>',
  '<a href="mailto:contact@rempart-azur.example">⟦training.disabilityContact⟧</a>',
  '<p>Quartier de l’Arénas, 06200 Nice, n° 106200</p>',
  '<dt>Durée⟦course.figure 5⟧</dt>',
  '<script type="application/ld+json">{"name":"⟦publisher.hostName⟧","telephone":"+33 4 65 71 00 06","duration":"⟦course.duration⟧","empty":""}</script>',
].join('\n');

test('a build whose company has no file says what content/site.ts says, and marks what is missing', async () => {
  const text = (await filling())(page, true);
  expect(text).toContain('<td><span class="to-complete">Non renseigné à ce jour</span></td>');
  expect(text).toContain('<p>Non renseigné à ce jour</p>');
  expect(text).toContain('écrivez à contact@rempart-azur.example.');
  expect(text).toContain('<dt>Durée</dt>');
  // Search engines get no property without a value; one that the page leaves empty stays.
  expect(text).toContain('{"name":"Non renseigné à ce jour","telephone":"+33 4 65 71 00 06","empty":""}');
});

test('the facts and contact details of a company are wherever a build has a place for them, fit for that place', async () => {
  const fill = await filling({
    phone: '+33 4 93 00 11 22',
    email: 'bonjour@ardoise.example',
    address: '12 rue de l’Ardoise',
    postal: '06300',
    publisher: { director: 'Ada "A" Martin & Fils', hostName: 'Ardoise & Cie' },
    training: { hoursPerDay: 7 },
  });
  const text = fill(page, true);
  expect(text).toContain('<td>Ada &quot;A&quot; Martin &amp; Fils</td>');
  expect(text).toContain('<a href="tel:+33493001122">+33\u00a04\u00a093\u00a000\u00a011\u00a022</a>');
  expect(text).toContain('<a href="mailto:bonjour@ardoise.example">');
  expect(text).toContain('écrivez à bonjour@ardoise.example.');
  expect(text).toContain('<p>12 rue de l’Ardoise, 06300 Nice, n° 106200</p>');
  expect(text).toContain('<dt>Durée, 35\u00a0heures</dt>');
  expect(text).toContain('{"name":"Ardoise & Cie","telephone":"+33 4 93 00 11 22","duration":"PT420M","empty":""}');
  expect(fill('⟦publisher.hostName⟧, contact@rempart-azur.example', false)).toBe(
    'Ardoise & Cie, bonjour@ardoise.example',
  );
});

test('a place that names no fact is an error', async () => {
  const fill = await filling();
  expect(() => fill('⟦publisher.nobody⟧', true)).toThrow('publisher.nobody is not a fact');
});
