import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { invitations } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { linkToken } from '#modules/newsletter/server/subscription-links.ts';
import { assertDefined, cookieFor, mailsTo, makeUser, password, tokenIn } from '#tests/support/api.ts';
import {
  addPasskey,
  addTotp,
  codeOf,
  confirmWithCode,
  confirmWithPasskey,
  newPasskeyDevice,
} from '#tests/support/factors.ts';
import { documentOf, storeDocument } from '#tests/support/fuzzed.ts';
import { consultationNotice, proofOf } from '#tests/support/leads.ts';
import { newsletterKeys } from '#tests/support/newsletter.ts';
import { execute, freeHour, newEmail, type RouteCase, type World } from './route-case.ts';

// Written from docs/administration.md (the audit log) and docs/product.md (portal, account and forms), not from the routes.
const reads = 'A link is read before it is used.';
const ownPlace = 'Only the user sees it.';
const inDiary = 'The appointment keeps who booked, moved and cancelled it, and each change is mailed.';
const lead = 'The lead is kept with its page and notice.';
const subscription = 'Nobody signs in: the row keeps its notice and time.';

/** Somebody with a password who is signed in. */
export async function account({ database, authFlows }: World) {
  const user = await makeUser(database, { password });
  const client = authFlows.newBrowser();
  await authFlows.signIn(client, user.email);
  return { ...user, client, cookie: cookieOf(client) };
}
export const cookieOf = ({ jar }: { jar: Map<string, string> }) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
const tokenOf = async ({ database }: World, email: string, template: string) =>
  tokenIn(assertDefined((await mailsTo(database, email)).find((mail) => mail.template === template)).data.link);
export async function resetToken(world: World) {
  const { email } = await makeUser(world.database, { password });
  await world.authFlows.newBrowser().post('/api/auth/password/request-reset', { email });
  return tokenOf(world, email, 'reset-password');
}
export async function changingEmail(world: World) {
  const { client, email } = await account(world);
  const wanted = newEmail();
  await client.post('/api/auth/email/change', { newEmail: wanted });
  return {
    token: await tokenOf(world, wanted, 'confirm-email'),
    undo: await tokenOf(world, email, 'email-change-requested'),
  };
}
export async function invitation({ database, e }: World) {
  const token = randomUUID();
  const row = {
    customerId: e.customerId,
    email: newEmail(),
    roles: ['billing' as const],
    locale: 'en',
    tokenHash: hashToken(token),
    expiresAt: '2999-01-01T00:00:00Z',
  };
  await asOperator(database, (tx) => tx.insert(invitations).values(row));
  return token;
}
export async function ratingToken({ database, e }: World) {
  const token = randomUUID().replaceAll('-', '');
  await execute(
    database,
    sql`UPDATE tickets SET status = 'closed', author_id = ${e.userId}, resolved_at = now() WHERE id = ${e.ticketId}`,
  );
  await database.pool.query(`SELECT save_reply_token($1, $2, $3, 14, 'rating')`, [
    hashToken(token),
    e.ticketId,
    e.userId,
  ]);
  return token;
}
export async function bankToken({ database, e }: World) {
  const token = randomUUID();
  await execute(database, sql`UPDATE memberships SET roles = '{billing}' WHERE user_id = ${e.userId}`);
  await execute(
    database,
    sql`INSERT INTO bank_notices (account_id, user_id, token_hash) VALUES (${e.bankAccountId}, ${e.userId}, ${hashToken(token)})`,
  );
  return token;
}
/** A held time of a guest, with the token of its mail. */
export async function held({ database, e }: World, status: 'held' | 'booked' = 'held') {
  const token = randomUUID();
  const startsAt = freeHour();
  await execute(
    database,
    sql`INSERT INTO appointments (host_id, kind, starts_at, ends_at, status, held_until, booked_at, meeting, name, company, email, token_hashes)
      SELECT host_id, 'general', ${startsAt}::timestamptz, ${startsAt}::timestamptz + interval '30 minutes', ${status},
        ${status === 'held' ? sql`now() + interval '15 minutes'` : null}, ${status === 'booked' ? sql`now()` : null}, 'phone', 'Ada', 'C',
        ${newEmail()}, ARRAY[${hashToken(token)}] FROM appointments WHERE id = ${e.appointmentId}`,
  );
  return token;
}
const link =
  (purpose: 'confirm' | 'unsubscribe') =>
  ({ e }: World) => ({
    path: `/api/newsletter/${purpose}/${linkToken(newsletterKeys, purpose, e.subscriberId)}`,
  });
const program = ({ e }: World) => ({ cookie: '', headers: { Authorization: `Bearer ${e.apiKey}` } });
const numbered = (list: string, body: (world: World) => object) => ({
  send: (world: World) => ({
    ...program(world),
    path: `/api/v1/${list}/${encodeURIComponent(world.e.recordNumber)}`,
    body: body(world),
  }),
});
const openTicket = ({ e }: World) => ({ body: { id: e.openTicketId } });
const own = async ({ database, e, owner }: World) => {
  const session = await owner.get('/api/auth/session');
  await execute(
    database,
    sql`UPDATE tickets SET author_id = ${session.body.user.id} WHERE customer_id = ${e.customerId}`,
  );
};

export const otherRoutes: Record<string, RouteCase> = {
  // The way in.
  'POST /api/auth/sign-up': {
    send: () => ({ cookie: '', body: { email: newEmail(), password } }),
    events: ['visitor account.signed_up'],
  },
  'POST /api/auth/sign-in/password': {
    send: async ({ database }) => {
      const { email } = await makeUser(database, { password });
      return { cookie: '', body: { email, password } };
    },
    events: ['user sign_in.done'],
  },
  'POST /api/auth/sign-in/code': {
    send: async (world) => {
      const { client, email } = await account(world);
      const { recoveryCodes } = await addTotp(client);
      const other = world.authFlows.newBrowser();
      await world.authFlows.signIn(other, email);
      return { cookie: cookieOf(other), body: { kind: 'recovery', code: recoveryCodes[0] } };
    },
    events: ['user sign_in.done', 'user factor.recovery_code_used'],
  },
  'POST /api/auth/sign-in/passkey': {
    send: async (world) => {
      const device = await addPasskey((await account(world)).client);
      const other = world.authFlows.newBrowser();
      const { challenge } = (await other.post('/api/auth/passkeys/challenge')).body;
      return { cookie: cookieOf(other), body: { response: device.authenticate(challenge) } };
    },
    events: ['user sign_in.done'],
  },
  'POST /api/auth/passkeys/challenge': { send: () => ({ cookie: '' }), silent: 'A number to sign.' },
  'POST /api/auth/sign-out': {
    send: async (world) => ({ cookie: (await account(world)).cookie }),
    events: ['user sign_out.done'],
  },
  'GET /api/auth/session': {},
  'POST /api/auth/email/send-verification': {
    send: async ({ authFlows }) => {
      const email = newEmail();
      await authFlows.signUp(authFlows.newBrowser(), email);
      return { cookie: '', body: { email } };
    },
    silent: 'A mail, of a sign-up that has its event.',
  },
  'POST /api/auth/password/request-reset': {
    send: async ({ database }) => ({ cookie: '', body: { email: (await makeUser(database, { password })).email } }),
    events: ['visitor password.reset_requested'],
  },
  'POST /api/auth/password/reset': {
    send: async (world) => ({ cookie: '', body: { token: await resetToken(world), newPassword: 'another horse' } }),
    events: ['visitor password.reset'],
  },
  'POST /api/auth/password/read-reset-link': {
    send: async (world) => ({ cookie: '', body: { token: await resetToken(world) } }),
    silent: reads,
  },
  'POST /api/auth/email/verify': {
    send: async ({ authFlows, database }) => {
      const email = newEmail();
      await authFlows.signUp(authFlows.newBrowser(), email);
      const token = tokenIn((await mailsTo(database, email))[0]?.data.link);
      return { cookie: '', body: { token, password } };
    },
    events: ['visitor account.verified'],
  },
  'POST /api/auth/email/confirm': {
    send: async (world) => ({ cookie: '', body: { token: (await changingEmail(world)).token } }),
    events: ['user email.changed'],
  },
  'POST /api/auth/email/undo': {
    send: async (world) => ({ cookie: '', body: { token: (await changingEmail(world)).undo } }),
    events: ['visitor email.change_cancelled', 'visitor account.locked'],
  },
  'POST /api/auth/invitations/read': {
    send: async (world) => ({ cookie: '', body: { token: await invitation(world) } }),
    silent: reads,
  },
  'POST /api/auth/invitations/accept': {
    send: async (world) => ({ cookie: '', body: { token: await invitation(world), newPassword: password } }),
    events: ['visitor user.linked @'],
  },
  'POST /api/auth/ratings/read': {
    send: async (world) => ({ cookie: '', body: { token: await ratingToken(world) } }),
    silent: reads,
  },
  'POST /api/auth/ratings/send': {
    send: async (world) => ({ cookie: '', body: { token: await ratingToken(world), rating: 'good' } }),
    events: ['user ticket.rated @'],
  },
  'POST /api/auth/bank-alarms/raise': {
    send: async (world) => ({ cookie: '', body: { token: await bankToken(world) } }),
    events: ['user bank.alarm_raised'],
  },

  // The account.
  'GET /api/auth/security': {},
  'GET /api/auth/sessions': {},
  'GET /api/auth/profile': {},
  'GET /api/auth/language': {},
  'POST /api/auth/password/confirm': {
    send: async (world) => ({ cookie: (await account(world)).cookie, body: { password } }),
    events: ['user sign_in.confirmed'],
  },
  'POST /api/auth/passkeys/confirm': {
    send: async (world) => {
      const { client } = await account(world);
      const device = await addPasskey(client);
      const { challenge } = (await client.post('/api/auth/passkeys/challenge')).body;
      return { cookie: cookieOf(client), body: { response: device.authenticate(challenge) } };
    },
    events: ['user sign_in.confirmed'],
  },
  'POST /api/auth/passkeys/start': {
    send: async (world) => ({ cookie: (await account(world)).cookie }),
    silent: 'A number to sign.',
  },
  'POST /api/auth/passkeys/finish': {
    send: async (world) => {
      const { client } = await account(world);
      const { challenge } = (await client.post('/api/auth/passkeys/start')).body;
      const response = newPasskeyDevice().register(challenge);
      return { cookie: cookieOf(client), body: { response, name: 'A key' } };
    },
    events: ['user factor.passkey_added'],
  },
  'POST /api/auth/passkeys/remove': {
    send: async (world) => {
      const { client } = await account(world);
      const device = await addPasskey(client);
      await confirmWithPasskey(client, device);
      const { passkeys } = (await client.get('/api/auth/security')).body;
      return { cookie: cookieOf(client), body: { id: passkeys[0].id } };
    },
    events: ['user factor.passkey_removed'],
  },
  'POST /api/auth/totp/start': {
    send: async (world) => ({ cookie: (await account(world)).cookie }),
    silent: 'It counts from its first code on.',
  },
  'POST /api/auth/totp/finish': {
    send: async (world) => {
      const { client } = await account(world);
      const { secret } = (await client.post('/api/auth/totp/start')).body;
      return { cookie: cookieOf(client), body: { code: codeOf(secret) } };
    },
    events: ['user factor.totp_added', 'user factor.recovery_codes_made'],
  },
  'POST /api/auth/totp/remove': {
    send: async (world) => {
      const { client } = await account(world);
      await confirmWithCode(client, { password, ...(await addTotp(client)) });
      return { cookie: cookieOf(client) };
    },
    events: ['user factor.totp_removed'],
  },
  'POST /api/auth/recovery-codes': {
    send: async (world) => {
      const { client } = await account(world);
      await confirmWithCode(client, { password, ...(await addTotp(client)) });
      return { cookie: cookieOf(client) };
    },
    events: ['user factor.recovery_codes_made'],
  },
  'POST /api/auth/email/change': {
    send: async (world) => ({ cookie: (await account(world)).cookie, body: { newEmail: newEmail() } }),
    events: ['user email.change_requested'],
  },
  'POST /api/auth/password/change': {
    send: async (world) => ({
      cookie: (await account(world)).cookie,
      body: { currentPassword: password, newPassword: 'another horse' },
    }),
    events: ['user password.changed'],
  },
  'POST /api/auth/password/disable': {
    send: async (world) => {
      const { client } = await account(world);
      const device = await addPasskey(client);
      await confirmWithPasskey(client, device);
      await addPasskey(client);
      return { cookie: cookieOf(client) };
    },
    events: ['user password.disabled'],
  },
  'POST /api/auth/password/enable': {
    send: async (world) => {
      const { client } = await account(world);
      const device = await addPasskey(client);
      await confirmWithPasskey(client, device);
      await addPasskey(client);
      await client.post('/api/auth/password/disable');
      return { cookie: cookieOf(client), body: { newPassword: 'another horse' } };
    },
    events: ['user password.enabled'],
  },
  'POST /api/auth/sessions/revoke': {
    send: async (world) => {
      const { client, email } = await account(world);
      await world.authFlows.signIn(world.authFlows.newBrowser(), email);
      const { sessions } = (await client.get('/api/auth/sessions')).body;
      const other = (sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent);
      return { cookie: cookieOf(client), body: { id: other?.id } };
    },
    events: ['user session.revoked'],
  },
  'POST /api/auth/sessions/revoke-others': {
    send: async (world) => {
      const { client, email } = await account(world);
      await world.authFlows.signIn(world.authFlows.newBrowser(), email);
      return { cookie: cookieOf(client) };
    },
    events: ['user session.revoked'],
  },
  'POST /api/auth/profile': { send: () => ({ body: { name: 'Ada' } }), events: ['user account.name_changed'] },
  'POST /api/auth/profile/export': { events: ['user user.exported'] },
  'POST /api/auth/language': { send: () => ({ body: { language: 'fr' } }), events: ['user notifications.changed'] },

  // The portal: records, people, account.
  'GET /api/portal/customers/current': {},
  'GET /api/portal/records/counts': {},
  'GET /api/portal/records/overview': {},
  'GET /api/portal/invoices': {},
  'GET /api/portal/contracts': {},
  'GET /api/portal/payments': {},
  'GET /api/portal/licenses': {},
  'GET /api/portal/tickets': {},
  'GET /api/portal/staff-reads': {},
  'GET /api/portal/people': {},
  'GET /api/portal/notifications': {},
  'GET /api/portal/colleagues': {},
  'GET /api/portal/tickets/figures': {},
  'GET /api/portal/bank-accounts': {},
  'GET /api/portal/appointments': {},
  'GET /api/portal/calendar-feeds': {},
  'GET /api/portal/invoices/detail': { send: ({ e }) => ({ query: { number: e.recordNumber } }) },
  'GET /api/portal/contracts/detail': { send: ({ e }) => ({ query: { number: e.recordNumber } }) },
  'GET /api/portal/licenses/detail': { send: ({ e }) => ({ query: { id: e.licenseId } }) },
  'GET /api/portal/records/file': { send: ({ e }) => ({ query: { id: e.recordFileId } }), headers: 'upload' },
  'GET /api/portal/statements': { send: () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }) },
  'GET /api/portal/statements/file': {
    send: () => ({ query: { from: '2026-01-01', to: '2026-12-31', format: 'csv', language: 'en' } }),
    headers: 'download',
    events: ['user records.exported @'],
  },
  'GET /api/portal/invoices/archive': {
    send: async ({ e }) => {
      await storeDocument(e.customerId);
      return { query: { year: String(new Date().getFullYear()) } };
    },
    headers: 'download',
    events: ['user records.exported @'],
  },
  'POST /api/portal/exports': {
    send: () => ({ body: { list: 'payments', rows: 1 } }),
    events: ['user records.exported @'],
  },
  'POST /api/portal/customers/switch': {
    send: ({ e }) => ({ body: { customerId: e.customerId } }),
    events: ['user customer.switched @'],
  },
  'POST /api/portal/invitations/accept': {
    send: ({ e }) => ({ body: { token: e.token } }),
    events: ['user user.linked @'],
  },
  'POST /api/portal/messages': {
    send: async ({ database }) => ({
      cookie: `portal.session_token=${cookieFor((await makeUser(database)).token).split('=')[1] ?? ''}`,
      body: { company: 'Ours', body: 'Please let me in.' },
    }),
    events: ['user mail.written'],
  },
  'POST /api/portal/people/invite': {
    send: () => ({ body: { email: newEmail(), roles: ['billing'] } }),
    events: ['user user.invited @'],
  },
  'POST /api/portal/people/resend-invitation': {
    send: ({ e }) => ({ body: { id: e.id } }),
    events: ['user user.invited @'],
  },
  'POST /api/portal/people/withdraw-invitation': {
    send: ({ e }) => ({ body: { id: e.id } }),
    events: ['user invitation.withdrawn @'],
  },
  'POST /api/portal/people/change-roles': {
    send: ({ e }) => ({ body: { userId: e.userId, roles: ['billing'] } }),
    events: ['user user.roles_changed @'],
  },
  'POST /api/portal/people/remove': {
    send: ({ e }) => ({ body: { userId: e.userId } }),
    events: ['user user.unlinked @'],
  },
  'POST /api/portal/notifications': {
    send: () => ({ body: { event: 'reply', delivery: 'digest' } }),
    events: ['user notifications.changed @'],
  },
  'POST /api/portal/calendar-feeds': { events: ['user calendar.created @'] },
  'POST /api/portal/calendar-feeds/revoke': {
    send: async ({ owner }) => {
      await owner.post('/api/portal/calendar-feeds');
      return {};
    },
    events: ['user calendar.revoked @'],
  },

  // Tickets.
  'POST /api/portal/tickets': {
    send: () => ({ body: { subject: 'Printer', description: 'It smokes.' } }),
    status: 201,
    events: ['user ticket.created @'],
  },
  'GET /api/portal/tickets/detail': { send: ({ e }) => ({ query: { id: e.openTicketId } }) },
  'GET /api/portal/tickets/thread': { send: ({ e }) => ({ query: { id: e.openTicketId } }) },
  'GET /api/portal/events': { headers: 'events' },
  'GET /api/portal/tickets/file': { send: ({ e }) => ({ query: { id: e.sentFileId } }), headers: 'upload' },
  'GET /api/portal/tickets/files': { send: ({ e }) => ({ query: { id: e.ticketId } }) },
  'PUT /api/portal/tickets/file': {
    send: ({ e }) => ({ query: { id: e.openTicketId, name: 'a.txt' }, body: Buffer.from('text') }),
    status: 201,
    silent: 'An upload belongs to nobody until its message is sent.',
  },
  'POST /api/portal/tickets/read': {
    send: ({ e }) => ({ body: { id: e.openTicketId, version: 1 } }),
    silent: ownPlace,
  },
  'POST /api/portal/tickets/reply': {
    send: (world) => ({ body: { ...openTicket(world).body, body: 'Hello' } }),
    status: 201,
    events: ['user ticket.replied @'],
  },
  'POST /api/portal/tickets/answer': {
    send: async (world) => {
      await own(world);
      return { body: { id: world.e.ticketId, works: true } };
    },
    events: ['user ticket.answered @'],
  },
  'POST /api/portal/tickets/rate': {
    send: async (world) => {
      await own(world);
      return { body: { id: world.e.ticketId, rating: 'good' } };
    },
    events: ['user ticket.rated @'],
  },
  'POST /api/portal/tickets/change': {
    send: async (world) => {
      await own(world);
      return { body: { id: world.e.openTicketId, change: 'urgent' } };
    },
    events: ['user ticket.priority_changed @'],
  },
  'POST /api/portal/tickets/add-watcher': {
    send: ({ e }) => ({ body: { id: e.openTicketId, email: e.colleague } }),
    events: ['user ticket.watcher_added @'],
  },
  'POST /api/portal/tickets/remove-watcher': {
    send: async (world) => {
      await own(world);
      await world.owner.post('/api/portal/tickets/add-watcher', { id: world.e.openTicketId, email: world.e.colleague });
      return { body: { id: world.e.openTicketId, userId: world.e.userId } };
    },
    events: ['user ticket.watcher_removed @'],
  },

  // Appointments.
  'GET /api/appointments/slots': {
    send: () => ({
      cookie: '',
      query: { kind: 'general', from: '2031-01-13T00:00:00Z', until: '2031-01-20T00:00:00Z' },
    }),
  },
  'POST /api/appointments/hold': {
    send: async () => ({
      cookie: '',
      headers: { 'Idempotency-Key': randomUUID() },
      body: {
        kind: 'general',
        startsAt: freeHour(),
        meeting: 'phone',
        phone: '+33 4 65 71 00 06',
        name: 'Ada',
        company: 'C',
        email: newEmail(),
        consent: consultationNotice,
        proof: await proofOf(),
      },
    }),
    silent: inDiary,
  },
  'POST /api/appointments/read': {
    send: async (world) => ({ cookie: '', body: { token: await held(world) } }),
    silent: reads,
  },
  'POST /api/appointments/confirm': {
    send: async (world) => ({ cookie: '', body: { token: await held(world) } }),
    silent: inDiary,
  },
  'POST /api/appointments/reschedule': {
    send: async (world) => ({ cookie: '', body: { token: await held(world, 'booked'), startsAt: freeHour() } }),
    silent: inDiary,
  },
  'POST /api/appointments/cancel': {
    send: async (world) => ({ cookie: '', body: { token: await held(world, 'booked') } }),
    silent: inDiary,
  },
  'GET /api/appointments/feeds/{file}': {
    send: ({ e }) => ({ cookie: '', path: `/api/appointments/feeds/${e.calendarFile}` }),
    headers: 'calendar',
  },
  'GET /api/calendar/{file}': {
    send: ({ e }) => ({ cookie: '', path: `/api/calendar/${e.calendarFile}` }),
    headers: 'calendar',
  },
  'POST /api/portal/appointments/book': {
    send: () => ({ body: { kind: 'general', startsAt: freeHour(), meeting: 'phone', phone: '+33 4 65 71 00 06' } }),
    silent: inDiary,
  },
  'POST /api/portal/appointments/reschedule': {
    send: ({ e }) => ({ body: { id: e.appointmentId, startsAt: freeHour() } }),
    silent: inDiary,
  },
  'POST /api/portal/appointments/cancel': { send: ({ e }) => ({ body: { id: e.appointmentId } }), silent: inDiary },

  // Public forms and mails.
  'GET /api/leads/challenge': { send: () => ({ cookie: '' }) },
  'POST /api/leads': {
    send: async () => ({
      cookie: '',
      headers: { 'Idempotency-Key': randomUUID() },
      body: {
        form: 'contact',
        page: '/contact',
        consent: 'c'.repeat(43),
        values: { name: 'Ada', company: 'C', email: newEmail(), message: 'M' },
        proof: await proofOf(),
      },
    }),
    status: 201,
    silent: lead,
  },
  'POST /api/newsletter': {
    send: async ({ database }) => {
      const consent = 'n'.repeat(43);
      await execute(
        database,
        sql`INSERT INTO consent_texts (hash, form, body) VALUES (${consent}, 'newsletter', 'N') ON CONFLICT DO NOTHING`,
      );
      return { cookie: '', body: { email: newEmail(), page: '/contact', consent, proof: await proofOf() } };
    },
    status: 201,
    silent: subscription,
  },
  'GET /api/newsletter/confirm/{token}': { send: link('confirm'), headers: 'page' },
  'POST /api/newsletter/confirm/{token}': { send: link('confirm'), silent: subscription },
  'GET /api/newsletter/unsubscribe/{token}': { send: link('unsubscribe'), headers: 'page' },
  'POST /api/newsletter/unsubscribe/{token}': { send: link('unsubscribe'), silent: subscription },
  'POST /api/mail/inbound': {
    send: () => ({
      cookie: '',
      query: { sender: 'a@x.example', recipient: 'support@x.example' },
      type: 'message/rfc822',
      headers: { Authorization: `Bearer ${mailKey}` },
      body: 'From: a@x.example\n\nHello',
    }),
    silent: 'The mail itself is kept.',
  },

  // Programs.
  'GET /api/v1/customers/{number}': numbered('customers', () => ({})),
  'GET /api/v1/contracts/{number}': numbered('contracts', () => ({})),
  'GET /api/v1/invoices/{number}': numbered('invoices', () => ({})),
  'GET /api/v1/payments/{number}': numbered('payments', () => ({})),
  'GET /api/v1/changes': { send: program },
  'PUT /api/v1/customers/{number}': {
    ...numbered('customers', () => ({ name: `Renamed ${randomUUID()}` })),
    events: ['key customer.changed @'],
  },
  'PUT /api/v1/contracts/{number}': {
    ...numbered('contracts', ({ e }) => ({ customer: e.recordNumber, title: 'Another' })),
    events: ['key records.imported @'],
  },
  'PUT /api/v1/invoices/{number}': {
    ...numbered('invoices', ({ e }) => ({ customer: e.recordNumber, amount: '7.00' })),
    events: ['key records.imported @'],
  },
  'PUT /api/v1/payments/{number}': {
    ...numbered('payments', ({ e }) => ({
      customer: e.recordNumber,
      amount: '7.00',
      paymentDate: '2026-02-01',
      paymentMethod: 'cash',
    })),
    events: ['key records.imported @'],
  },
  'PUT /api/v1/documents/{number}': {
    send: async (world) => {
      const { database, e } = world;
      await execute(database, sql`DELETE FROM record_files WHERE invoice_id = ${e.invoiceId}`);
      // Without any account of ours, a document may name one.
      await execute(database, sql`DELETE FROM bank_accounts`);
      return {
        ...program(world),
        path: `/api/v1/documents/${encodeURIComponent(e.recordNumber)}`,
        query: { accept: 'contradictions', customer: e.recordNumber },
        body: Buffer.from(documentOf(e.customerId)),
      };
    },
    events: ['key invoice.document_read @'],
  },
};

export const mailKey = 'a key of at least thirty-two characters';
