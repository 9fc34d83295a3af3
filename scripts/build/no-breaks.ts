import type { Plugin } from 'vite';

const noBreakSpace = '\u00a0';
const noBreakHyphen = '\u2011';

/** What stays on one line: standards and their numbers, products, phone numbers, hyphened words of two or three letters. */
export const keepTogether = (copy: string): string =>
  copy
    .replaceAll(/\b(ISO(?:\/IEC)?|Microsoft|Dynamics) (?=\d)/g, `$1${noBreakSpace}`)
    .replaceAll(/\+33(?: \d{1,2}){5}/g, (phone) => phone.replaceAll(' ', noBreakSpace))
    .replaceAll(/(\d{1,2}h\d\d) – (?=\d)/g, `$1${noBreakSpace}–${noBreakSpace}`)
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
