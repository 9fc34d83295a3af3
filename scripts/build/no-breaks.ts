import type { Plugin } from 'vite';

const noBreakSpace = '\u00a0';
const noBreakHyphen = '\u2011';

/** « suffit-il », « sont-elles », « restaure-t-on », but no part of a path or of a longer hyphened word. */
const inversion = /(?<![\p{L}\d/@._-])\p{L}+(?:-t)?-(?:ils?|elles?|vous|nous|on|ce)(?![\p{L}\d/@_-]|\.\p{L})/gu;

/** What stays on one line: standards, products, phone numbers, short hyphened words, verbs and the pronoun after them. */
export const keepTogether = (copy: string): string =>
  copy
    .replaceAll(/\b(ISO(?:\/IEC)?|Microsoft|Dynamics) (?=\d)/g, `$1${noBreakSpace}`)
    .replaceAll(/\+33(?: \d{1,2}){5}/g, (phone) => phone.replaceAll(' ', noBreakSpace))
    .replaceAll(/(\d{1,2}h\d\d) – (?=\d)/g, `$1${noBreakSpace}–${noBreakSpace}`)
    .replaceAll(inversion, (match) => match.replaceAll('-', noBreakHyphen))
    .replaceAll(/\bMoyen-(?=Orient\b)/g, `Moyen${noBreakHyphen}`)
    .replaceAll(/\bWi-Fi\b|(?<![\w@.])e-mails?(?!-)\b/g, (match) => match.replace('-', noBreakHyphen));

/** Applies it to the copy, and only there: writers type plain spaces and hyphens. */
export const noBreaks = (): Plugin => ({
  name: 'no-breaks',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]content[\\/](?!schema[\\/])[^?]*\.(?:ts|md)(?:\?raw)?$/ },
    handler: (code) => ({ code: keepTogether(code), map: null }),
  },
});
