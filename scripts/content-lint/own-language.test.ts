import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
// As a list of one, it can stand for a string, for a number and for a list.
const sample = ['…'];

/** Every text below a value, with its path. Sentences get a sample of each of their values. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    try {
      return textsOf(value(...Array.from({ length: value.length }, () => sample)), `${path}()`);
    } catch {
      // A sentence about something else than a text, a number or a list: every-mail.test.ts and the screens show those.
      return [];
    }
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => textsOf(one, `${path}.${key}`))
    : [];
}

// Words that nothing but a sentence of the language has.
const english =
  /(?<![\p{L}’'-])(the|your|with|from|this|that|have|has|been|please|cannot|was|were|and|not)(?![\p{L}’'-])/iu;
const french =
  /(?<![\p{L}’'-])(le|la|les|des|du|une|votre|vos|est|sont|avec|pour|dans|cette|ce|sur|aux|être)(?![\p{L}’'-])|[àâçéèêëîïôûùœ]/iu;

/** Names and words that are the same in both, or quote the other language. */
const quotes: Record<string, RegExp> = {
  english: /Enregistrer|Français|Cédille|Nice|Café|Masséna|Chorus|Réf|Télé|naïve|« .* »/u,
  french: /« [^»]* »|https?:|[\w.]+@|--|CSV/u,
};

/** Copy of one side in one language, of the core and of modules. */
function filesOf(side: string, language: string): string[] {
  const ofModules = side === 'portal' ? 'portal' : '!(portal|site)';
  return globSync([`content/${side}/${language}/*.ts`, `modules/*/copy/${ofModules}.${language}.ts`], {
    cwd: root.pathname,
  }).toSorted();
}

test.each([
  ['portal', 'en'],
  ['portal', 'fr'],
  ['desk', 'en'],
  ['desk', 'fr'],
])('every text of the %s in %s is in that language', async (side, code) => {
  const language = code === 'en' ? 'english' : 'french';
  const foreign = language === 'english' ? french : english;
  const found: string[] = [];
  let count = 0;
  for (const name of filesOf(side, code)) {
    const texts = textsOf(await import(new URL(name, root).href), name);
    count += texts.length;
    for (const [path, text] of texts)
      if (foreign.test(text.replaceAll(/\{\w+\}/g, '')) && quotes[language]?.test(text) !== true)
        found.push(`${path}: ${text}`);
  }
  expect(count).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

/** Words that are the same in both languages. */
const shared = new Set([
  ...`Active BIC CSV Code Conversation Date Description IBAN Menu Message Notifications PDF SIREN Support Type tickets Actions Checklist Consultation Contact Contradiction Ctrl Document Exceptions Export Import Infrastructure Invitations Nature OEM Page PayPal PostgreSQL Prospect Satisfaction Service Services Sessions Ticket Tickets Total URL Volume Webhooks active administration agent bank_transfer completed page pending subscription support ticket AAAA-BBBB-CCCC VIR-0001`.split(
    /\s+/,
  ),
  'Rempart Azur',
  'appointment.ics',
  '… (Nice)',
  '… min',
  '… – Rempart Azur',
  '… ticket',
  '… tickets',
]);

test.each([
  ['portal', 'fr'],
  ['desk', 'fr'],
  ['portal', 'ar'],
])('no text of the %s is the same in English and in %s', async (side, other) => {
  const same: string[] = [];
  for (const file of filesOf(side, 'en')) {
    const translated = file.replace('/en/', `/${other}/`).replace('.en.ts', `.${other}.ts`);
    const [inEnglish, inOther] = await Promise.all(
      [file, translated].map(async (name) =>
        textsOf(await import(new URL(name, root).href).catch(() => ({})), basename(file)),
      ),
    );
    const others = new Map(inOther);
    for (const [path, text] of inEnglish ?? [])
      if (others.get(path) === text && /\p{L}{3}/u.test(text) && !shared.has(text)) same.push(text);
  }
  expect([...new Set(same)].toSorted()).toEqual([]);
});
