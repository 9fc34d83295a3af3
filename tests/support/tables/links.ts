import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { hashToken } from '#api/lib/hash-token.ts';
import { linkToken } from '#modules/newsletter/server/subscription-links.ts';
import { type ApiResponse, assertDefined, type Browser, mailsTo, password, tokenIn } from '#tests/support/api.ts';
import { addTotp } from '#tests/support/factors.ts';
import { newsletterKeys } from '#tests/support/newsletter.ts';
import { account, bankToken, changingEmail, held, invitation, ratingToken, resetToken } from './other-routes.ts';
import { execute, freeHour, newEmail, type World } from './route-case.ts';

// Every link and code of a person, written from docs/administration.md and docs/product.md.

interface Made {
  token: string;
  /** Takes away what it belongs to. */
  gone: ReturnType<typeof sql>;
  /** The browser that has to use it, where not any. */
  client?: Browser;
}

export interface Link {
  make: (world: World) => Promise<Made>;
  use: (client: Browser, token: string) => Promise<Pick<ApiResponse, 'status' | 'body'>>;
  /** `once`; `again` if a second use says the same and changes nothing; `often` for a secret that is no link. */
  uses: 'once' | 'again' | 'often';
  /** Makes it too old; undefined for what has no end. */
  expire: ReturnType<typeof sql> | undefined;
}

export const ends = {
  verifications: sql`UPDATE verifications SET expires_at = now() - interval '1 second'`,
  undo: sql`UPDATE email_undo_links SET expires_at = now() - interval '1 second'`,
  invitations: sql`UPDATE invitations SET expires_at = now() - interval '1 second', created_at = now() - interval '20 days'`,
  replies: sql`UPDATE reply_tokens SET expires_at = now() - interval '1 second'`,
  notices: sql`UPDATE bank_notices SET created_at = now() - interval '31 days'`,
  subscribers: sql`UPDATE subscribers SET requested_at = now() - interval '31 days'`,
  appointments: sql`UPDATE appointments SET starts_at = starts_at - interval '200 years', ends_at = ends_at - interval '200 years'`,
  keys: sql`UPDATE api_keys SET created_at = now() - interval '2 days', expires_at = now() - interval '1 second'`,
  codes: sql`UPDATE enrolment_codes SET expires_at = now() - interval '1 day'`,
  sessions: sql`UPDATE sessions SET expires_at = now() - interval '1 second'`,
};
const bodyOf = (token: string, more: object = {}) => ({ token, ...more });
/** Whose mailbox it is does not matter here. */
const withoutCustomers = sql`DELETE FROM users WHERE id NOT IN (SELECT user_id FROM staff_members) AND id NOT IN (SELECT user_id FROM memberships)`;
const withoutUser = (email: string) => sql`DELETE FROM users WHERE email = ${email}`;
const noMember = ({ e }: World) => sql`DELETE FROM memberships WHERE user_id = ${e.userId}`;

export const links: Record<string, Link> = {
  verification: {
    make: async ({ authFlows, database }) => {
      const email = newEmail();
      await authFlows.signUp(authFlows.newBrowser(), email);
      return { token: tokenIn((await mailsTo(database, email))[0]?.data.link), gone: withoutUser(email) };
    },
    use: (client, token) => client.post('/api/auth/email/verify', bodyOf(token, { password })),
    uses: 'once',
    expire: ends.verifications,
  },
  'password reset': {
    make: async (world) => ({ token: await resetToken(world), gone: withoutCustomers }),
    use: (client, token) => client.post('/api/auth/password/reset', bodyOf(token, { newPassword: 'another horse' })),
    uses: 'once',
    expire: ends.verifications,
  },
  'new email address': {
    make: async (world) => ({ token: (await changingEmail(world)).token, gone: withoutCustomers }),
    use: (client, token) => client.post('/api/auth/email/confirm', bodyOf(token)),
    uses: 'once',
    expire: ends.verifications,
  },
  'undo of an email address': {
    make: async (world) => ({ token: (await changingEmail(world)).undo, gone: withoutCustomers }),
    use: (client, token) => client.post('/api/auth/email/undo', bodyOf(token)),
    uses: 'once',
    expire: ends.undo,
  },
  invitation: {
    make: async (world) => ({
      token: await invitation(world),
      gone: sql`DELETE FROM customers WHERE id = ${world.e.customerId}`,
    }),
    use: (client, token) => client.post('/api/auth/invitations/accept', bodyOf(token, { newPassword: password })),
    uses: 'once',
    expire: ends.invitations,
  },
  'invitation of somebody with an account': {
    make: async ({ database, e, owner }) => {
      const token = randomUUID();
      await execute(
        database,
        sql`UPDATE invitations SET token_hash = ${hashToken(token)} WHERE token_hash = ${hashToken(e.token)}`,
      );
      return { token, gone: sql`DELETE FROM invitations`, client: owner };
    },
    use: (client, token) => client.post('/api/portal/invitations/accept', bodyOf(token)),
    uses: 'once',
    expire: ends.invitations,
  },
  rating: {
    make: async (world) => ({ token: await ratingToken(world), gone: noMember(world) }),
    use: (client, token) => client.post('/api/auth/ratings/send', bodyOf(token, { rating: 'good' })),
    uses: 'again',
    expire: ends.replies,
  },
  'bank alarm': {
    make: async (world) => ({ token: await bankToken(world), gone: noMember(world) }),
    use: (client, token) => client.post('/api/auth/bank-alarms/raise', bodyOf(token)),
    uses: 'again',
    expire: ends.notices,
  },
  'confirmation of an appointment': {
    make: async (world) => ({ token: await held(world), gone: sql`DELETE FROM appointments` }),
    use: (client, token) => client.post('/api/appointments/confirm', bodyOf(token)),
    uses: 'again',
    expire: ends.appointments,
  },
  'cancellation of an appointment': {
    make: async (world) => ({ token: await held(world, 'booked'), gone: sql`DELETE FROM appointments` }),
    use: (client, token) => client.post('/api/appointments/cancel', bodyOf(token)),
    uses: 'again',
    expire: ends.appointments,
  },
  'another time of an appointment': {
    make: async (world) => ({ token: await held(world, 'booked'), gone: sql`DELETE FROM appointments` }),
    use: (client, token) => client.post('/api/appointments/reschedule', bodyOf(token, { startsAt: freeHour() })),
    uses: 'often',
    expire: ends.appointments,
  },
  'newsletter: confirm': {
    make: ({ e }) =>
      Promise.resolve({
        token: linkToken(newsletterKeys, 'confirm', e.subscriberId),
        gone: sql`DELETE FROM subscribers`,
      }),
    use: (client, token) => client.post(`/api/newsletter/confirm/${encodeURIComponent(token)}`),
    uses: 'again',
    expire: ends.subscribers,
  },
  'newsletter: unsubscribe': {
    make: ({ e }) =>
      Promise.resolve({ token: linkToken(newsletterKeys, 'unsubscribe', e.subscriberId), gone: sql`SELECT 1` }),
    use: (client, token) => client.post(`/api/newsletter/unsubscribe/${encodeURIComponent(token)}`),
    uses: 'again',
    expire: undefined,
  },
  'calendar feed': {
    make: async (world) => {
      const { url } = (await world.owner.post('/api/portal/calendar-feeds')).body;
      return {
        token: fileOf(url),
        gone: sql`DELETE FROM memberships WHERE customer_id = ${world.e.customerId}`,
      };
    },
    use: (client, token) => client.get(`/api/calendar/${encodeURIComponent(token)}.ics`),
    uses: 'often',
    expire: undefined,
  },
  'calendar of a host': {
    make: async (world) => {
      const { url } = (await world.staff.post('/api/desk/calendar-feeds')).body;
      return {
        token: fileOf(url),
        gone: sql`UPDATE staff_members SET active = false WHERE user_id = ${world.e.hostUserId}`,
      };
    },
    use: (client, token) => client.get(`/api/appointments/feeds/${encodeURIComponent(token)}.ics`),
    uses: 'often',
    expire: undefined,
  },
  'API key': {
    make: ({ e }) =>
      Promise.resolve({
        token: e.apiKey,
        gone: sql`UPDATE api_keys SET revoked_at = now(), revoked_by = gen_random_uuid()`,
      }),
    use: (client, token) => client.get('/api/v1/changes', { Authorization: `Bearer ${token}`, Cookie: '' }),
    uses: 'often',
    expire: ends.keys,
  },
  session: {
    make: async (world) => {
      const { client, userId } = await account(world);
      return { token: decodeURIComponent(client.sessionCookie()), gone: sql`DELETE FROM users WHERE id = ${userId}` };
    },
    use: (client, token) =>
      client.get('/api/auth/profile', { Cookie: `portal.session_token=${encodeURIComponent(token)}` }),
    uses: 'often',
    expire: ends.sessions,
  },
  'recovery code': {
    make: async (world) => {
      const { client, email, userId } = await account(world);
      const { recoveryCodes } = await addTotp(client);
      const other = world.authFlows.newBrowser();
      await world.authFlows.signIn(other, email);
      return { token: recoveryCodes[0] ?? '', gone: sql`DELETE FROM users WHERE id = ${userId}`, client: other };
    },
    use: (client, code) => client.post('/api/auth/sign-in/code', { kind: 'recovery', code }),
    uses: 'once',
    expire: undefined,
  },
};
const fileOf = (url: string) => assertDefined(/\/([\w-]+)\.ics$/.exec(url)?.[1]);
