import { expect, test } from 'vitest';
import { openTab, portalTabs, tabSearch } from './portal-tabs.ts';

const open = (search: string) => openTab(new URLSearchParams(search)).label;

test('the portal has the six tabs of docs/product.md, in its order', () => {
  expect(portalTabs.map(({ label }) => label)).toEqual([
    'Overview',
    'Invoices',
    'Contracts',
    'Payments',
    'Licenses',
    'Support',
  ]);
});

test('the address opens its tab, and Overview where it names none or another', () => {
  expect(['', '?tab=support', '?tab=Support', '?tab=__proto__', '?tab='].map(open)).toEqual([
    'Overview',
    'Support',
    'Overview',
    'Overview',
    'Overview',
  ]);
});

test('every tab has its own address', () => {
  for (const tab of portalTabs) expect(open(tabSearch(tab))).toBe(tab.label);
});
