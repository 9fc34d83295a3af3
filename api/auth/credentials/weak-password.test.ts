import { expect, test } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import { assertDefined, mailsTo, makeUser, password } from '#tests/support/api.ts';
import { UserError } from '#api/lib/errors.ts';
import { rejectWeakPassword } from './weak-password.ts';

const codeOf = (chosen: string, email?: string) => {
  try {
    rejectWeakPassword(chosen, email, 'https://www.azur-conseil.example');
    return 'accepted';
  } catch (error) {
    return error instanceof UserError ? error.code : error;
  }
};

test.each(['123456', 'password', 'PassWord', ' qwerty ', 'azerty', 'AZERTYUIOP', 'motdepasse', 'doudou', 'iloveyou'])(
  '%j is a common password',
  (chosen) => expect(codeOf(chosen, 'ada@example.com')).toBe('password_too_common'),
);

test.each(['ada.lovelace@example.com', 'Ada.Lovelace@Example.com', 'ada.lovelace', 'ADA.LOVELACE'])(
  '%j is the email address',
  (chosen) => expect(codeOf(chosen, 'ada.lovelace@example.com')).toBe('password_is_email'),
);

test.each([
  'rempart-azur',
  'RempartAzur',
  'Rempart Azur 2026!',
  '06rempart06',
  'azur2026',
  'Cybersécurité1',
  'cybersecurite',
  'Microsoft365',
  'iso27001',
  'rempart-azur.example',
  'azur-conseil',
  'www.azur-conseil.example',
])('%j is a company term', (chosen) =>
  expect(codeOf(chosen, 'ada@example.com')).toBe('password_contains_company_name'),
);

test.each(['correct horse', 'été à Nice', 'x7', 'ada.lovelace', 'example.com', 'un rempart sur la mer', '20262026'])(
  '%j is accepted',
  (chosen) => expect(codeOf(chosen, 'other@example.com')).toBe('accepted'),
);

test('without an email address the other rules apply', () => {
  expect(codeOf('ada.lovelace')).toBe('accepted');
  expect(codeOf('123456')).toBe('password_too_common');
});

const tooCommon = {
  code: 'password_too_common',
  message: 'This password is among the most common ones, which are tried first. Please choose another.',
};
const isEmail = {
  code: 'password_is_email',
  message: 'Your password must not be your email address. Please choose another.',
};

describeApi(({ database, authFlows }) => {
  test.each([
    ['123456', tooCommon],
    ['PassWord', tooCommon],
    ['weak.one@example.com', isEmail],
    ['Weak.One', isEmail],
  ])('sign-up with %s is rejected and creates no account', async (chosen, error) => {
    const rejected = await authFlows.signUp(authFlows.newBrowser(), 'weak.one@example.com', chosen);
    expect([rejected.status, rejected.body.error]).toEqual([400, error]);
    expect(await mailsTo(database, 'weak.one@example.com')).toEqual([]);
  });

  test('a weak password gets the same response for known and unknown email addresses', async () => {
    const { email } = await makeUser(database, { password });
    const responses = await Promise.all(
      [email, 'nobody-weak@example.com'].map((one) => authFlows.signUp(authFlows.newBrowser(), one, 'iloveyou')),
    );
    expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
      [400, tooCommon],
      [400, tooCommon],
    ]);
  });

  test('a reset rejects a weak password, and its link stays valid', async () => {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser();
    await client.post('/api/auth/password/request-reset', { email: user.email });
    const token = assertDefined((await authFlows.newestMail(user.email)).data.link).split('#reset=')[1];
    const reset = (newPassword: string) => client.post('/api/auth/password/reset', { token, newPassword });
    expect((await reset('azerty')).body.error).toEqual(tooCommon);
    expect((await reset(user.email)).body.error).toEqual(isEmail);
    expect((await reset('my own words')).status).toBe(200);
    expect((await authFlows.signIn(client, user.email, 'my own words')).status).toBe(200);
  });

  test('a change to a weak password is rejected and keeps the old one', async () => {
    const user = await makeUser(database, { password });
    const client = authFlows.newBrowser(user.cookie);
    const change = (newPassword: string) =>
      client.post('/api/auth/password/change', { currentPassword: password, newPassword });
    expect((await change('football')).body.error).toEqual(tooCommon);
    expect((await change(assertDefined(user.email.split('@')[0]))).body.error).toEqual(isEmail);
    expect((await authFlows.signIn(authFlows.newBrowser(), user.email)).status).toBe(200);
    expect((await change('my own words')).status).toBe(200);
  });
});
