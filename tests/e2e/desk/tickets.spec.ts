import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { createTicket } from '../portal/conversation-test.ts';
import { post, signIn, toast } from '../portal/portal-test.ts';
import { expect, openDesk, openElsewhere, rows, test, withoutLiveUpdates } from './desk-test.ts';
import { companies, contested, staff } from './users.ts';

const choose = async (page: Page, button: RegExp, option: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('option', { name: option }).click();
};

test('of two who change the same ticket, the second sees what the first did', async ({
  page,
  browser,
  baseURL,
  signInAsStaff,
  browserErrors,
}) => {
  browserErrors.expect(/409.*tickets\/change/);
  const other = await openElsewhere(browser, baseURL);
  await signInAsStaff(page, staff.first.email);
  await signInAsStaff(other, staff.second.email);
  for (const one of [page, other]) {
    await withoutLiveUpdates(one);
    await openDesk(one, `?q=${contested.number}`);
    await one.getByRole('link', { name: contested.subject }).click();
    await expect(one.getByRole('heading', { level: 1, name: contested.subject })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Me l’attribuer' }).click();
  await expect(toast(page, `${contested.number} attribué à ${staff.first.name}`)).toBeVisible();

  // Staff who assign an open ticket to themselves take it.
  await choose(other, /^Ouvert/, 'Résolu');
  const conflict = other.getByRole('dialog', { name: `Un collègue a modifié ${contested.number} entre-temps` });
  await expect(conflict).toContainText(`MaintenantEn cours${staff.first.name}`);
  await expect(conflict).toContainText('Votre choixRésolu');
  await expectNoViolation(other, 'conflict', [phone, desktop]);
  await conflict.getByRole('button', { name: 'Garder l’état actuel' }).click();
  await expect(other.getByRole('button', { name: new RegExp(staff.first.name) })).toBeVisible();

  // With what is known now, the same choice works.
  await choose(other, /^En cours/, 'Attente client');
  await expect(toast(other, `${contested.number} : Attente client`)).toBeVisible();
  // The first applies theirs on top, knowingly.
  await choose(page, /^En cours/, 'Résolu');
  await page.getByRole('button', { name: 'Appliquer mon choix' }).click();
  await expect(toast(page, `${contested.number} : Résolu`)).toBeVisible();
  await expect(page.getByText(/résolu le/i)).toBeVisible();

  // Neither in the queue of active tickets, nor lost.
  await openDesk(page, `?q=${contested.number}`);
  await expect(page.getByText('Aucun résultat pour ces critères.')).toBeVisible();
  await page.getByRole('button', { name: 'Tous' }).click();
  await expect(rows(page)).toContainText(['Résolu']);
  await other.context().close();
});

test('the focus follows its ticket when the queue changes @all', async ({ page, browser, baseURL, signInAsStaff }) => {
  const customer = await openElsewhere(browser, baseURL, 'en-US');
  await signIn(customer, companies.records.owner);
  const subject = 'Massicot décalé';
  for (const nth of [1, 2, 3]) await createTicket(customer, `${subject} ${nth}`);
  await customer.context().close();

  await page.clock.install();
  await signInAsStaff(page, staff.waiting.email);
  await openDesk(page, `?q=${encodeURIComponent(subject)}`);
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const focused = rows(page).nth(1).getByRole('link', { name: subject });
  const name = await focused.innerText();
  await expect(focused).toBeFocused();

  // Somebody else resolves the one above.
  const first = await rows(page).first().getByRole('link', { name: subject }).getAttribute('data-row-link');
  const { version } = await (await page.request.get(`/api/desk/tickets/detail?id=${first}`)).json();
  const resolved = await post(page, '/api/desk/tickets/change', { id: first, version, status: 'resolved' });
  expect(resolved.status, JSON.stringify(resolved.body)).toBe(200);
  await page.clock.fastForward('01:05');
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name })).toBeFocused();
});

test('a ticket that does not exist says so @all', async ({ page, signInAsStaff, browserErrors }) => {
  browserErrors.expect(/40[04].*api\/desk\/(tickets|customers)\/detail/);
  await signInAsStaff(page, staff.missing.email);
  for (const path of ['tickets/00000000-0000-4000-8000-000000000000', 'tickets/nonsense']) {
    await openDesk(page, `/${path}`);
    await expect(page.getByRole('alert')).toHaveText('Ce ticket n’existe pas ou n’existe plus.');
  }
  await openDesk(page, '/customers/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('alert')).toHaveText('Ce client n’existe pas ou n’existe plus.');
  await expectNoViolation(page, 'missing customer', [phone, desktop]);
});

test('a ticket is readable on paper, at 200 % and in forced colours @all', async ({ page, signInAsStaff }) => {
  await signInAsStaff(page, staff.paper.email);
  await openDesk(page, '?q=TKT-7001');
  await page.getByRole('link', { name: 'Pompe bruyante' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(heading).toBeVisible();
  await expect(page.getByText('De l’eau coule sous le faux plancher.')).toBeVisible();
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await expect(page.getByRole('link', { name: 'File d’attente' }).first()).toBeVisible();

  // 1440 px at 200 % is a viewport of 720 px; 390 px at 400 % is below the 320 px that WCAG asks for.
  for (const width of [720, 320]) {
    await page.setViewportSize({ width, height: 600 });
    for (const path of ['', '/customers', '/import', '/audit', '/health']) {
      await openDesk(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('each view of the queue says what its emptiness means, and a list prints as a table @all', async ({
  page,
  signInAsStaff,
}) => {
  await signInAsStaff(page, staff.printing.email);
  await openDesk(page, '?scope=mine');
  await expect(page.getByText('Aucun ticket actif ne vous est attribué.').or(rows(page).first())).toBeVisible();
  await expect(page.getByText('Tous les tickets sont traités.')).toHaveCount(0);

  await openDesk(page, '?scope=all');
  await expect(rows(page).first()).toBeVisible();
  // A sheet of paper is narrower than a desktop screen.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('columnheader', { name: 'Objet' })).toBeVisible();
  await expect(rows(page).first()).toHaveCSS('display', 'table-row');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(rows(page).first()).toContainText(/#\d+/);
});
