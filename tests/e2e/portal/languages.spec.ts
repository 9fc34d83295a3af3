import * as arAuth from '#content/portal/ar/auth.ts';
import * as arConversation from '#content/portal/ar/conversation.ts';
import * as arLists from '#content/portal/ar/lists.ts';
import * as arShell from '#content/portal/ar/shell.ts';
import * as arTickets from '#content/portal/ar/tickets.ts';
import * as enAuth from '#content/portal/en/auth.ts';
import * as enConversation from '#content/portal/en/conversation.ts';
import * as enLists from '#content/portal/en/lists.ts';
import * as enShell from '#content/portal/en/shell.ts';
import * as enTickets from '#content/portal/en/tickets.ts';
import * as frAuth from '#content/portal/fr/auth.ts';
import * as frConversation from '#content/portal/fr/conversation.ts';
import * as frLists from '#content/portal/fr/lists.ts';
import * as frShell from '#content/portal/fr/shell.ts';
import * as frTickets from '#content/portal/fr/tickets.ts';
import { keepTogether } from '../../../scripts/build/no-breaks.ts';
import { desktop, expectNoViolation, phone } from '../axe.ts';
import { languageCookie } from '#contract/languages.ts';
import { openStaff } from './conversation-test.ts';
import { expect, rows, test } from './portal-test.ts';
import { password, staff, teams } from './users.ts';

const inEach = {
  en: { name: 'English', copy: { ...enAuth, ...enConversation, ...enLists, ...enShell, ...enTickets } },
  fr: { name: 'Français', copy: { ...frAuth, ...frConversation, ...frLists, ...frShell, ...frTickets } },
  ar: { name: 'العربية', copy: { ...arAuth, ...arConversation, ...arLists, ...arShell, ...arTickets } },
};

/** As the build writes it. */
const seen = (text: string) =>
  new RegExp(
    `^${keepTogether(text)
      .replaceAll(/[.?()]/g, String.raw`\$&`)
      .replaceAll(/\s/g, String.raw`\s`)}$`,
  );

test('sign-in, invoices and a ticket with a reply, in each language', async ({ page, browser, baseURL, dataDir }) => {
  test.slow();
  const { owner, name: customer } = teams.translating;
  const agent = await openStaff(browser, baseURL, staff.translating.email, dataDir);
  for (const [language, { name, copy }] of Object.entries(inEach)) {
    const { auth, common, conversation, invoices, shell, ticketPage, tickets } = copy;
    const field = (label: string) => page.getByRole('textbox', { name: seen(label) });
    const press = (label: string) => page.getByRole('button', { name: seen(label) }).click();

    // The language before is stored for this user: what is chosen at sign-in wins.
    await page.context().clearCookies();
    await page.goto('/customer-auth');
    await press(name);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(seen(shell.title));
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await expectNoViolation(page, `sign-in in ${language}`, [phone, desktop]);
    await field(auth.email).fill(owner);
    await field(common.credentials.password).fill(password);
    await press(auth.signIn.submit);
    await expect(page).toHaveTitle(new RegExp(shell.title));
    await expect(page).toHaveURL('/customer-portal');

    await page.getByRole('tab', { name: seen(shell.tabs.invoices) }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(seen(invoices.title));
    // It is stored: a browser that knows nothing of it shows it too.
    await page.context().clearCookies({ name: languageCookie });
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(seen(invoices.title));
    await expect(rows(page)).toContainText(`FA ${customer}`);
    await expect(rows(page)).toContainText(invoices.statuses.pending);
    await expectNoViolation(page, `invoices in ${language}`, [phone, desktop]);

    await page.getByRole('tab', { name: seen(shell.tabs.support) }).click();
    await press(tickets.create.open);
    const dialog = page.getByRole('dialog', { name: seen(tickets.create.title) });
    await field(tickets.create.subject).fill(`VPN ${language}`);
    await field(tickets.create.text).fill('لا يعمل VPN (Fortinet)');
    await dialog.getByRole('button', { name: seen(tickets.create.submit) }).click();
    await expect(dialog).toBeHidden();
    await rows(page)
      .filter({ hasText: `VPN ${language}` })
      .getByRole('link')
      .first()
      .click();
    await expect(page.getByRole('heading', { name: seen(conversation.thread.title) })).toBeVisible();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await agent.reply(id, 'Bonjour, c’est rétabli.');
    await page.reload();
    await expect(page.getByRole('article').last()).toContainText('c’est rétabli');
    await field(ticketPage.reply.label).fill('شكرا');
    await press(ticketPage.reply.submit.reply);
    await expect(page.getByText(seen(ticketPage.reply.sent.reply))).toBeVisible();
    await expect(page.getByRole('article').last()).toContainText('شكرا');
    await expectNoViolation(page, `ticket in ${language}`, [phone, desktop]);
  }
  await agent.close();
});

test('a browser that prefers French is offered French, and nothing switches by itself', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'fr-FR' });
  const page = await context.newPage();
  await page.goto('/customer-auth');
  await expect(page.getByRole('heading', { name: 'Customer Portal' })).toBeVisible();
  await page.getByRole('button', { name: 'Passer au français' }).click();
  await expect(page.getByRole('heading', { name: 'Espace client' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Passer au français' })).toHaveCount(0);
  await context.close();
});
