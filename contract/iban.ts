/** Numbers of bank accounts (ISO 13616). Without zod, so that the browser can import it. The database has the same rule: is_iban(). */

const lengths =
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 ' +
  'GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
  'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30';

/** As it is stored: people write it with spaces, and some programs with no-break spaces, dots or dashes. */
export const normalizeIban = (typed: string) =>
  typed
    .replace(/^\s*IBAN\s*:?/i, '')
    .replaceAll(/[\s.\-\u200b-\u200f\u2060\ufeff]/g, '')
    .toUpperCase();

/** Whether the length is its country's and the checksum (mod 97) is right. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) || !lengths.includes(`${iban.slice(0, 2)}${iban.length}`))
    return false;
  let rest = 0;
  // A letter counts as two digits: A is 10.
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** In groups of four, as banks print it. */
export const formatIban = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** How the page /verifier compares: the browser derives the same hash from what was typed. */
export const ibanHash = { name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000, bytes: 32 } as const;

/** In the built document of /verifier, where the server writes salt and hash of the active account. */
export const accountPlaceholder = '__ACTIVE_BANK_ACCOUNT__';
