import { expect, test } from 'vitest';
import { mailsTo, makeUser, assertDefined, password } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/api-test.ts';

const tooCommon = {
  code: 'password_too_common',
  message: 'This password is among the most common ones, which are tried first. Please choose another.',
};
const isAddress = {
  code: 'password_is_email',
  message: 'Your password must not be your email address. Please choose another.',
};

describeApi(({ database, authFlows }) => {
  test.each([
    ['123456', tooCommon],
    ['PassWord', tooCommon],
    ['weak.one@example.com', isAddress],
    ['Weak.One', isAddress],
  ])('sign-up with %s is rejected and creates no account', async (chosen, error) => {
    const refused = await authFlows.signUp(authFlows.newBrowser(), 'weak.one@example.com', chosen);
    expect([refused.status, refused.body.error]).toEqual([400, error]);
    expect(await mailsTo(database, 'weak.one@example.com')).toEqual([]);
  });

  test('a weak password gets the same response for known and unknown email addresses', async () => {
    const { email } = await makeUser(database, { password });
    const answers = await Promise.all(
      [email, 'nobody-weak@example.com'].map((one) => authFlows.signUp(authFlows.newBrowser(), one, 'iloveyou')),
    );
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, tooCommon],
      [400, tooCommon],
    ]);
  });

  test('a reset rejects a weak password, and its link stays valid', async () => {
    const login = await makeUser(database, { password });
    const visitor = authFlows.newBrowser();
    await visitor.post('/api/auth/request-password-reset', { email: login.email });
    const token = assertDefined((await authFlows.newestMail(login.email)).data.link).split('#reset=')[1];
    const reset = (newPassword: string) => visitor.post('/api/auth/reset-password', { token, newPassword });
    expect((await reset('azerty')).body.error).toEqual(tooCommon);
    expect((await reset(login.email)).body.error).toEqual(isAddress);
    expect((await reset('my own words')).status).toBe(200);
    expect((await authFlows.signIn(visitor, login.email, 'my own words')).status).toBe(200);
  });

  test('a change to a weak password is rejected and keeps the old one', async () => {
    const login = await makeUser(database, { password });
    const visitor = authFlows.newBrowser(login.cookie);
    const change = (newPassword: string) =>
      visitor.post('/api/auth/change-password', { currentPassword: password, newPassword });
    expect((await change('football')).body.error).toEqual(tooCommon);
    expect((await change(assertDefined(login.email.split('@')[0]))).body.error).toEqual(isAddress);
    expect((await authFlows.signIn(authFlows.newBrowser(), login.email)).status).toBe(200);
    expect((await change('my own words')).status).toBe(200);
  });
});
