import { expect, test } from 'vitest';
import { mayDo } from '#app/lib/portal-context.ts';
import { shell } from '#content/portal/en/shell.ts';
import type { CustomerRole } from '#contract/roles.ts';
import {
  accountPath,
  currentUrlOf,
  needOf,
  openTab,
  peoplePath,
  portalTabs,
  screenName,
  securityPath,
  tabPath,
} from './portal-tabs.ts';

test('the portal has the six tabs of docs/product.md, in its order', () => {
  expect(portalTabs.map(({ name }) => shell.tabs[name])).toEqual([
    'Overview',
    'Invoices',
    'Contracts',
    'Payments',
    'Licenses',
    'Support',
  ]);
});

test('each role sees its tabs', () => {
  const tabsOf = (...roles: CustomerRole[]) =>
    portalTabs
      .filter((tab) => mayDo({ customerId: '', name: '', roles, country: null }, needOf(tab)))
      .map(({ name }) => name);
  expect(tabsOf('owner')).toHaveLength(6);
  expect(tabsOf('billing')).toEqual(['overview', 'invoices', 'contracts', 'payments', 'support']);
  expect(tabsOf('technical')).toEqual(['overview', 'licenses', 'support']);
  expect(tabsOf('requester')).toEqual(['overview', 'support']);
  expect(tabsOf('billing', 'requester')).toEqual(['overview', 'invoices', 'contracts', 'payments', 'support']);
});

test('every tab has its own path, and the paths below belong to it', () => {
  for (const tab of portalTabs) expect(openTab(tabPath(tab))).toBe(tab);
  expect(openTab('/customer-portal/support/TKT-1')?.name).toBe('support');
  expect(openTab('/customer-portal/supported')).toBeUndefined();
  expect(openTab(securityPath)).toBeUndefined();
});

test('the name of a screen is found with and without a trailing slash', () => {
  expect(screenName('/customer-portal/', shell)).toBe('Overview');
  expect(screenName('/customer-portal/invoices/', shell)).toBe('Invoices');
  expect(screenName(`${securityPath}/`, shell)).toBe('Security');
  expect(screenName(accountPath, shell)).toBe('Account');
  expect(screenName(peoplePath, shell)).toBe('People');
  expect(screenName('/customer-auth/', shell)).toBeUndefined();
});

test('URLs with the tab as a parameter are redirected, with the rest of their query', () => {
  expect(currentUrlOf('')).toBeUndefined();
  expect(currentUrlOf('?q=caf%C3%A9')).toBeUndefined();
  expect(currentUrlOf('?tab=invoices&status=paid%2Coverdue')).toBe('/customer-portal/invoices?status=paid%2Coverdue');
  expect(currentUrlOf('?view=security')).toBe('/customer-portal/security');
  for (const unknown of ['?tab=', '?tab=Support', '?tab=__proto__', '?view=other', '?tab=//evil.example']) {
    expect(currentUrlOf(unknown)).toBe('/customer-portal');
  }
});
