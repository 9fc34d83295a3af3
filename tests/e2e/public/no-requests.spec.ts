import type { Locator, Page } from '@playwright/test';
import { startForwardProxy } from '#tests/support/forward-proxy.ts';
import { expect, formOf, isReady, person, test } from './visitor.ts';

const identity = async (form: Locator) => {
  for (const [name, value] of Object.entries(person)) await form.locator(`[name="${name}"]`).fill(value);
};

interface PublicForm {
  path: string;
  island: string;
  fill: (form: Locator) => Promise<void>;
  sent: (page: Page) => Locator;
  /** The code of toasts, which it loads when it is touched. */
  loads?: RegExp;
}

const confirmation = (page: Page) => formOf(page).confirmation;
const toasts = /^GET \S+\/assets\/(?:toaster|radix)-[\w-]+\.js$/;

const forms: Record<string, PublicForm> = {
  checklist: {
    path: '/',
    island: 'checklist',
    fill: identity,
    sent: (page) => page.getByText('Merci !', { exact: true }),
    loads: toasts,
  },
  contact: {
    path: '/contact',
    island: 'contact',
    fill: async (form) => {
      await identity(form);
      await form.locator('[name="message"]').fill('Nos sauvegardes échouent depuis lundi.');
    },
    sent: confirmation,
  },
  audit: {
    path: '/free-audit',
    island: 'audit',
    fill: async (form) => {
      await identity(form);
      await form.locator('[name="phone"]').fill('+33 4 65 71 00 06');
      await form.locator('[name="agreeTerms"]').check();
    },
    sent: confirmation,
  },
  consultation: { path: '/schedule-consultation', island: 'consultation', fill: identity, sent: confirmation },
  newsletter: {
    path: '/partners',
    island: 'newsletter',
    fill: (form) => form.locator('[name="email"]').fill(person.email),
    sent: (page) => page.getByRole('contentinfo').getByRole('status').getByText('Inscription réussie'),
    loads: toasts,
  },
};

for (const [name, { path, island, fill, sent, loads }] of Object.entries(forms)) {
  test(`the ${name} form sends nothing, as a proxy between browser and server sees it`, async ({
    browser,
    baseURL,
  }) => {
    const proxy = await startForwardProxy();
    const context = await browser.newContext({ proxy: { server: proxy.url }, baseURL: baseURL ?? '', locale: 'fr-FR' });
    try {
      const page = await context.newPage();
      await page.goto(path);
      await isReady(page);
      const part = page.locator(`[data-island=${island}]`);
      await part.scrollIntoViewIfNeeded();
      await expect(part).toHaveAttribute('data-ready', '');
      await page.waitForLoadState('networkidle');
      // The proxy is really in between.
      expect(proxy.requests).toContain(`GET ${baseURL}${path}`);
      proxy.requests.length = 0;

      await fill(part.locator('form'));
      await part.locator('button[type=submit]').press('Enter');
      await expect(sent(page)).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(proxy.requests.filter((request) => !loads?.test(request))).toEqual([]);
    } finally {
      await context.close();
      await proxy.close();
    }
  });
}
