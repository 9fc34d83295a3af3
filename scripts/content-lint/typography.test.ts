import { expect, test } from 'vitest';
import { allCopy } from './copy.ts';
import { quoted } from './quoted.ts';
import { brokenRules, typographyRules } from './typography.ts';

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
  'e-mail': { bad: ['votre email', 'un mail', 'Emails'], good: ['votre e-mail', 'e-mails', 'maillage'] },
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

test('all copy follows the rules, but for what docs/product.md quotes', () => {
  const allowed = new Set(quoted.map(({ text }) => text));
  const problems = allCopy
    .filter(({ text }) => !allowed.has(text))
    .flatMap(({ file, path, text }) => brokenRules(text).map(({ message }) => `${file}: ${path}: ${message}: ${text}`));
  expect(problems).toEqual([]);
});

test('every quoted string is in use and needs its allowance', () => {
  const written = new Set(allCopy.map(({ text }) => text));
  expect(quoted.filter(({ text }) => !written.has(text) || brokenRules(text).length === 0)).toEqual([]);
});
