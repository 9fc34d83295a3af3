import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { createTicket, message, messages, openTicket, people, readTicket, sendButton } from './conversation-test.ts';
import { expect, openPortal, post, rows, submitSignIn, test, toast } from './portal-test.ts';
import { oldTickets, supported } from './users.ts';

const stored = 'sessionStorage';

test('a double click and a lost response add one message @engines', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED|422/);
  await signInAs(supported.sending.owner);
  const id = await createTicket(page, 'Sent twice');
  await openTicket(page, id);
  await message(page).fill('Twice');
  await sendButton(page).dblclick();
  await expect(messages(page)).toHaveCount(2);

  await page.route('**/api/portal/tickets/reply', async (route) => {
    // The server has added it, but the response is lost.
    await route.fetch();
    return route.abort();
  });
  await message(page).fill('Lost');
  await sendButton(page).click();
  await expect(page.getByText('Your reply was not sent. We could not reach the server.')).toBeVisible();
  await expect(message(page)).toHaveValue('Lost');
  await page.unroute('**/api/portal/tickets/reply');
  await page.reload();
  await expect(message(page)).toHaveValue('Lost');
  await sendButton(page).click();
  await expect(page.getByText('Your reply was sent.')).toBeVisible();
  await expect(messages(page).locator('.markdown')).toHaveText(['It does not start.', 'Twice', 'Lost']);

  // A text that was changed after a lost response is not added without asking.
  await page.route('**/api/portal/tickets/reply', async (route) => {
    await route.fetch();
    return route.abort();
  });
  await message(page).fill('First version');
  await sendButton(page).click();
  await expect(page.getByText('Your reply was not sent.')).toBeVisible();
  await page.unroute('**/api/portal/tickets/reply');
  await message(page).fill('Second version');
  await sendButton(page).click();
  await expect(page.getByText('An earlier attempt did go through')).toBeVisible();
  await expect(message(page)).toHaveValue('Second version');
  await expect(messages(page).last()).toContainText('First version');
  await sendButton(page).click();
  await expect(messages(page).last()).toContainText('Second version');
});

test('an error stays beside the text, which is kept @all', async ({ page, signInAs, browserErrors }) => {
  browserErrors.expect(/500/);
  await signInAs(supported.sending.owner);
  const id = await createTicket(page, 'Errors');
  await openTicket(page, id);
  await sendButton(page).click();
  await expect(page.getByText('Please write something.')).toBeVisible();
  await expect(message(page)).toBeFocused();
  await message(page).fill('x'.repeat(20_001));
  await expect(page.getByText('Please write something.')).toBeHidden();
  await sendButton(page).click();
  await expect(page.getByText('Please use at most 20,000 characters: these are 20,001.')).toBeVisible();
  await message(page).fill('Short');
  const error = { error: { code: 'internal_error', message: 'Something went wrong.' } };
  await page.route('**/api/portal/tickets/reply', (route) => route.fulfill({ status: 500, json: error }));
  await sendButton(page).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your reply was not sent. Something went wrong.' }),
  ).toBeVisible();
  await expect(message(page)).toHaveValue('Short');
  await expectNoViolation(page, 'failed reply', [desktop, tablet, phone]);
  expect((await readTicket(page, id)).lastMessageAt).toBeNull();
});

test('a draft is kept per ticket, through a reload and the end of a session, until sign-out @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/401|503/);
  const { owner } = supported.drafting;
  await signInAs(owner);
  // The end of the session is found by sending, and not by the stream of live updates before.
  await page.route('**/api/portal/events', (route) => route.fulfill({ status: 503 }));
  const [first, second] = [await createTicket(page, 'First'), await createTicket(page, 'Second')];
  await openTicket(page, first);
  await message(page).fill('For the first one');
  await openTicket(page, second);
  await expect(message(page)).toHaveValue('');
  await message(page).fill('For the second one');
  await page.reload();
  await expect(message(page)).toHaveValue('For the second one');
  await openTicket(page, first);
  await expect(message(page)).toHaveValue('For the first one');

  await page.context().clearCookies();
  await sendButton(page).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await submitSignIn(page, owner);
  await expect(page).toHaveURL(`/customer-portal/support/${first}`);
  await expect(message(page)).toHaveValue('For the first one');
  await sendButton(page).click();
  await expect(messages(page).last()).toContainText('For the first one');

  const kept = () => page.evaluate((name) => JSON.stringify(Object.entries(window[name as 'sessionStorage'])), stored);
  expect(await kept()).not.toContain('For the first one');
  expect(await kept()).toContain('For the second one');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).not.toHaveURL(/\/customer-portal/);
  expect(await kept()).not.toContain('For the second one');
});

test('a requester sees own tickets, those opened for them and those they watch @engines @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/400|404/);
  const { owner, colleague } = supported.sharing;
  await signInAs(supported.reading.owner);
  await openPortal(page, `/support/${oldTickets.long.number}`);
  await expect(messages(page)).toHaveCount(51);
  const foreign = page.url().split('/').at(-1) ?? '';
  const isMissing = async (id: string) => {
    await openPortal(page, `/support/${id}`);
    await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible();
  };

  await signInAs(owner);
  const id = await createTicket(page, 'Of the owner');
  await openPortal(page, '/support');
  await page.getByRole('button', { name: 'New Ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Support Ticket' });
  await dialog.getByLabel('Subject').fill('For my colleague');
  await dialog.getByLabel('Description').fill('Their screen flickers.');
  await dialog.getByRole('combobox', { name: 'For a colleague' }).press('Enter');
  await page.getByRole('option', { name: colleague }).press('Enter');
  await expectNoViolation(page, 'ticket for a colleague', [desktop, tablet, phone]);
  await dialog.getByRole('button', { name: 'Create Ticket' }).click();
  await expect(toast(page, 'Ticket Created')).toBeVisible();

  await signInAs(colleague);
  await openPortal(page, '/support');
  await expect(rows(page)).toContainText(['For my colleague']);
  await page.getByRole('button', { name: 'New Ticket' }).click();
  await expect(dialog.getByLabel('Subject')).toBeVisible();
  await expect(dialog.getByRole('combobox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await rows(page).getByRole('link').click();
  await expect(people(page)).toContainText(`Opened for${colleague} (you)`);
  await expect(people(page)).toContainText(`Opened by${owner}`);
  await message(page).fill('It still does.');
  await sendButton(page).click();
  await expect(messages(page)).toHaveCount(2);
  await isMissing(id);
  await isMissing(foreign);
  expect((await post(page, '/api/portal/tickets/reply', { id, body: 'Let me in' })).status).toBe(404);

  await signInAs(owner);
  await openTicket(page, id);
  const add = page.getByLabel('Add a colleague');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Please enter the email address of a colleague.')).toBeVisible();
  await add.fill(supported.reading.owner);
  await add.press('Enter');
  await expect(people(page).getByRole('alert')).toContainText('Nobody who may see tickets of your company');
  await expect(add).toHaveValue(supported.reading.owner);
  await add.fill(colleague);
  await add.press('Enter');
  await expect(people(page).getByText(`${colleague} sees this ticket now.`)).toBeVisible();
  await expect(people(page).getByRole('listitem')).toContainText([colleague]);
  await expect(page.getByText(`You added ${colleague}`)).toBeVisible();

  await signInAs(colleague);
  await openTicket(page, id);
  const stop = page.getByRole('button', { name: 'Stop watching' });
  await stop.click();
  await expect(page.getByText('You will no longer see this ticket.')).toBeVisible();
  await stop.click();
  await expect(toast(page, 'You no longer see this ticket')).toBeVisible();
  await expect(rows(page)).toContainText(['For my colleague']);
  await isMissing(id);
});

test('from the list to a reply by keyboard alone @all', async ({ page, signInAs, pressTabTo }) => {
  await signInAs(supported.keyboard.owner);
  await createTicket(page, 'No mouse');
  await openPortal(page, '/support');
  await pressTabTo(rows(page).first().getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No mouse' })).toBeFocused();
  await pressTabTo(message(page));
  await page.keyboard.type('Typed');
  await page.keyboard.press('Control+Enter');
  await expect(messages(page).last()).toContainText('Typed');
  await page.keyboard.type('Sent with the button');
  await pressTabTo(sendButton(page));
  await page.keyboard.press('Space');
  await expect(messages(page).last()).toContainText('Sent with the button');
  await expect(sendButton(page)).toBeFocused();
  await pressTabTo(page.getByLabel('Add a colleague'));
  await page.keyboard.type(supported.keyboard.colleague);
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: `Remove ${supported.keyboard.colleague}` });
  await expect(remove).toBeVisible();
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Watching' })).toBeFocused();
});
