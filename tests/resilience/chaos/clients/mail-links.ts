import type { InterruptibleMailServer } from '#tests/resilience/faults.ts';
import { password as signUpPassword } from '#tests/resilience/chaos/customers.ts';
import { type ChaosRun, type Client, expectStatus, newIpAddress, pause, pick, repeat, sendAs } from './client.ts';

const name = 'reused mail links';
const mailTimeoutMs = 8_000;

function newestToken(mail: InterruptibleMailServer, email: string, link: RegExp): string | undefined {
  return mail
    .received()
    .toReversed()
    .filter(({ to }) => to.includes(email))
    .map(({ readable }) => link.exec(readable)?.[1])
    .find((token) => token !== undefined);
}

/** Each link is used twice at once and once more: only one use may succeed, and verifying signs nobody in. */
export const mailLinks = (mail: InterruptibleMailServer): Client => ({
  name,
  run: (chaos) =>
    repeat(chaos, 1500, async () => {
      const email = pick([...chaos.results.signUps]);
      if (email === undefined) return;
      const verification = newestToken(mail, email, /#verify=([\w.-]+)/);
      if (verification !== undefined) await verifyAgain(chaos, verification);
      const body = { email };
      await sendAs(chaos, name, {
        method: 'POST',
        path: '/api/auth/request-password-reset',
        body,
        from: newIpAddress(),
      });
      const token = await waitForResetToken(chaos, mail, email);
      if (token !== undefined) await useTwice(chaos, token);
    }),
});

async function waitForResetToken(
  { signal }: ChaosRun,
  mail: InterruptibleMailServer,
  email: string,
): Promise<string | undefined> {
  const newest = () => newestToken(mail, email, /#reset=([\w-]+)/);
  const before = newest();
  for (const deadline = performance.now() + mailTimeoutMs; performance.now() < deadline && !signal.aborted;) {
    const token = newest();
    if (token !== undefined && token !== before) return token;
    await pause(100, signal);
  }
  return undefined;
}

async function useTwice(chaos: ChaosRun, token: string): Promise<void> {
  const reset = (newPassword: string) => {
    const message = {
      method: 'POST' as const,
      path: '/api/auth/reset-password',
      body: { token, newPassword },
      from: newIpAddress(),
    };
    return sendAs(chaos, name, message);
  };
  const raced = await Promise.all([reset('first of two words'), reset('second of two words')]);
  const again = await reset('third of the words');
  const used = [...raced, again].filter((response) => response?.status === 200).length;
  if (used > 1) chaos.results.addViolation(`${chaos.target.name}: one link set a password ${used} times`);
}

async function verifyAgain(chaos: ChaosRun, token: string): Promise<void> {
  const verify = (given: string, password = signUpPassword) => {
    const path = '/api/auth/verify-email';
    return sendAs(chaos, name, { method: 'POST', path, body: { token: given, password }, from: newIpAddress() });
  };
  expectStatus(chaos, name, await verify(token, 'not the password'), 400);
  const responses = [...(await Promise.all([verify(token), verify(token)])), await verify(token)];
  const used = responses.filter((response) => response?.status === 200).length;
  if (used > 1) chaos.results.addViolation(`${chaos.target.name}: one link verified an email address ${used} times`);
  if (responses.some((response) => response?.headers['set-cookie'] !== undefined))
    chaos.results.addViolation(`${chaos.target.name}: a link that verifies an email address set a cookie`);
  const forged = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
  expectStatus(chaos, name, await verify(forged), 400);
}
