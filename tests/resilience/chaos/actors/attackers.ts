import { lists, password } from '#tests/resilience/chaos/customers.ts';
import {
  type Actor,
  askAs,
  expectStatus,
  oneOf,
  repeatedly,
  type ChaosRun,
} from '#tests/resilience/chaos/chaos-test.ts';
import { jsonOf, newAddress } from '#tests/resilience/chaos/connection.ts';

// As many as the server lets fail before it closes the door for a quarter of an hour (api/auth).
const mostFailures = 10;

/** Wrong passwords for one login, from ever new addresses: the login itself is counted. */
export const flood: Actor = {
  name: 'flood of passwords',
  act: async (siege) => {
    const name = 'flood of passwords';
    const victim = `flooded-${siege.target.engine}@login.example`;
    let failures = 0;
    const guess = async () => {
      const body = { email: victim, password: `guess ${Math.random()}` };
      // Naming another sender must not help.
      const headers = { 'X-Forwarded-For': newAddress() };
      const answer = await askAs(siege, name, {
        method: 'POST',
        path: '/api/auth/sign-in/email',
        body,
        headers,
        from: newAddress(),
      });
      if (!expectStatus(siege, name, answer, 401, 429)) return;
      if (answer?.status === 401) failures += 1;
      if (failures > mostFailures)
        siege.ledger.breach(`${siege.target.name}: passwords could be guessed without a limit`);
    };
    await Promise.all(Array.from({ length: 4 }, () => repeatedly(siege, 120, guess)));
  },
};

const flip = (text: string, at: number) => {
  const letter = text[at] === 'A' ? 'B' : 'A';
  return `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
};

/** Cookies that were bent, put together from two, or emptied. */
export const cookies: Actor = {
  name: 'tampered cookies',
  act: (siege) =>
    repeatedly(siege, 150, async () => {
      const [one, other] = [oneOf(siege.target.customers), oneOf(siege.target.customers)];
      const [name = '', value = ''] = one.cookie.split('=');
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      const [otherToken = ''] = decodeURIComponent(other.cookie.split('=')[1] ?? '').split('.');
      const bent = oneOf([
        `${flip(token, Math.floor(Math.random() * token.length))}.${signature}`,
        `${token}.${flip(signature, Math.floor(Math.random() * (signature.length - 2)))}`,
        `${otherToken === token ? flip(token, 0) : otherToken}.${signature}`,
        `${token}.`,
        token,
        `' OR 1=1 --.${signature}`,
      ]);
      const headers = { Cookie: `${name}=${encodeURIComponent(bent)}` };
      const answer = await askAs(siege, 'tampered cookies', { path: `/api/portal/${oneOf(lists)}`, headers });
      expectStatus(siege, 'tampered cookies', answer, 401);
    }),
};

/** Other sites that make a browser write. */
export const origins: Actor = {
  name: 'forged origins',
  act: (siege) =>
    repeatedly(siege, 200, async () => {
      const customer = oneOf(siege.target.customers);
      const Origin = oneOf(['https://evil.example', 'null', undefined, `${siege.target.origin()}.evil.example`]);
      const body = { subject: `forged ${customer.mark}`, description: 'Written by another site' };
      const headers = { Cookie: customer.cookie, Origin };
      const path = oneOf(['/api/portal/tickets', '/api/auth/sign-out']);
      const answer = await askAs(siege, 'forged origins', { method: 'POST', path, body, headers }, customer);
      expectStatus(siege, 'forged origins', answer, 403);
    }),
};

/** Other customers' ids, words and cursors, wherever one fits. */
export const foreignIds: Actor = {
  name: 'foreign ids',
  act: (siege) =>
    repeatedly(siege, 100, async () => {
      const [one, other] = [oneOf(siege.target.customers), oneOf(siege.target.customers)];
      if (one === other) return;
      const list = oneOf(lists);
      const headers = { Cookie: one.cookie };
      const query = oneOf([
        `q=${other.id}`,
        `q=${other.mark}`,
        `cursor=${await cursorOf(siege, list)}`,
        `customer_id=${other.id}`,
      ]);
      const answer = await askAs(siege, 'foreign ids', { path: `/api/portal/${list}?limit=3&${query}`, headers }, one);
      expectStatus(siege, 'foreign ids', answer, 200, 400);
      const id = other.id;
      const revoked = await askAs(
        siege,
        'foreign ids',
        { method: 'POST', path: '/api/auth/revoke-session', body: { id }, headers },
        one,
      );
      // 429 for whoever has tried a hundred in an hour.
      expectStatus(siege, 'foreign ids', revoked, 404, 403, 429);
    }),
};

async function cursorOf(siege: ChaosRun, list: string): Promise<string> {
  const owner = oneOf(siege.target.customers);
  const question = { path: `/api/portal/${list}?limit=3`, headers: { Cookie: owner.cookie } };
  const answer = await askAs(siege, 'foreign ids', question, owner);
  return answer?.status === 200
    ? encodeURIComponent(jsonOf<{ nextCursor: string | null }>(answer).nextCursor ?? '')
    : '';
}

/** Signs up, so that a mail is owed; the password is no secret here. */
export const signUps: Actor = {
  name: 'sign-ups',
  act: (siege) =>
    repeatedly(siege, 700, async () => {
      const email = `new-${Math.random().toString(36).slice(2)}@sign-up.example`;
      const question = {
        method: 'POST' as const,
        path: '/api/auth/sign-up/email',
        body: { email, password },
        from: newAddress(),
      };
      const answer = await askAs(siege, 'sign-ups', question);
      if (expectStatus(siege, 'sign-ups', answer, 200)) siege.ledger.signedUp.add(email);
    }),
};
