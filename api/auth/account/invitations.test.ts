import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditEvents, invitations, invoices, licenses, memberships, staffMembers } from '#api/db/schema.ts';
import { users } from '#api/db/user-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import {
  type ApiResponse,
  assertDefined,
  type Browser,
  mailsTo,
  makeCustomer,
  makeStaff,
  makeUser,
  password,
  tokenIn,
} from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';

let serial = 0;
const newEmail = () => `colleague.${(serial += 1)}@cabinet.example`;
const outcome = ({ status, body }: ApiResponse) => [status, body.error?.code ?? body.status];

describeApi(({ database, authFlows }) => {
  let ours: Awaited<ReturnType<typeof makeCustomer>>;
  let owner: Browser;

  beforeEach(async () => {
    ours = await makeCustomer(database, `Cabinet ${(serial += 1)}`);
    owner = authFlows.newBrowser(ours.cookie);
  });

  const invite = (email: string, roles: string[] = ['billing']) =>
    owner.post('/api/portal/people/invite', { email, roles });
  const people = async () => (await owner.get('/api/portal/people')).body;
  const tokenFor = async (email: string) =>
    tokenIn(
      assertDefined((await mailsTo(database, email)).find(({ template }) => template === 'invitation')).data.link,
    );
  const accept = (token: string, newPassword = 'a password of mine') =>
    authFlows.newBrowser().post('/api/auth/invitations/accept', { token, newPassword });
  const session = async (visitor: Browser) => (await visitor.get('/api/auth/session')).body;
  const statuses = async (visitor: Browser, ...lists: string[]) =>
    Promise.all(lists.map(async (list) => (await visitor.get(`/api/portal/${list}`)).status));
  const switches = (customer: string) =>
    asOperator(database, (tx) =>
      tx.$count(auditEvents, and(eq(auditEvents.customer, customer), eq(auditEvents.event, 'customer.switched'))),
    );

  test('an invitation lets a person without an account choose a password and see what the roles allow', async () => {
    await asOperator(database, async (tx) => {
      await tx.insert(invoices).values({ customerId: ours.id, amount: '5' });
      await tx
        .insert(licenses)
        .values({ customerId: ours.id, productName: 'Suite', licenseKey: 'K', licenseType: 'trial' });
    });
    const email = newEmail();
    expect(outcome(await invite(email.toUpperCase(), ['billing', 'billing']))).toEqual([200, 'ok']);
    expect(await people()).toMatchObject({
      members: [{ email: ours.email, roles: ['owner'], isYou: true }],
      invitations: [{ email, roles: ['billing'], isExpired: false }],
    });
    const { expiresAt } = (await people()).invitations[0];
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / (24 * 60 * 60 * 1000))).toBe(14);
    const token = await tokenFor(email);
    const page = await authFlows.newBrowser().post('/api/auth/invitations/read', { token });
    expect(page.body).toEqual({ email, customer: expect.any(String), roles: ['billing'], hasAccount: false });
    expect(outcome(await accept(token))).toEqual([200, 'ok']);
    expect(outcome(await accept(token))).toEqual([400, 'invalid_token']);

    const person = authFlows.newBrowser();
    await authFlows.signIn(person, email, 'a password of mine');
    expect(await session(person)).toMatchObject({
      customerId: ours.id,
      memberships: [{ customerId: ours.id, roles: ['billing'] }],
    });
    expect(await statuses(person, 'invoices', 'licenses', 'tickets', 'people')).toEqual([200, 403, 200, 403]);
    expect((await person.get('/api/portal/records/counts')).body).toEqual({
      invoices: 1,
      contracts: 0,
      payments: 0,
      openTickets: 0,
    });
    expect(await people()).toMatchObject({ members: [{}, {}], invitations: [] });
  });

  test('an invitation is accepted by the user of an existing account, who keeps it and switches between customers', async () => {
    const theirs = await makeCustomer(database, 'Atlas');
    const { email } = await makeUser(database, { customerId: theirs.id, password });
    const [person, elsewhere] = [authFlows.newBrowser(), authFlows.newBrowser()];
    for (const one of [person, elsewhere]) await authFlows.signIn(one, email);
    await invite(email, ['technical', 'requester']);
    const token = await tokenFor(email);
    const page = await authFlows.newBrowser().post('/api/auth/invitations/read', { token });
    expect(page.body).toMatchObject({ hasAccount: true });
    expect(outcome(await accept(token))).toEqual([400, 'account_exists']);
    const stranger = authFlows.newBrowser(theirs.cookie);
    expect(outcome(await stranger.post('/api/portal/invitations/accept', { token }))).toEqual([400, 'invalid_token']);

    expect(outcome(await person.post('/api/portal/invitations/accept', { token }))).toEqual([200, 'ok']);
    expect(await authFlows.isSignedIn(elsewhere)).toBe(false);
    expect(await session(person)).toMatchObject({
      customerId: ours.id,
      memberships: [
        { customerId: theirs.id, name: 'Atlas', roles: ['owner'] },
        { customerId: ours.id, roles: ['technical', 'requester'] },
      ],
    });
    expect(await statuses(person, 'invoices', 'licenses')).toEqual([403, 200]);
    const switchTo = (customerId: string) => person.post('/api/portal/customers/switch', { customerId });
    expect(outcome(await switchTo(theirs.id))).toEqual([200, 'ok']);
    expect((await person.get('/api/portal/customers/current')).body).toMatchObject({ id: theirs.id, name: 'Atlas' });
    expect(await statuses(person, 'invoices', 'licenses', 'people')).toEqual([200, 200, 200]);
    const other = await makeCustomer(database, 'Neither');
    for (const id of [other.id, '00000000-0000-4000-8000-000000000000'])
      expect(outcome(await switchTo(id))).toEqual([404, 'not_found']);
    expect((await session(person)).customerId).toBe(theirs.id);
    expect(await switches(theirs.id)).toBe(1);
  });

  test('an invitation gets the same response whether or not the email address has an account', async () => {
    const { email } = await makeUser(database, { password });
    const responses = [await invite(email), await invite(newEmail())];
    expect(responses.map(outcome)).toEqual([
      [200, 'ok'],
      [200, 'ok'],
    ]);
    const [one, other] = (await people()).invitations as Record<string, unknown>[];
    expect(Object.keys(assertDefined(one))).toEqual(Object.keys(assertDefined(other)));
  });

  test('an invitation that is sent again or withdrawn voids the previous link; an expired one cannot be accepted', async () => {
    const email = newEmail();
    await invite(email);
    const first = await tokenFor(email);
    const { id } = (await people()).invitations[0];
    expect(outcome(await owner.post('/api/portal/people/resend-invitation', { id }))).toEqual([200, 'ok']);
    const second = await tokenFor(email);
    expect(outcome(await accept(first))).toEqual([400, 'invalid_token']);
    expect(outcome(await owner.post('/api/portal/people/withdraw-invitation', { id }))).toEqual([200, 'ok']);
    expect(outcome(await owner.post('/api/portal/people/withdraw-invitation', { id }))).toEqual([404, 'not_found']);
    expect(outcome(await owner.post('/api/portal/people/resend-invitation', { id }))).toEqual([404, 'not_found']);
    expect(outcome(await accept(second))).toEqual([400, 'invalid_token']);
    await invite(email);
    await asOperator(database, (tx) => tx.execute(`UPDATE invitations SET expires_at = now()`));
    expect(outcome(await accept(await tokenFor(email)))).toEqual([400, 'invalid_token']);
    expect((await people()).invitations).toMatchObject([{ email, isExpired: true }]);
  });

  const losses: [string, (sender: { userId: string }) => Promise<unknown>][] = [
    ['is removed', ({ userId }) => owner.post('/api/portal/people/remove', { userId })],
    [
      'is no longer an owner',
      ({ userId }) => owner.post('/api/portal/people/change-roles', { userId, roles: ['billing'] }),
    ],
    [
      'is unlinked by the operator',
      ({ userId }) => asOperator(database, (tx) => tx.delete(memberships).where(eq(memberships.userId, userId))),
    ],
    ['is erased', ({ userId }) => asOperator(database, (tx) => tx.delete(users).where(eq(users.id, userId)))],
  ];
  test.each(losses)('an invitation ends when its sender %s', async (_loss, lose) => {
    const sender = await makeUser(database, { customerId: ours.id });
    const [lost, kept] = [newEmail(), newEmail()];
    const invitation = { email: lost, roles: ['owner'] };
    const sent = await authFlows.newBrowser(sender.cookie).post('/api/portal/people/invite', invitation);
    expect(sent.status).toBe(200);
    await invite(kept);
    const token = await tokenFor(lost);
    await lose(sender);
    expect((await people()).invitations).toMatchObject([{ email: kept }]);
    expect(outcome(await accept(token))).toEqual([400, 'invalid_token']);
    expect(outcome(await accept(await tokenFor(kept)))).toEqual([200, 'ok']);
  });

  const staffLosses: [string, Partial<typeof staffMembers.$inferInsert> | undefined][] = [
    ['is suspended', { active: false }],
    ['loses the permission', { permissions: ['support'] }],
    ['is removed', undefined],
  ];
  test.each(staffLosses)('an invitation ends when the staff member who sent it %s', async (_loss, values) => {
    await makeStaff(database);
    const staff = await makeStaff(database, { permissions: ['accounts'] });
    const email = newEmail();
    const body = { customerId: ours.id, email, roles: ['billing'] };
    expect((await authFlows.newBrowser(staff.cookie).post('/api/desk/people/invite', body)).status).toBe(200);
    const token = await tokenFor(email);
    const isSender = eq(staffMembers.userId, staff.userId);
    await asOperator(database, (tx) =>
      values === undefined
        ? tx.delete(staffMembers).where(isSender)
        : tx.update(staffMembers).set(values).where(isSender),
    );
    expect((await people()).invitations).toEqual([]);
    expect(outcome(await accept(token))).toEqual([400, 'invalid_token']);
  });

  test('an invitation whose sender lost the right without a trace is not accepted either', async () => {
    const stranger = await makeUser(database);
    const email = newEmail();
    await invite(email);
    const token = await tokenFor(email);
    await asOperator(database, (tx) =>
      tx.update(invitations).set({ invitedBy: stranger.userId }).where(eq(invitations.email, email)),
    );
    expect(outcome(await accept(token))).toEqual([400, 'invalid_token']);
  });

  test('an invitation accepted twice at once creates one account', async () => {
    const email = newEmail();
    await invite(email);
    const token = await tokenFor(email);
    const responses = await Promise.all([accept(token), accept(token, 'another of mine')]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect((await people()).members).toHaveLength(2);
  });

  test('an invitation replaces an unverified sign-up, whose author gets nothing', async () => {
    const email = newEmail();
    const stranger = authFlows.newBrowser();
    await authFlows.signUp(stranger, email, 'chosen by a stranger');
    const verification = tokenIn((await authFlows.newestMail(email)).data.link);
    await invite(email);
    expect(outcome(await accept(await tokenFor(email)))).toEqual([200, 'ok']);
    const verified = { token: verification, password: 'chosen by a stranger' };
    expect(outcome(await stranger.post('/api/auth/email/verify', verified))).toEqual([400, 'invalid_token']);
    expect((await authFlows.signIn(stranger, email, 'chosen by a stranger')).status).toBe(401);
    expect((await authFlows.signIn(authFlows.newBrowser(), email, 'a password of mine')).status).toBe(200);
  });

  test('an invitation of a member, or with invalid input, is rejected', async () => {
    const { email } = await makeUser(database, { customerId: ours.id, roles: ['requester'] });
    expect(outcome(await invite(email))).toEqual([409, 'already_member']);
    for (const [to, roles, code] of [
      ['nobody', ['billing'], 'invalid_email'],
      [`${'x'.repeat(250)}@x.example`, ['billing'], 'invalid_email'],
      [newEmail(), [], 'invalid_request'],
      [newEmail(), ['boss'], 'invalid_request'],
      [newEmail(), ['owner\0'], 'invalid_request'],
    ] as const)
      expect(outcome(await invite(to, [...roles]))).toEqual([400, code]);
    expect(outcome(await owner.post('/api/portal/people/invite', { email: newEmail() }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect((await people()).invitations).toEqual([]);
  });

  test('invitations cannot be used to flood a mailbox, however it is spelled', async () => {
    const [name] = newEmail().split('@');
    const send = (at: number) => invite(`${name}+${at}@cabinet.example`);
    for (let at = 0; at < 5; at += 1) expect((await send(at)).status).toBe(200);
    expect(outcome(await send(5))).toEqual([429, 'too_many_requests']);
  });
});
