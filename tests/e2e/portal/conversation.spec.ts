import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import {
  comeBack,
  conversation,
  createTicket,
  head,
  message,
  messages,
  openStaff,
  openTicket,
  sendButton,
} from './conversation-test.ts';
import { expect, openPortal, post, rows, signInAsStaff, test, toast } from './portal-test.ts';
import { oldTickets, staff, supported } from './users.ts';

test('a customer and our staff talk in a ticket @engines', async ({ page, browser, baseURL, dataDir, signInAs }) => {
  test.slow();
  await signInAs(supported.replying.owner);
  const id = await createTicket(page, 'The press does not start');
  await openPortal(page, '/support');
  await rows(page).filter({ hasText: 'The press does not start' }).getByRole('link').click();
  await expect(page).toHaveURL(`/customer-portal/support/${id}`);
  await expect(head(page)).toContainText(/Answer due by \w+day \d{1,2} \w{3}( \d{4})?, \d\d:\d\d \(Nice\)/);
  await expect(messages(page)).toHaveText([/^You\d\d:\d\dIt does not start\.$/]);

  await message(page).fill('It says:\n\n- E21\n- <b>stop</b>\n\nSee https://press.example/e21.');
  await message(page).press('ControlOrMeta+Enter');
  await expect(page.getByText('Your reply was sent.')).toBeVisible();
  await expect(message(page)).toHaveValue('');
  await expect(message(page)).toBeFocused();
  const own = messages(page).nth(1);
  await expect(own.getByRole('listitem')).toHaveText(['E21', '<b>stop</b>']);
  await expect(own.getByRole('link')).toHaveAttribute('href', 'https://press.example/e21');
  await expect(own.locator('b')).toHaveCount(0);

  const sofia = await openStaff(browser, baseURL, staff.replying.email, dataDir);
  await sofia.reply(id, 'Is the **red** button pressed?', 'ask');
  await comeBack(page);
  await expect(messages(page).nth(2)).toContainText(`${staff.replying.name}Rempart Azur`);
  await expect(head(page)).toContainText('Waiting for Customer');
  await expect(head(page)).toContainText('Answered in time: ');
  await expect(conversation(page)).toContainText(`${staff.replying.name} changed the status to Waiting for Customer`);
  await expect(page.getByRole('status').filter({ hasText: `New message from ${staff.replying.name}` })).toBeAttached();
  await expectNoViolation(page, 'conversation', [desktop, tablet, phone]);

  await message(page).fill('It was. Thank you!');
  await sendButton(page).click();
  await expect(messages(page)).toHaveCount(4);
  await expect(head(page)).not.toContainText('Waiting for Customer');
  await sofia.close();
});

test('on a resolved ticket the form asks whether it works @engines @all', async ({
  page,
  browser,
  baseURL,
  dataDir,
  signInAs,
}) => {
  test.slow();
  await signInAs(supported.answering.owner);
  const id = await createTicket(page, 'The label printer');
  const paul = await openStaff(browser, baseURL, staff.resolving.email, dataDir);
  await paul.reply(id, 'The driver is installed.', 'resolve');
  await openTicket(page, id);
  await expect(page.getByRole('heading', { name: 'Does it work now?' })).toBeVisible();
  await expect(page.getByText('Without a word from you, the ticket is closed after 7 days.')).toBeVisible();
  await expectNoViolation(page, 'resolved ticket', [desktop, tablet, phone]);
  // As the links of the mail do: an answer is proposed, and given by nobody but the user.
  await page.goto(`/customer-portal/support/${id}?answer=broken`);
  await expect(page.getByRole('button', { name: 'It is still broken' })).toBeFocused();
  await expect(head(page)).toContainText('Status: Resolved');
  await page.getByLabel('Anything to add? (optional)').fill('The labels are empty.');
  await page.getByRole('button', { name: 'It is still broken' }).click();
  await expect(page.getByText('The ticket is open again.')).toBeVisible();
  await expect(head(page)).toContainText('Status: Open');
  await expect(messages(page).last()).toContainText('The labels are empty.');
  await expect(conversation(page)).toContainText('You reopened the ticket');
  await expect(head(page)).toContainText('Answer due by');
  await expect(page.getByRole('heading', { name: 'Reply', exact: true })).toBeFocused();

  await paul.reply(id, 'The paper was the wrong way round.', 'resolve');
  await comeBack(page);
  await page.getByRole('button', { name: 'It works, thank you' }).click();
  await expect(page.getByText('Thank you for telling us. The ticket is closed.')).toBeVisible();
  await expect(head(page)).toContainText('Status: Closed');

  await expect(page.getByText(/This ticket is closed\. Your reply reopens it, until \w+day /)).toBeVisible();
  await message(page).fill('Once more, please.');
  await page.getByRole('button', { name: 'Send and reopen' }).click();
  await expect(head(page)).toContainText('Status: Open');
  await expect(messages(page).last()).toContainText('Once more, please.');
  await paul.close();
});

test('an answer to what has changed meanwhile is not lost, and a click alone says so @all', async ({
  page,
  context,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/409/);
  await signInAs(supported.reading.owner);
  await openPortal(page, `/support/${oldTickets.resolved.number}`);
  await expect(page.getByRole('button', { name: 'It works, thank you' })).toBeVisible();
  // As if a colleague had answered in the meantime.
  await context.route('**/api/portal/tickets/answer', (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: 'changed_meanwhile', message: 'This ticket has changed meanwhile.' } },
    }),
  );
  await page.getByRole('button', { name: 'It works, thank you' }).click();
  await expect(page.getByText('This ticket has changed meanwhile. This is how it is now.')).toBeVisible();
});

test('a message to a ticket that was closed long ago opens one that follows it @engines @all', async ({
  page,
  signInAs,
}) => {
  const { number, subject } = oldTickets.closed;
  await signInAs(supported.following.owner);
  await openPortal(page, `/support/${number}`);
  await expect(page.getByText('This ticket was closed more than 14 days ago.')).toContainText(
    `Your message opens a new ticket that follows ${number}, with the same people.`,
  );
  const old = page.url();
  await message(page).fill('It stopped again.');
  await page.getByRole('button', { name: 'Open follow-up ticket' }).click();
  await expect(toast(page, 'Follow-up ticket opened')).toContainText(`follows ${number}.`);
  await expect(page).not.toHaveURL(old);
  await expect(page.getByRole('heading', { name: subject })).toBeFocused();
  await expect(messages(page)).toHaveText([/It stopped again\.$/]);
  await expect(message(page)).toHaveValue('');
  await expect(head(page)).toContainText('Status: Open');
  const related = page.getByRole('complementary').locator('section').filter({ hasText: 'Related tickets' });
  await expect(related).toContainText(`Follows${number}`);
  await related.getByRole('link').click();
  await expect(page).toHaveURL(old);
  await expect(related).toContainText('Followed by');
  await expect(conversation(page)).toContainText(/Followed by TKT-\d{13}/);
  await expect(message(page)).toHaveValue('');
});

test('without live updates, an answer is found within a minute @all', async ({
  page,
  browser,
  baseURL,
  dataDir,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/503/);
  await signInAs(supported.polling.owner);
  await page.route('**/api/portal/events', (route) => route.fulfill({ status: 503 }));
  const id = await createTicket(page, 'No news');
  await page.clock.install();
  await openTicket(page, id);
  const ines = await openStaff(browser, baseURL, staff.polling.email, dataDir);
  await ines.reply(id, 'Here is the news.');
  await page.clock.runFor(61_000);
  await expect(messages(page).last()).toContainText('Here is the news.');
  await expect(head(page)).toContainText('In Progress');
  await ines.close();
});

test('a missed answer is admitted @all', async ({ page, signInAs }) => {
  await signInAs(supported.reading.owner);
  await openPortal(page, `/support/${oldTickets.missed.number}`);
  await expect(head(page)).toContainText(
    'Our answer was due by Monday 17 Nov 2025, 10:30 (Nice). We missed it, and we are sorry.',
  );
});

test('a long conversation shows its end, and earlier messages on demand @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/500/);
  await signInAs(supported.reading.owner);
  await openPortal(page, `/support/${oldTickets.long.number}`);
  await expect(messages(page)).toHaveCount(51);
  await expect(messages(page).first()).toContainText('The first words.');
  await expect(messages(page).nth(1)).toContainText('Message 71');
  await expect(messages(page).last()).toContainText('Message 120');
  await expect(messages(page).last()).toContainText('Rempart Azur');
  await expect(messages(page).nth(1)).toContainText('By email, ');
  await page.getByRole('button', { name: 'Go to the reply' }).press('Enter');
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toBeInViewport();
  const earlier = page.getByRole('button', { name: 'Show earlier messages' });
  await page.route('**/api/portal/tickets/thread?*cursor=*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await earlier.click();
  await expect(page.getByText('They could not be loaded. Please try again.')).toBeVisible();
  await page.unroute('**/api/portal/tickets/thread?*cursor=*');
  await earlier.press('Enter');
  await expect(messages(page)).toHaveCount(101);
  await expect(conversation(page).locator('li:focus')).toContainText('Message 21');
  await comeBack(page);
  await earlier.click();
  await expect(messages(page)).toHaveCount(121);
  await expect(earlier).toHaveCount(0);
  const texts = await messages(page).locator('.markdown').allInnerTexts();
  expect(texts).toEqual(['The first words.', ...Array.from({ length: 120 }, (_, at) => `Message ${at + 1}`)]);
});

test('staff who look at it as the customer can read it and write nothing @all', async ({ page, dataDir }) => {
  await signInAsStaff(page, staff.observing.email, dataDir);
  const { name } = supported.reading;
  const found = await (await page.request.get(`/api/desk/customers?q=${encodeURIComponent(name)}`)).json();
  expect((await post(page, '/api/desk/customers/start-viewing', { customerId: found.items[0].id })).status).toBe(200);
  await openPortal(page, `/support/${oldTickets.resolved.number}`);
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /works|broken|Add/ })).toHaveCount(0);
  const id = page.url().split('/').at(-1) ?? '';
  expect((await post(page, '/api/portal/tickets/answer', { id, works: true })).body.error.code).toBe('read_only');
});

test('the figures of first answers are below the list, for those who see all tickets @all', async ({
  page,
  signInAs,
}) => {
  await signInAs(supported.reading.owner);
  await openPortal(page, '/support');
  const figures = page.getByRole('region', { name: 'Our first answers, by month' });
  await expect(figures.getByRole('img')).toHaveAccessibleName(/The table below contains the figures\.$/);
  await figures.getByText('Show the figures').click();
  const lines = figures.getByRole('row');
  await expect(lines).toHaveCount(13);
  await expect(lines.first()).toHaveText('MonthDueIn timeLateMedian until the first answerAverage, in office hours');
  await expect(lines.nth(11)).toHaveText(/^\w{3} \d{4}4311 h 15 min\d+ .+$/);
  await expect(lines.nth(1)).toHaveText(/^\w{3} \d{4}000––$/);
  await expectNoViolation(page, 'figures', [desktop, tablet, phone]);
  await signInAs(supported.reading.colleague);
  await openPortal(page, '/support');
  await expect(page.getByText('No support tickets found.')).toBeVisible();
  await expect(figures).toHaveCount(0);
});
