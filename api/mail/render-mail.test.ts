import { expect, test } from 'vitest';
import { type Locale, locales, type Template } from './mail.ts';
import { renderMail } from './render-mail.ts';

const siteUrl = 'https://www.example.com';
const link = `${siteUrl}/customer-auth?token=abc&next=%2F`;
const hostile = `<img src=x onerror=alert(1)> & "Fils" 'SA'`;
const data = {
  link,
  signInLink: link,
  resetLink: link,
  customer: hostile,
  at: '2025-01-05T09:30:00Z',
  browser: hostile,
  system: '',
  days: '14',
  roles: 'billing,requester',
  left: '3',
  passkeys: '2',
};
const templates: Template[] = [
  'password-changed',
  'verify-email',
  'reset-password',
  'account-exists',
  'email-reserved',
  'invitation',
  'access-granted',
  'new-device',
  'confirm-email',
  'email-changed',
  'factors-removed',
  'account-locked',
  'code-failures',
  'password-reset',
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'email-change-requested',
  'email-change-undone',
];
const cases = templates.flatMap((template) => locales.map((locale) => [template, locale] as const));

test.each(cases)('%s in %s has the same link in text and HTML', (template, locale) => {
  const mail = renderMail({ template, locale, data });
  expect(mail.subject).toMatch(/Rempart Azur$/);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  expect(mail.html).toContain(`<html lang="${locale}"`);
  expect(mail.html).not.toContain('<img');
  expect(mail.text.split('\n').filter((line) => line.length > 78 && !line.includes('http'))).toEqual([]);
  expect(`${mail.text}${mail.html}`).not.toMatch(/undefined|\[object/);
});

test.each(cases)('%s in %s escapes its data', (template, locale) => {
  const { html } = renderMail({ template, locale, data });
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('"Fils"');
});

test('the mark and the wall are cells whose colours follow the theme', () => {
  const { html } = renderMail({ template: 'verify-email', locale: 'fr', data });
  const [, dark = ''] = html.split('@media (prefers-color-scheme: dark)');
  // Clients without style sheets read the attribute or the inline style.
  for (const [name, colour] of Object.entries({ stone: '#0b63e5', sun: '#f2a93b' })) {
    expect(html).toMatch(new RegExp(`<td[^>]*class="${name}" bgcolor="${colour}"[^>]*;background:${colour}"`));
    expect(dark).toMatch(new RegExp(`\\.${name} \\{ background: #[0-9a-f]{6} !important; \\}`));
  }
  for (const [name, colour] of Object.entries({ edge: '#0b63e5', bay: '#0fa3b1' })) {
    expect(html).toMatch(new RegExp(`<td[^>]*class="${name}"[^>]*;border-bottom:[24]px solid ${colour}[;"]`));
    expect(dark).toMatch(new RegExp(`\\.${name} \\{ border-color: #[0-9a-f]{6} !important; \\}`));
  }
  // One yellow brick, in the wall.
  expect(html.match(/class="sun"/g)).toHaveLength(1);
  // Every row of the mark is as wide as its first, which has a cell for each column.
  const [, mark = ''] = /<table dir="ltr" width="32"[^>]*>(.*?)<\/table>/s.exec(html) ?? [];
  const rows = mark.split('</tr>\n').map((row) => [...row.matchAll(/<td.*?<\/td>/g)].map(([cell]) => cell));
  const sumOf = (row: string[], read: (cell: string) => number) => row.reduce((sum, cell) => sum + read(cell), 0);
  const spanOf = (cell: string) => Number(/ colspan="(\d)"/.exec(cell)?.[1] ?? 1);
  const widthOf = (cell: string) =>
    Number(/ width="(\d+)"/.exec(cell)?.[1]) + 4 * (cell.match(/border-(?:left|right):4px/g)?.length ?? 0);
  expect(rows.map((row) => [sumOf(row, spanOf), sumOf(row, widthOf)])).toEqual([
    [4, 32],
    [4, 32],
    [4, 32],
  ]);
});

test('the locale selects the language', () => {
  const subjects = locales.map((locale) => renderMail({ template: 'verify-email', locale, data }).subject);
  expect(subjects).toEqual([
    'Confirm your email address – Rempart Azur',
    'Confirmez votre adresse e-mail – Rempart Azur',
    'تأكيد عنوان بريدكم الإلكتروني – Rempart Azur',
  ]);
});

test('a link that is not http(s) is rejected', () => {
  const bad = { link: 'javascript:alert(1)' };
  expect(() => renderMail({ template: 'verify-email', locale: 'en', data: bad })).toThrow('no usable link');
});

test.each<[Locale, string]>([
  ['en', 'Browser: Firefox System: Unknown Time: 5 January 2025 at 10:30 (Nice time)'],
  ['fr', 'Navigateur : Firefox Système : Inconnu Date : 5 janvier 2025 à 10 h 30 (heure de Nice)'],
  ['ar', 'المتصفح: \u2068Firefox\u2069 النظام: غير معروف الوقت: الأحد 05/01/2025 على الساعة 10:30 (بتوقيت نيس)'],
])('a new device in %s is described by what is known', (locale, expected) => {
  const mail = renderMail({ template: 'new-device', locale, data: { ...data, browser: 'Firefox' } });
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(expected);
});

test.each<[Locale, string, string[]]>([
  ['en', '0', []],
  ['en', '1', ['One passkey still opens your account']],
  ['en', '12', ['12 passkeys still open your account']],
  ['fr', '0', []],
  ['fr', '1', ['Une clé d’accès permet toujours']],
  ['fr', '12', ['12 clés d’accès permettent toujours']],
])('a reset in %s reports %s remaining passkeys', (locale, passkeys, expected) => {
  const mail = renderMail({ template: 'password-reset', locale, data: { ...data, passkeys } });
  const text = mail.text.replaceAll(/\s+/g, ' ');
  expect(
    text.match(/(?:One|Une|12) (?:passkeys?|clés? d’accès) (?:still opens? your account|permet(?:tent)? toujours)/g) ??
      [],
  ).toEqual(expected);
});

test.each<[Locale, string]>([
  ['en', 'The link works once, for 14 days.'],
  ['fr', 'Le lien ne fonctionne qu’une fois, pendant 14 jours.'],
  ['ar', 'يعمل الرابط مرة واحدة، خلال 14 يوما.'],
])('an invitation in %s states how long its link is valid and names no English button', (locale, expected) => {
  const text = renderMail({ template: 'invitation', locale, data }).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain(expected);
  expect(text).not.toContain('Forgot password');
});

test.each([
  ['1', 'ما زال مفتاح مرور واحد يفتح'],
  ['2', 'ما زال مفتاحا مرور يفتحان'],
  ['3', 'ما زالت 3 مفاتيح مرور تفتح'],
  ['11', 'ما زال 11 مفتاح مرور يفتح'],
])('a reset in Arabic reports %s remaining passkeys', (passkeys, expected) => {
  const { text } = renderMail({ template: 'password-reset', locale: 'ar', data: { ...data, passkeys } });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(expected);
});

test('values are isolated in Arabic, and Arabic ones in other languages', () => {
  const values = { ...data, customer: 'Atlas (Tunis)', inviter: 'karim@atlas.example' };
  const mail = (locale: Locale) => renderMail({ template: 'invitation', locale, data: values });
  const arabic = mail('ar');
  expect(arabic.text.replaceAll('\n', ' ')).toContain('\u2068Atlas (Tunis)\u2069');
  expect(arabic.html).toContain('\u2068karim@atlas.example\u2069');
  expect(arabic.subject).toBe('حق الوصول إلى فضاء العملاء – Rempart Azur');
  expect(`${mail('fr').html}${mail('en').text}`).not.toMatch(/[\u2066-\u2069]/);
  const french = renderMail({ template: 'access-granted', locale: 'fr', data: { ...data, customer: 'شركة Atlas' } });
  expect(french.text.replaceAll('\n', ' ')).toContain('de la société \u2068شركة Atlas\u2069.');
});
