import type { Plugin } from 'vite';

const noBreakSpace = '\u00a0';
const noBreakHyphen = '\u2011';

/** « suffit-il », « sont-elles », « restaure-t-on », but no part of a path or of a longer hyphened word. */
const inversion = /(?<![\p{L}\d/@._-])\p{L}+(?:-t)?-(?:ils?|elles?|vous|nous|on|ce)(?![\p{L}\d/@_-]|\.\p{L})/gu;

const months = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';

/** The spaces of each match do not break. Writers have set some of them already: the content lint asks for « 24 h ». */
const phrases = [
  /\b(?:ISO(?:\/IEC)?|IEC|Microsoft|Office|Dynamics|NIS|Entra ID) (?=P?\d)/g,
  /\+33(?: \d{1,2}){5}/g,
  /\d{1,2}h\d\d – (?=\d)/g,
  /\d (?:heures?|minutes?|jours?|semaines?|mois|ans?)\b/g,
  // « 2 500 € HT », « hors taxes (HT) », « + 15 % », « 1 à 2 semaines », « 8 h 00 à 18 h 00 (CET) »
  /€ (?=HT\b)/g,
  /\bhors taxes(?: \(HT\))?/g,
  /\+ (?=\d)/g,
  /\d\s(?:à|ou|et)\s(?=\d)/g,
  /\d (?=\(CET\))/g,
  /\(jours ouvrés\)/g,
  /\bCtrl \+ (?=\S)/g,
  new RegExp(String.raw`\b\d{1,2}(?:er)?\s(?:${months})(?:\s\d{4})?\b`, 'g'),
  /(?<!\p{L})(?:[Éé]tape|[Éé]dition|[Jj]our|[Pp]age|[Ss]emaine|[Aa]rticle|[Aa]nnexe|[Pp]aragraphe) (?=\d|A\b)/gu,
  /(?<=paragraphe\s\d, )points? [a-f](?: et [a-f])?/g,
  /\(UE\) (?=\d)/g,
  /(?<=«\s)Gérer les Cookies/g,
  // A title has few words a line: none ends with « à ».
  /(?<=\btitle: ['`"][^\n]*)(?<!\S)à (?=\S)/g,
  // The same for the titles of a list (content/lists.ts); a question and the label of a link are longer lines.
  /(?<=^\s*'[^'\n]*)(?<!\S)à (?=[^'\n]*[^?']':(?! '(?:\/|schedule|network)))/gm,
];

/**
 * « Wi-Fi », « e-mail », « week-end »; places; a short word and its hyphen: « au-delà », « celles-ci », « sous-traitance »;
 * « n° 18-07 », « ISO/IEC 17021-1 ».
 */
const hyphenated = [
  inversion,
  /\bWi-Fi\b|(?<![\w@.])e-mails?(?!-)\b/g,
  /(?<![\p{L}\d/@._-])(?:[Ww]eek-ends?|Moyen-Orient|Alpes-Maritimes|États-Unis|\p{L}+-(?:ci|là|delà))(?![\p{L}\d/@_-])/gu,
  /(?<![\p{L}\d/@._-])(?:ci|non|sous|mi|demi|semi|après|arrière|procès)-\p{L}+(?![\p{L}\d/@_-]|\.\p{L})/giu,
  /(?:n°|\b[LRD]\.|\b(?:ISO(?:\/IEC)?|IEC))\s\d+(?:-\d+)+/g,
];

/** What stays on one line: standards, products, phone numbers, prices, dates, short hyphened words, verbs and the pronoun after them. */
export const keepTogether = (copy: string): string => {
  const spaced = phrases.reduce(
    (text, phrase) => text.replaceAll(phrase, (match) => match.replaceAll(' ', noBreakSpace)),
    copy,
  );
  return hyphenated.reduce(
    (text, word) => text.replaceAll(word, (match) => match.replaceAll('-', noBreakHyphen)),
    spaced,
  );
};

export const copyFiles =
  /[\\/](?:content[\\/](?!schema[\\/])|modules[\\/][\w-]+[\\/]copy[\\/])[^?]*\.(?:ts|md)(?:\?raw)?$/;

/** Applies it to the copy, and only there: writers type plain spaces and hyphens. */
export const noBreaks = (): Plugin => ({
  name: 'no-breaks',
  enforce: 'pre',
  transform: {
    filter: { id: copyFiles },
    handler: (code) => ({ code: keepTogether(code), map: null }),
  },
});
