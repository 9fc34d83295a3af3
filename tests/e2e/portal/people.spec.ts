import type { Page } from '@playwright/test';
import { desktop, expectNoViolation, phone, tablet } from '../axe.ts';
import { expect, openElsewhere, openPortal, post, rows, signIn, submitSignIn, test, toast } from './portal-test.ts';
import { invitee, password, teams } from './users.ts';

const invitationLink = /http:\/\/[^\s"<>]+\/customer-auth#invitation=[\w-]+/;

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 3, name: title }) });
const personIn = (page: Page, title: string, email: string) =>
  section(page, title).getByRole('listitem').filter({ hasText: email }).first();

async function openPeople(page: Page): Promise<void> {
  await openPortal(page, '/people');
  await expect(section(page, 'With access').getByText('You', { exact: true })).toBeVisible();
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByRole('checkbox', { name: role }).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
}

test('an owner invites a colleague for billing, who sees invoices and no license @engines', async ({
  page,
  signInAs,
  linkMailedTo,
  browser,
  baseURL,
}) => {
  test.slow();
  const invited = teams.inviting.colleague;
  await signInAs(teams.inviting.owner);
  await openPortal(page);
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page).toHaveTitle(/^People – Customer Portal/);
  await expect(page.getByText('No invitation is waiting for an answer.')).toBeVisible();
  await expect(page.getByText('The only owner: cannot be removed')).toBeVisible();
  await invite(page, invited, 'Billing');
  await expect(toast(page, 'Invitation sent')).toContainText(invited);
  await expect(personIn(page, 'Invited', invited)).toContainText(/Sent \w{3} \d\d, \d{4}, expires \w{3} \d\d, \d{4}/);
  await expect(page.getByRole('button', { name: 'Invite a colleague' })).toBeFocused();

  const link = await linkMailedTo(invited, invitationLink);
  const colleague = await openElsewhere(browser, baseURL);
  await colleague.goto(link);
  await expect(colleague.getByRole('heading', { name: `Join ${teams.inviting.name}` })).toBeVisible();
  await expect(
    colleague.getByText('Sees invoices, payments, contracts and the balance, and can ask us about them.'),
  ).toBeVisible();
  await expectNoViolation(colleague, 'invitation', [desktop, phone]);
  await colleague.getByRole('textbox', { name: 'Your name' }).fill('Nadia Benali');
  await colleague.getByRole('textbox', { name: 'Password' }).fill('three quiet words');
  await colleague.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(colleague).toHaveURL(/\/customer-portal$/);

  await expect(colleague.getByRole('tab')).toHaveText(['Overview', 'Invoices', 'Contracts', 'Payments', 'Support']);
  const tiles = colleague.getByRole('list', { name: 'Your records' }).getByRole('link');
  await expect(tiles).toHaveText([/1\s*Invoices/, /0\s*Contracts/, /0\s*Payments/, /0\s*Open Tickets/]);
  await expect(colleague.getByRole('link', { name: 'People' })).toHaveCount(0);
  await colleague.getByRole('tab', { name: 'Invoices' }).click();
  await expect(rows(colleague)).toContainText([`FA ${teams.inviting.name}`]);
  for (const hidden of ['/licenses', '/people']) {
    await openPortal(colleague, hidden);
    await expect(colleague.getByRole('heading', { name: 'Not part of your role' })).toBeVisible();
    await expect(colleague.getByText('Drawing suite')).toHaveCount(0);
  }
  await expectNoViolation(colleague, 'not part of the role', [desktop, phone]);
  expect((await colleague.request.get('/api/portal/licenses')).status()).toBe(403);
  await colleague.context().close();

  await openPeople(page);
  await expect(personIn(page, 'With access', invited).getByRole('list')).toHaveText(['Billing']);
  await expect(personIn(page, 'Invited', invited)).toHaveCount(0);
});

test('somebody invited in French reads the invitation and the portal in French', async ({
  page,
  signInAs,
  linkMailedTo,
  browser,
  baseURL,
}) => {
  const { owner, colleague: email } = teams.speaking;
  await signInAs(owner);
  await openPeople(page);
  expect((await post(page, '/api/portal/people/invite', { email, roles: ['billing'], language: 'fr' })).status).toBe(
    200,
  );
  const link = await linkMailedTo(email, /http:\/\/[^\s"<>]+\/customer-auth#invitation=[\w-]+&language=fr/);
  const invited = await openElsewhere(browser, baseURL);
  await invited.goto(link);
  await invited.getByRole('textbox', { name: 'Votre nom' }).fill('Nadia Benali');
  await invited.getByRole('textbox', { name: 'Mot de passe' }).fill('trois mots discrets');
  await invited.getByRole('button', { name: 'Accepter l’invitation' }).click();
  await expect(invited).toHaveURL(/\/customer-portal$/);
  await expect(invited.getByRole('tab', { name: 'Factures' })).toBeVisible();
  // It is stored with the account: another browser shows it too.
  await expect.poll(async () => (await (await invited.request.get('/api/auth/session')).json()).language).toBe('fr');
  await invited.context().close();
});

test('a link that was withdrawn or replaced says so, and nothing else @all', async ({
  page,
  signInAs,
  linkMailedTo,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.expect(/400/);
  const invited = teams.withdrawing.colleague;
  await signInAs(teams.withdrawing.owner);
  await openPeople(page);
  await invite(page, invited, 'Requester');
  const link = await linkMailedTo(invited, invitationLink);
  const row = personIn(page, 'Invited', invited);
  await row.getByRole('button', { name: 'Send again' }).click();
  await expect(toast(page, 'Invitation sent again')).toBeVisible();
  const other = await openElsewhere(browser, baseURL);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This invitation can no longer be used' })).toBeVisible();
  await expectNoViolation(other, 'unusable invitation', [desktop, phone]);
  await other.context().close();

  await row.getByRole('button', { name: 'Withdraw' }).click();
  await expect(toast(page, 'Invitation withdrawn')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(section(page, 'Invited').getByRole('heading')).toBeFocused();
});

test('somebody with an account signs in and accepts; another account is told to sign out @all', async ({
  page,
  signInAs,
  linkMailedTo,
  browser,
  baseURL,
}) => {
  test.slow();
  await signInAs(teams.accepting.owner);
  await openPeople(page);
  await invite(page, invitee, 'Technical');
  const link = await linkMailedTo(invitee, invitationLink);
  await page.goto(link);
  await expect(page.getByText(`This invitation is for ${invitee}, and you are signed in as`)).toBeVisible();

  const other = await openElsewhere(browser, baseURL);
  await other.goto(link);
  await other.getByRole('button', { name: 'Sign in to accept' }).click();
  await expect(other.getByLabel('Email')).toHaveValue(invitee);
  await submitSignIn(other, invitee);
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other).toHaveURL(/\/customer-portal$/);
  await expect(other.getByRole('tab')).toHaveText(['Overview', 'Licenses', 'Support']);
  await expect(other.getByText(teams.accepting.name)).toBeVisible();
  await other.context().close();
});

test('roles are changed and people removed with the keyboard, after a confirmation @all', async ({
  page,
  signInAs,
  browserErrors,
  pressTabTo,
}) => {
  browserErrors.expect(/403/);
  const { owner, colleague } = teams.changing;
  await signInAs(owner);
  let isOld = true;
  await page.route('**/api/portal/people/change-roles', (route) =>
    isOld
      ? route.fulfill({ status: 403, json: { error: { code: 'confirmation_required', message: 'Please confirm.' } } })
      : route.fallback(),
  );
  await openPeople(page);
  const row = personIn(page, 'With access', colleague);
  const change = row.getByRole('button', { name: `Change roles of ${colleague}` });
  await pressTabTo(change);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change roles' });
  await pressTabTo(dialog.getByRole('checkbox', { name: 'Requester' }));
  await page.keyboard.press('Space');
  await pressTabTo(dialog.getByRole('button', { name: 'Save roles' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please choose at least one role.')).toBeVisible();
  await pressTabTo(dialog.getByRole('checkbox', { name: 'Technical' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(confirmation.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expectNoViolation(page, 'confirmation above the roles', [desktop, phone]);
  isOld = false;
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Roles changed')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('list')).toHaveText(['Technical']);

  await pressTabTo(row.getByRole('button', { name: `Remove ${colleague}` }));
  await page.keyboard.press('Enter');
  const removal = page.getByRole('dialog', { name: `Remove ${colleague}?` });
  await expect(removal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(removal).toBeHidden();
  await expect(row.getByRole('button', { name: `Remove ${colleague}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await pressTabTo(removal.getByRole('button', { name: 'Remove access' }));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Access removed')).toContainText(colleague);
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeFocused();
});

test('the last owner cannot leave, also when the other one left meanwhile @all', async ({
  page,
  signInAs,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.expect(/409/);
  await signInAs(teams.leaving.owner);
  await openPeople(page);
  const other = await openElsewhere(browser, baseURL);
  await signIn(other, teams.leaving.colleague);
  await openPeople(other);
  await other.getByRole('button', { name: 'Leave this company' }).click();
  await other.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Account Access Required' })).toBeVisible();
  await other.context().close();

  await page.getByRole('button', { name: 'Leave this company' }).click();
  const dialog = page.getByRole('dialog', { name: `Leave ${teams.leaving.name}?` });
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is the last owner. Please make somebody else an owner first.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The only owner: cannot be removed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave this company' })).toHaveCount(0);
});

test('a role that changes while the portal is open changes what is shown @all', async ({
  page,
  signInAs,
  browserErrors,
  browser,
  baseURL,
}) => {
  browserErrors.expect(/403/);
  const { colleague } = teams.demoting;
  await signInAs(colleague);
  await openPortal(page, '/licenses');
  await expect(rows(page)).toContainText(['Drawing suite']);
  const owner = await openElsewhere(browser, baseURL);
  await signIn(owner, teams.demoting.owner);
  const { members } = await (await owner.request.get('/api/portal/people')).json();
  const { userId } = members.find(({ email }: { email: string }) => email === colleague);
  const changed = await post(owner, '/api/portal/people/change-roles', { userId, roles: ['requester'] });
  expect(changed.status).toBe(200);
  await owner.context().close();
  await page.getByRole('searchbox').fill('anything');
  await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Support']);
});

test('the people page and its dialogs have no accessibility violation, and fail in place @all', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.expect(/500|409/);
  await signInAs(teams.failing.owner);
  const fail = { status: 500, json: { error: { code: 'internal_error', message: 'Something went wrong.' } } };
  await page.route('**/api/portal/people', (route) => route.fulfill(fail));
  await openPortal(page, '/people');
  await expect(page.getByRole('alert')).toContainText('We could not load the people of your company.');
  await page.unroute('**/api/portal/people');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The only owner: cannot be removed')).toBeVisible();
  await expectNoViolation(page, 'people', [desktop, tablet, phone]);
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Please enter an email address.')).toBeVisible();
  await expect(dialog.getByLabel('Email address')).toBeFocused();
  await dialog.getByLabel('Email address').fill('not an address');
  await dialog.getByRole('checkbox', { name: 'Owner' }).check();
  await expect(dialog.getByRole('checkbox', { name: 'Billing' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible();
  await dialog.getByLabel('Email address').fill(teams.failing.owner);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This person already has access.');
  await expectNoViolation(page, 'invite dialog', [desktop, phone]);
});
