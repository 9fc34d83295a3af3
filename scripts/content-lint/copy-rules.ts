import type { Copy } from './registry.ts';

type TypographyRule = { name: string; pattern: RegExp; message: string };

const units =
  '%|€|(?:h|heures?|minutes?|min|secondes?|jours?|semaines?|mois|ans?|To|Go|km|salariés|utilisateurs|continents|mesures)(?![\\p{L}\\p{N}])';

/** The typographic rules of French, as the house writes it. Each pattern finds what is wrong. */
export const typographyRules: TypographyRule[] = [
  { name: 'apostrophe', pattern: /'/, message: 'the apostrophe is ’ (U+2019)' },
  { name: 'quotes', pattern: /["“”]/, message: 'quotes are « and »' },
  { name: 'ellipsis', pattern: /\.{3}/, message: 'the ellipsis is one character, …' },
  {
    name: 'high punctuation',
    // Not the name of a key.
    pattern: /(?<!^|\u202F)[;!?]/,
    message: 'a narrow no-break space (U+202F) goes before ; ! ?',
  },
  {
    name: 'colon',
    // A reference such as ISO/IEC 27001:2022 keeps its colon.
    pattern: /(?<!\u00A0):(?!(?<=\d:)\d{4}(?!\d))/,
    message: 'a no-break space (U+00A0) goes before a colon',
  },
  { name: 'guillemets', pattern: /«(?!\u00A0)|(?<!\u00A0)»/, message: 'a no-break space (U+00A0) goes inside « and »' },
  {
    name: 'unit',
    pattern: new RegExp(`\\d[^\\S\\u00A0]?(?:${units})`, 'u'),
    message: 'a no-break space (U+00A0) goes between a number and its unit',
  },
  { name: 'thousands', pattern: /\d \d{3}(?!\d)/, message: 'thousands are set apart by a no-break space' },
  {
    name: 'time of day',
    pattern: /\d(?!\u00A0h\u00A0\d{2})\s?h\s?\d{2}|\d{1,2}:\d{2}(?!\d)/,
    message: 'times are written « 8 h 00 », with no-break spaces',
  },
  { name: 'number sign', pattern: /n°(?!\u00A0)/i, message: 'a no-break space (U+00A0) follows n°' },
  { name: 'code article', pattern: /\b[LRD]\. \d/, message: 'a no-break space goes between L. and its number' },
  { name: 'ordinal', pattern: /\d(?:ère|ière|ème|ième|eme|nd|nde)\b/, message: 'ordinals are 1er, 1re, 2e' },
  {
    name: 'capital accent',
    pattern:
      /(?:^|[.:!?…]\s|[«(]\s?)A\s|(?<!\p{L})(?:Ca(?!\p{L})|Etape|Etat|Etude|Evalu|Equip|Echange|Ecri|Editeur|Elev|Etre|Evit|Economi|Electr|Energie)/u,
    message: 'capitals keep their accents: À, É, Ç',
  },
  {
    name: 'ligature',
    pattern: /(?:oeuvre|oeil|oeuf|coeur|soeur|noeud|voeu|boeuf|moeurs)/i,
    message: 'œ is one letter',
  },
  {
    name: 'e-mail',
    pattern: /(?<![\p{L}-])(?:e?mails?)(?!\p{L})/iu,
    message: 'the word is « e-mail »',
  },
  {
    name: 'one term',
    pattern:
      /(?<!\p{L})(?:nuage|changements climatiques|pistes? d’amélioration|(?:formations?|cours) certifiante?s?)(?!\p{L})/iu,
    message:
      'the terms are « cloud », « le changement climatique », « opportunité d’amélioration » and « formation préparant à la certification PECB »',
  },
  { name: 'dash', pattern: /(?:^|\s)-\s|--/, message: 'a dash is – or —, not a hyphen' },
  { name: 'white space', pattern: /\s{2}|[\t\n]/, message: 'one space is enough' },
  { name: 'space before a stop', pattern: /\s[.,…)\]]/, message: 'no space goes before . , … )' },
];

export const brokenRules = (text: string): TypographyRule[] =>
  typographyRules.filter(({ pattern }) => pattern.test(text));

// Shorter ones are labels, facts and names: they may well return.
const shortest = 60;

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > shortest);

type Repetition = { sentence: string; files: string[] };

/** Sentences that occur in two files, except shared ones (`writtenOnce`). */
export const repetitions = (copy: Copy[], writtenOnce: string[] = []): Repetition[] => {
  const filesOf = new Map<string, Set<string>>();
  for (const { file, text } of copy) {
    for (const sentence of sentencesOf(text)) filesOf.set(sentence, (filesOf.get(sentence) ?? new Set()).add(file));
  }
  const exempt = new Set(writtenOnce.flatMap(sentencesOf));
  return [...filesOf]
    .filter(([sentence, files]) => files.size > 1 && !exempt.has(sentence))
    .map(([sentence, files]) => ({ sentence, files: [...files] }));
};
