import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { toast } from '../portal/portal-test.ts';
import { expect, openDesk, test } from './desk-test.ts';
import { staff } from './users.ts';

/** A program that reads and writes customers with a key. */
const program = (page: Page, key: string) => {
  const headers = { Authorization: `Bearer ${key}` };
  const path = '/api/v1/customers/parcours-1';
  return {
    write: () => page.request.put(path, { headers, data: { name: 'Ferblanterie Malaussena' } }),
    read: () => page.request.get(path, { headers }),
    readInvoice: () => page.request.get('/api/v1/invoices/parcours-1', { headers }),
  };
};

test('an administrator creates a key, sees it once, and revokes it @engines', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.connecting.email);
  await openDesk(page, '/integrations');
  const keys = page.getByRole('region', { name: 'Clés d’API' });
  const dialog = page.getByRole('dialog');
  await keys.getByRole('button', { name: 'Créer une clé' }).click();
  await dialog.getByLabel('Nom').fill('Comptabilité');
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choisissez au moins un droit.');
  await dialog.getByRole('checkbox', { name: /^Lire les clients/ }).check();
  await dialog.getByRole('checkbox', { name: /^Écrire les clients/ }).check();
  await dialog.getByLabel('Durée').selectOption('90 jours');
  await expectNoViolation(page, 'creating a key', [phone, desktop]);
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();

  const shown = page.getByRole('dialog', { name: 'Votre nouvelle clé' });
  const key = await shown.locator('code').innerText();
  await expectNoViolation(page, 'a new key', [phone, desktop]);
  await shown.getByRole('button', { name: 'Je l’ai copiée' }).click();
  await expect(keys.getByRole('listitem').filter({ hasText: 'Comptabilité' })).toContainText('Valable');
  await page.reload();
  const entry = keys.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Comptabilité/ }) });
  await expect(entry).toContainText('Lire les clients · Écrire les clients');
  expect(await page.content()).not.toContain(key);

  const accounting = program(page, key);
  expect((await accounting.write()).status()).toBe(200);
  expect(await (await accounting.read()).json()).toMatchObject({ name: 'Ferblanterie Malaussena' });
  expect((await accounting.readInvoice()).status()).toBe(403);

  await entry.getByRole('button', { name: 'Révoquer' }).click();
  await dialog.getByRole('button', { name: 'Révoquer' }).click();
  await expect(toast(page, 'Clé révoquée.')).toBeVisible();
  await expect(entry).toContainText('Révoquée par');
  await expect(entry.getByRole('button')).toHaveCount(0);
  expect((await accounting.read()).status()).toBe(401);
  await expectNoViolation(page, 'a revoked key', [phone, desktop]);

  // A webhook that points into our own network: each attempt is in the log, and none reaches the server.
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  await webhooks.getByRole('button', { name: 'Ajouter un webhook' }).click();
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Ajouter' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choisissez au moins un événement.');
  await dialog.getByRole('checkbox', { name: /^Facture émise/ }).check();
  await dialog.getByRole('button', { name: 'Ajouter' }).click();
  const secret = page.getByRole('dialog', { name: 'Le secret de ce webhook' });
  const value = await secret.locator('code').innerText();
  await secret.getByRole('button', { name: 'Je l’ai copié' }).click();

  const webhook = webhooks.getByRole('listitem').filter({ has: page.getByRole('heading', { name: url }) });
  await webhook.getByRole('button', { name: 'Envoyer un essai' }).click();
  await expect(toast(page, 'Essai envoyé.')).toBeVisible();
  const message = webhook.getByRole('listitem');
  await expect(message).toContainText('Le serveur n’est pas sur Internet');
  await expect(message).toContainText('une tentative');
  await message.getByRole('button', { name: 'Envoyer à nouveau' }).click();
  await expect(toast(page, 'Envoi demandé.')).toBeVisible();
  await expect(message).toContainText('2 tentatives');
  await expect(message).toHaveCount(1);
  expect(connections).toBe(0);
  await expectNoViolation(page, 'attempts of a webhook', [phone, desktop]);
  server.close();

  await page.reload();
  await expect(webhook).toContainText('En échec');
  expect(await page.content()).not.toContain(value);
  await webhook.getByRole('button', { name: 'Supprimer' }).click();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(toast(page, 'Webhook supprimé.')).toBeVisible();
  await expect(webhooks).toContainText('Aucun webhook.');
});

test('staff without the right see neither keys nor webhooks', async ({ page, signInAsStaff, browserErrors }) => {
  browserErrors.expect(/403.*api\/desk/);
  await signInAsStaff(page, staff.notConnecting.email);
  await openDesk(page, '/integrations');
  await expect(page.getByRole('heading', { level: 1, name: 'Page réservée' })).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Centre de services' }).getByRole('link', { name: 'Intégrations' }),
  ).toHaveCount(0);
  for (const path of ['api-keys', 'webhooks']) expect((await page.request.get(`/api/desk/${path}`)).status()).toBe(403);
});
