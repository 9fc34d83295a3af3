import { desktop, expectNoViolation, phone } from '../axe.ts';
import { messages } from './conversation-test.ts';
import { expect, openPortal, post, test, toast } from './portal-test.ts';
import { supported } from './users.ts';

const { owner, colleague } = supported.notifying;

test('the receipt of an urgent ticket arrives by mail, and its link opens the ticket @engines', async ({
  page,
  signInAs,
  linkMailedTo,
}) => {
  await signInAs(owner);
  await openPortal(page);
  const ticket = { subject: 'The kiln is cold', description: 'Since this morning.', priority: 'urgent' };
  const { status, body } = await post(page, '/api/portal/tickets', ticket);
  expect(status, JSON.stringify(body)).toBe(201);
  const link = await linkMailedTo(owner, new RegExp(`http://[^\\s"<>]+/support/${body.id}\\?customer=[\\w-]+`));
  await page.goto(link);
  await expect(messages(page).first()).toContainText('Since this morning.');
  await expect(page).toHaveURL(new RegExp(`/customer-portal/support/${body.id}$`));
});

test('a user chooses which mails about tickets to get @engines @all', async ({ page, signInAs }) => {
  await signInAs(colleague);
  await openPortal(page, '/security#mails');
  const replies = page.getByLabel('Somebody replies');
  await expect(replies).toBeInViewport();
  await expect(replies).toHaveValue('mail');
  await expectNoViolation(page, 'mails about tickets', [desktop, phone]);
  await replies.focus();
  await replies.selectOption('In a daily summary at 8:00');
  await expect(toast(page, 'Saved')).toContainText('Somebody replies: In a daily summary at 8:00');
  await expect(replies).toBeFocused();
  await page.getByLabel('The status changes').selectOption('Not at all');
  await expect(toast(page, 'Saved')).toContainText('The status changes: Not at all');

  await page.reload();
  await expect(replies).toHaveValue('digest');
  await expect(page.getByLabel('The status changes')).toHaveValue('none');
  await expect(page.getByLabel('You are added to a ticket')).toHaveValue('mail');
});

test('one language for the portal and all mails is chosen once @engines @all', async ({
  page,
  signInAs,
  linkMailedTo,
}) => {
  // Who reads English in no other journey.
  const { colleague: reader } = supported.writing;
  await signInAs(reader);
  await openPortal(page, '/account');
  const language = page.getByRole('combobox', { name: 'Language' });
  // From the browser of the first sign-in.
  await expect(language).toHaveValue('en');
  await language.selectOption('Français');
  await expect(toast(page, 'Votre langue')).toContainText('Français');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Langue' })).toHaveValue('fr');
  await expectNoViolation(page, 'language', [desktop, phone]);
  const ticket = { subject: 'Le four est froid', description: 'Depuis ce matin.', priority: 'urgent' };
  const { body } = await post(page, '/api/portal/tickets', ticket);
  expect(await linkMailedTo(reader, new RegExp(`Ouvrir le ticket\\s+http\\S+/support/${body.id}`))).toContain(body.id);
});

test('a choice that could not be saved says so and is taken back @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await signInAs(colleague);
  await openPortal(page, '/security#mails');
  const added = page.getByLabel('You are added to a ticket');
  await expect(added).toHaveValue('mail');
  await page.route('**/api/portal/notifications', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await added.selectOption('Not at all');
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.');
  await expect(added).toHaveValue('mail');
});
