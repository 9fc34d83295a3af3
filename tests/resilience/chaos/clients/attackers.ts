import { lists, password } from '#tests/resilience/chaos/customers.ts';
import { type ChaosRun, type Client, expectStatus, newIpAddress, parseJson, pick, repeat, sendAs } from './client.ts';

// The rate limit of api/auth: then sign-in is blocked for 15 minutes.
const maxFailures = 10;

/** Wrong passwords for one user from ever new IP addresses: failures are counted per email address too. */
export const passwordGuessing: Client = {
  name: 'password guessing',
  run: async (chaos) => {
    const { name } = passwordGuessing;
    const victim = `victim-${chaos.target.engine}@user.example`;
    let failures = 0;
    const guess = async () => {
      const body = { email: victim, password: `guess ${Math.random()}` };
      // A forged X-Forwarded-For must not help.
      const headers = { 'X-Forwarded-For': newIpAddress() };
      const response = await sendAs(chaos, name, {
        method: 'POST',
        path: '/api/auth/sign-in/email',
        body,
        headers,
        from: newIpAddress(),
      });
      if (!expectStatus(chaos, name, response, 401, 429)) return;
      if (response?.status === 401) failures += 1;
      if (failures > maxFailures)
        chaos.results.addViolation(`${chaos.target.name}: passwords could be guessed without a limit`);
    };
    await Promise.all(Array.from({ length: 4 }, () => repeat(chaos, 120, guess)));
  },
};

const flip = (text: string, at: number) => {
  const letter = text[at] === 'A' ? 'B' : 'A';
  return `${text.slice(0, at)}${letter}${text.slice(at + 1)}`;
};

/** Cookies that were changed, combined from two, or emptied. */
export const tamperedCookies: Client = {
  name: 'tampered cookies',
  run: (chaos) =>
    repeat(chaos, 150, async () => {
      const [one, other] = [pick(chaos.target.customers), pick(chaos.target.customers)];
      const [name = '', value = ''] = one.cookie.split('=');
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      const [otherToken = ''] = decodeURIComponent(other.cookie.split('=')[1] ?? '').split('.');
      const tampered = pick([
        `${flip(token, Math.floor(Math.random() * token.length))}.${signature}`,
        `${token}.${flip(signature, Math.floor(Math.random() * (signature.length - 2)))}`,
        `${otherToken === token ? flip(token, 0) : otherToken}.${signature}`,
        `${token}.`,
        token,
        `' OR 1=1 --.${signature}`,
      ]);
      const headers = { Cookie: `${name}=${encodeURIComponent(tampered)}` };
      const response = await sendAs(chaos, 'tampered cookies', { path: `/api/portal/${pick(lists)}`, headers });
      expectStatus(chaos, 'tampered cookies', response, 401);
    }),
};

/** Cross-site requests of a signed-in browser. */
export const forgedOrigins: Client = {
  name: 'forged origins',
  run: (chaos) =>
    repeat(chaos, 200, async () => {
      const customer = pick(chaos.target.customers);
      const Origin = pick(['https://evil.example', 'null', undefined, `${chaos.target.origin()}.evil.example`]);
      const body = { subject: `forged ${customer.marker}`, description: 'Written by another site' };
      const headers = { Cookie: customer.cookie, Origin };
      const path = pick(['/api/portal/tickets', '/api/auth/sign-out']);
      const response = await sendAs(chaos, 'forged origins', { method: 'POST', path, body, headers }, customer);
      expectStatus(chaos, 'forged origins', response, 403);
    }),
};

/** Ids, markers and cursors of other customers, wherever a request has a parameter. */
export const foreignIds: Client = {
  name: 'foreign ids',
  run: (chaos) =>
    repeat(chaos, 100, async () => {
      const [one, other] = [pick(chaos.target.customers), pick(chaos.target.customers)];
      if (one === other) return;
      const list = pick(lists);
      const headers = { Cookie: one.cookie };
      const query = pick([
        `q=${other.id}`,
        `q=${other.marker}`,
        `cursor=${await cursorOf(chaos, list)}`,
        `customer_id=${other.id}`,
      ]);
      const response = await sendAs(
        chaos,
        'foreign ids',
        { path: `/api/portal/${list}?limit=3&${query}`, headers },
        one,
      );
      expectStatus(chaos, 'foreign ids', response, 200, 400);
      const id = other.id;
      const revoked = await sendAs(
        chaos,
        'foreign ids',
        { method: 'POST', path: '/api/auth/revoke-session', body: { id }, headers },
        one,
      );
      // 429 after a hundred attempts in an hour.
      expectStatus(chaos, 'foreign ids', revoked, 404, 403, 429);
    }),
};

async function cursorOf(chaos: ChaosRun, list: string): Promise<string> {
  const owner = pick(chaos.target.customers);
  const message = { path: `/api/portal/${list}?limit=3`, headers: { Cookie: owner.cookie } };
  const response = await sendAs(chaos, 'foreign ids', message, owner);
  return response?.status === 200
    ? encodeURIComponent(parseJson<{ nextCursor: string | null }>(response).nextCursor ?? '')
    : '';
}

/** Every sign-up must get its mail. */
export const signUps: Client = {
  name: 'sign-ups',
  run: (chaos) =>
    repeat(chaos, 700, async () => {
      const email = `new-${Math.random().toString(36).slice(2)}@sign-up.example`;
      const message = {
        method: 'POST' as const,
        path: '/api/auth/sign-up/email',
        body: { email, password },
        from: newIpAddress(),
      };
      const response = await sendAs(chaos, 'sign-ups', message);
      if (expectStatus(chaos, 'sign-ups', response, 200)) chaos.results.signUps.add(email);
    }),
};
