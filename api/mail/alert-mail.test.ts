import { expect, test } from 'vitest';
import { checkNames } from '#contract/checks.ts';
import type { AlertItem } from './alert-item.ts';
import { localeFor } from './mail.ts';
import { renderMail } from './render-mail.ts';

const link = 'https://www.example.com/desk/health';
const item = (name: AlertItem['name'], state: AlertItem['state'], value: number | null = 5): AlertItem => ({
  name,
  scope: '',
  state,
  since: '2026-11-18T09:30:00Z',
  value,
});

test.each(['fr', 'en'] as const)('every check can begin, continue and end in %s', (locale) => {
  for (const name of checkNames) {
    for (const state of ['began', 'continues', 'ended'] as const) {
      for (const value of [5, -5, null]) {
        const { subject, text, html } = renderMail({
          template: 'alert-staff',
          locale,
          data: { items: [item(name, state, value)], link },
        });
        expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
        expect(text).toContain(link);
      }
    }
  }
});

test('what happens together is one mail, whose subject names the first that fails', () => {
  const items = [
    item('mail', 'ended'),
    item('disk', 'began', 0.031),
    { ...item('scanner', 'began'), scope: '<b>host' },
  ];
  const { subject, text, html } = renderMail({ template: 'alert-staff', locale: 'en', data: { items, link } });
  expect(subject).toContain('Alert: disk nearly full (+2)');
  expect(text).toContain('All clear: Mails are sent again.');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('3 % of the disk');
  expect(html).toContain('&lt;b&gt;host');
});

test.each(['fr', 'en'] as const)('the email about a restore names staff and bank accounts in %s', (locale) => {
  const data = {
    asOf: '2026-11-15T02:30:00Z',
    restoredAt: '2026-11-18T09:30:00Z',
    isSigned: 'no' as const,
    staff: [{ email: '<b>"x"@b.example', permissions: 'admin, support' }],
    accounts: [
      { account: 'FR 9042', state: 'active' },
      { account: 'DE 3000', state: '__proto__' },
    ],
    link,
  };
  const { text, html } = renderMail({ template: 'restored-staff', locale, data });
  expect(html).not.toContain('<b>"');
  expect(`${text}${html}`).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
  for (const part of ['admin, support', 'FR\u00a0…\u00a09042', 'DE\u00a0…\u00a03000', link])
    expect(text.replaceAll(/[ \n]+/g, ' ')).toContain(part);
  const warned = renderMail({
    template: 'restored-staff',
    locale,
    data: { ...data, isSigned: 'yes', accounts: [] },
  }).text;
  expect(warned.length).toBeLessThan(text.length);
  expect(localeFor('restored-staff', 'ar', ['ar'])).toBe('fr');
});

test('it is for staff, in a language of the desk', () => {
  expect(localeFor('alert-staff', 'ar', ['ar'])).toBe('fr');
});
