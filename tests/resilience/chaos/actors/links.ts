import type { SiegeMail } from '#tests/resilience/chaos/mail.ts';
import {
  type Actor,
  askAs,
  expectStatus,
  oneOf,
  repeatedly,
  type ChaosRun,
} from '#tests/resilience/chaos/chaos-test.ts';
import { newAddress } from '#tests/resilience/chaos/connection.ts';
import { password as signUpPassword } from '#tests/resilience/chaos/customers.ts';

const name = 'links used again';

/**
 * Links from mails, each followed twice at once and once more: a password is chosen by one of them only, and to confirm an
 * address signs nobody in.
 */
export const links = (mail: SiegeMail): Actor => ({
  name,
  act: (siege) =>
    repeatedly(siege, 1500, async () => {
      const [email] = [oneOf([...siege.ledger.signedUp])];
      if (email === undefined) return;
      const verification = mail.verification(email);
      if (verification !== undefined) await verifyAgain(siege, verification);
      const body = { email };
      await askAs(siege, name, { method: 'POST', path: '/api/auth/request-password-reset', body, from: newAddress() });
      const token = await mail.newestToken(email, siege.signal);
      if (token !== undefined) await useTwice(siege, token);
    }),
});

async function useTwice(siege: ChaosRun, token: string): Promise<void> {
  const reset = (newPassword: string) => {
    const question = {
      method: 'POST' as const,
      path: '/api/auth/reset-password',
      body: { token, newPassword },
      from: newAddress(),
    };
    return askAs(siege, name, question);
  };
  const raced = await Promise.all([reset('first of two words'), reset('second of two words')]);
  const again = await reset('third of the words');
  const taken = [...raced, again].filter((answer) => answer?.status === 200).length;
  if (taken > 1) siege.ledger.breach(`${siege.target.name}: one link chose a password ${taken} times`);
}

async function verifyAgain(siege: ChaosRun, token: string): Promise<void> {
  const verify = (given: string, password = signUpPassword) => {
    const path = '/api/auth/verify-email';
    return askAs(siege, name, { method: 'POST', path, body: { token: given, password }, from: newAddress() });
  };
  expectStatus(siege, name, await verify(token, 'not the password'), 400);
  const answers = [...(await Promise.all([verify(token), verify(token)])), await verify(token)];
  const taken = answers.filter((answer) => answer?.status === 200).length;
  if (taken > 1) siege.ledger.breach(`${siege.target.name}: one link verified an email address ${taken} times`);
  if (answers.some((answer) => answer?.headers['set-cookie'] !== undefined))
    siege.ledger.breach(`${siege.target.name}: a link that confirms an address set a cookie`);
  const forged = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
  expectStatus(siege, name, await verify(forged), 400);
}
