import { expect, test } from 'vitest';
import { isCurrent, isInDocument, recordPath } from './addresses.ts';

const site = new URL('https://site.example/services');
const from = (to: string, base = site) => isInDocument(new URL(to, base), base);

test('pages of the site are reached without a new document', () => {
  expect(from('/contact')).toBe(true);
  expect(from('/formations/iso-27001-lead-implementer?a=1#programme')).toBe(true);
  expect(from('?domaine=risques')).toBe(true);
});

test('other origins, files, the API and the other half of the site need one', () => {
  expect(from('https://other.example/contact')).toBe(false);
  expect(from('mailto:contact@site.example')).toBe(false);
  expect(from('/og/accueil.png')).toBe(false);
  expect(from('/api/openapi')).toBe(false);
  expect(from('/customer-portal')).toBe(false);
  expect(from('/', new URL('https://site.example/customer-portal?tab=invoices'))).toBe(false);
});

test('the portal and its sign-in are one document', () => {
  expect(from('/customer-auth', new URL('https://site.example/customer-portal'))).toBe(true);
});

test('a section is current on its own pages, the home page on itself alone', () => {
  expect(isCurrent('/formations', '/formations/iso-27001-lead-implementer')).toBe(true);
  expect(isCurrent('/formations', '/formations-autres')).toBe(false);
  expect(isCurrent('/', '/')).toBe(true);
  expect(isCurrent('/', '/contact')).toBe(false);
});

test('a record lies beside its page', () => {
  expect(recordPath('/')).toBe('/index.json');
  expect(recordPath('/services/cybersecurity')).toBe('/services/cybersecurity.json');
});
