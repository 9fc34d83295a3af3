import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCopy, type Copy, copyOfRecord } from './registry.ts';
import { specValues } from './product-facts.ts';
import { brokenRules, repetitions, typographyRules } from './copy-rules.ts';
import { factCopy } from '#content/facts.ts';
import { sharedLines } from '#content/notice.ts';
import { sharedErrors } from '#content/portal/fr/shared-errors.ts';
import { files as fileTexts } from '#content/portal/fr/files.ts';
import * as recordPages from '#content/portal/fr/record-pages.ts';
import { site } from '#content/site.ts';

const nb = '\u00A0';
const narrow = '\u202F';

const samples: Record<string, { bad: string[]; good: string[] }> = {
  apostrophe: { bad: ["l'audit"], good: ['l’audit'] },
  quotes: { bad: ['le mot "audit"', 'le mot “audit”'], good: [`le mot «${nb}audit${nb}»`] },
  ellipsis: { bad: ['Inscription...'], good: ['Inscription…', 'Fin. Suite.'] },
  'high punctuation': {
    bad: ['Merci!', 'Merci !', `Pourquoi${nb}?`, 'un ; deux'],
    good: [`Merci${narrow}!`, `Pourquoi${narrow}?`, `un${narrow}; deux`],
  },
  colon: {
    bad: ['Durée: 3', 'Durée : 3', `Durée${narrow}: 3`, 'ISO:2022', '27001:22'],
    good: [`Durée${nb}: 3`, 'ISO/IEC 27001:2022', 'amendement 1:2024'],
  },
  guillemets: { bad: ['« audit »', '«audit»', `«${nb}audit »`], good: [`«${nb}audit${nb}»`] },
  unit: {
    bad: [
      '15 %',
      '15%',
      '500 €',
      '500€',
      '3 jours',
      '2 heures',
      '30 minutes',
      `15${narrow}%`,
      '1 To',
      '4 h',
      '12 mois',
    ],
    good: [`15${nb}%`, `500${nb}€`, `3${nb}jours`, `4${nb}h`, '365 et Azure', '3 hameaux', '24/7'],
  },
  thousands: { bad: ['2 500'], good: [`2${narrow}500`, `2${nb}500`, '+33 1 99 00 12 34', 'Microsoft 365'] },
  'time of day': {
    bad: ['8h00', '8 h 00', `8${nb}h 00`, '8:00', '18:30'],
    good: [`8${nb}h${nb}00`, `2${nb}h${nb}30`, '27001:2022'],
  },
  'number sign': { bad: ['loi n° 78-17', 'loi n°78-17'], good: [`loi n°${nb}78-17`] },
  'code article': { bad: ['article L. 123-22'], good: [`article L.${nb}123-22`] },
  ordinal: { bad: ['le 5ème jour', 'la 1ère fois'], good: ['le 5e jour', 'la 1re fois', '3 secondes'] },
  'capital accent': {
    bad: ['A partir de', 'Fin. A suivre', 'Etape 1', 'Ca suffit', 'Evaluer'],
    good: ['À partir de', 'Étape 1', 'Ça suffit', 'Annexe A de la norme', 'Capital', 'Azure'],
  },
  ligature: { bad: ['mise en oeuvre', 'Noeud'], good: ['mise en œuvre', 'nœud', 'coexister'] },
  'e-mail': {
    bad: ['votre email', 'un mail', 'Emails'],
    good: ['votre e-mail', 'e-mails', 'maillage'],
  },
  'one term': {
    bad: ['services en nuage', 'les changements climatiques', 'une piste d’amélioration', 'Formations certifiantes'],
    good: ['services cloud', 'le changement climatique', 'une opportunité d’amélioration', 'les nuages'],
  },
  dash: { bad: ['Nice - Tunis', '- Nice', 'Nice -- Tunis'], good: ['Nice – Tunis', 'rendez-vous', '1-2'] },
  'white space': { bad: ['deux  espaces', `une${nb} espace`, 'une\nligne'], good: ['un espace'] },
  'space before a stop': {
    bad: ['fin .', 'un , deux', 'suite …', '(fin )'],
    good: ['fin.', 'un, deux', 'suite…', '(fin)'],
  },
};

test('every rule has samples that it rejects and samples that it accepts', () => {
  expect(Object.keys(samples)).toEqual(typographyRules.map(({ name }) => name));
});

test.each(typographyRules)('$name: tells the bad from the good', ({ name, pattern }) => {
  const { bad = [], good = [] } = samples[name] ?? {};
  expect(bad.filter((text) => !pattern.test(text))).toEqual([]);
  expect(good.filter((text) => pattern.test(text))).toEqual([]);
});

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(stringsIn);

/** Markdown of tickets that the portal writes: lists and empty lines. */
const isMarkdown = ({ file, path }: Copy) =>
  file.startsWith('content/portal/fr/') && /^account\.company\.ticket\.line$|^askAbout\.\w+\.text$/.test(path);

test('all copy follows the rules, except what docs/product.md fixes to the character', () => {
  const fixed = new Set(specValues.flatMap(({ value }) => stringsIn(value)));
  const errors = allCopy
    .filter((one) => !fixed.has(one.text) && !isMarkdown(one))
    .flatMap(({ file, path, text }) => brokenRules(text).map(({ message }) => `${file}: ${path}: ${message}: ${text}`));
  expect(errors).toEqual([]);
});

test('every price says HT, except the labels that docs/product.md quotes', () => {
  const quoted = new Set(specValues.flatMap(({ value }) => stringsIn(value)));
  const prices = allCopy.filter(({ file, text }) => /^content\/(?:pages|services)\//.test(file) && text.includes('€'));
  expect(prices.length).toBeGreaterThan(0);
  expect(prices.filter(({ text }) => !quoted.has(text) && /€(?!\sHT\b)/.test(text))).toEqual([]);
});

const sentence = 'Nous comparons les licences payées aux comptes actifs avant chaque échéance.';
const copy = [
  { file: 'a.ts', path: 'lead', text: `Un début. ${sentence}` },
  { file: 'a.ts', path: 'text', text: sentence },
  { file: 'b.ts', path: 'lead', text: `${sentence} Une fin.` },
];

test('no sentence occurs in two files', () => {
  const facts = Object.values(factCopy).flatMap((group) => Object.values<string>(group));
  const ofPortalAndDesk = [sharedErrors, fileTexts, recordPages].flatMap((data) =>
    copyOfRecord({ file: '', schema: z.unknown(), data }),
  );
  const writtenOnce = [...Object.values(sharedLines), ...facts, ...ofPortalAndDesk.map(({ text }) => text)];
  expect(repetitions(allCopy, writtenOnce)).toEqual([]);
});

test('a sentence in two files is found, wherever it stands in its paragraph', () => {
  expect(repetitions(copy)).toEqual([{ sentence, files: ['a.ts', 'b.ts'] }]);
});

test('within one file, or written once for all, it may return', () => {
  expect(repetitions(copy.slice(0, 2))).toEqual([]);
  expect(repetitions(copy, [sentence])).toEqual([]);
});

test('short labels may return', () => {
  const label = { path: 'label', text: 'Demander un audit gratuit.' };
  expect(
    repetitions([
      { file: 'a.ts', ...label },
      { file: 'b.ts', ...label },
    ]),
  ).toEqual([]);
});

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
  const files = globSync(['content/**/*.{ts,md}', 'modules/*/copy/*.ts'], { exclude: ['content/site.ts'] });
  const repeated = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return facts.filter((fact) => text.includes(fact)).map((fact) => `${file}: ${fact}`);
  });
  expect(files.length).toBeGreaterThan(40);
  expect(repeated).toEqual([]);
});
