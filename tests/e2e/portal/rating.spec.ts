import { desktop, expectNoViolation, phone } from '../axe.ts';
import { openElsewhere, expect, linkDialog, openPortal, post, signInAsStaff, test, toast } from './portal-test.ts';
import { createTicket, messages, openTicket } from './conversation-test.ts';
import { staff, supported } from './users.ts';

const { owner, colleague } = supported.rating;

test('a customer rates our help in the portal, and from the mail without signing in @engines @all', async ({
  page,
  browser,
  baseURL,
  dataDir,
  signInAs,
  linkMailedTo,
}) => {
  test.slow();
  const desk = await openElsewhere(browser, baseURL);
  await signInAsStaff(desk, staff.rating.email, dataDir);
  const change = async (id: string, status: string) => {
    const { version } = await (await desk.request.get(`/api/desk/tickets/detail?id=${id}`)).json();
    const changed = await post(desk, '/api/desk/tickets/change', { id, version, status });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  };
  await signInAs(owner);
  await openPortal(page);
  const id = await createTicket(page, 'The oven is cold');
  await change(id, 'resolved');
  await openTicket(page, id);
  const rating = page.getByRole('region', { name: 'How was our help?' });
  await expectNoViolation(page, 'rating', [desktop, phone]);
  await rating.getByRole('button', { name: 'Okay' }).click();
  await expect(rating.getByRole('status')).toHaveText(/^Thank you/);
  await rating.getByRole('button', { name: 'Good' }).click();
  await expect(rating.getByRole('button', { name: 'Good' })).toHaveAttribute('aria-pressed', 'true');
  await rating.getByLabel('Anything to add?').fill('Quick!');
  await rating.getByRole('button', { name: 'Send comment' }).click();
  await expect(toast(page, 'Your comment was sent.')).toBeVisible();
  await expect(messages(page).last()).toContainText('Quick!');

  // A mail about an urgent ticket is sent at once. Its reader has no session here.
  await signInAs(colleague);
  await openPortal(page);
  const urgent = { subject: 'The mixer <b>stops</b>', description: 'It smokes.', priority: 'urgent' };
  const { body } = await post(page, '/api/portal/tickets', urgent);
  await change(body.id, 'closed');
  const link = await linkMailedTo(colleague, /http:\/\/[^\s"<>]+\/#rate=en\.bad\.[\w-]+/);
  const reader = await openElsewhere(browser, baseURL);
  await reader.goto(link);
  const dialog = linkDialog(reader, 'How was our help?');
  await expect(dialog).toContainText(`#${body.shortNumber} ${urgent.subject}`);
  await expect(dialog.getByRole('button', { name: 'Bad' })).toBeFocused();
  await expect(reader).toHaveURL('/');
  await expectNoViolation(reader, 'rating from a mail', [desktop, phone]);
  const stored = async () => (await (await page.request.get(`/api/portal/tickets/detail?id=${body.id}`)).json()).rating;
  expect(await stored()).toBeNull();
  await reader.keyboard.press('Enter');
  await expect(dialog).toContainText('Thank you, your answer is saved.');
  expect(await stored()).toBe('bad');
  await dialog.getByRole('button', { name: 'Good' }).click();
  await expect(dialog.getByRole('button', { name: 'Good' })).toHaveAttribute('aria-pressed', 'true');
  expect(await stored()).toBe('good');

  await change(body.id, 'open');
  await reader.goto('about:blank');
  await reader.goto(link);
  await expect(linkDialog(reader, 'This ticket can no longer be rated')).toBeVisible();
  for (const one of [desk, reader]) await one.context().close();
});
