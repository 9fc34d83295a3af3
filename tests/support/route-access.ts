import type { Capability } from '#contract/roles.ts';

/** Ids of another customer's rows. */
export interface Ids {
  customer: string;
  user: string;
  invitation: string;
  token: string;
  ticket: string;
  file: string;
  /** The number of every record. */
  number: string;
  license: string;
  recordFile: string;
  appointment: string;
}

export interface Access {
  /**
   * A capability; `member` for any role; `user` for any session, which also reads or changes nothing of a customer; `public`
   * for no session at all; `staff` for nobody here (see desk.test.ts). */
  needs: Capability | 'member' | 'user' | 'public' | 'staff';
  /** Sent by every caller, with the ids of the other customer. */
  body?: (theirs: Ids) => object;
  query?: (theirs: Ids) => string;
  /** The status for callers who have what the route needs: 200 unless given. */
  allowed?: number;
  /** For a user without a customer. */
  unlinked: number;
  /** For staff to whom the desk is closed, where it differs from a user without a customer. */
  closedStaff?: number;
}

const list = (needs: Capability): Access => ({ needs, unlinked: 200 });
const ticket = () => ({ subject: 'Ours', description: 'D' });
/** A route for one ticket: that of the other customer does not exist. */
const ofTicket = (request: Pick<Access, 'body' | 'query'>): Access => ({
  needs: 'tickets',
  allowed: 404,
  unlinked: 404,
  ...request,
});
/** A record of the other customer does not exist. */
const ofRecord = (needs: Capability, query: NonNullable<Access['query']>): Access => ({
  needs,
  allowed: 404,
  unlinked: 404,
  query,
});
const account = (status: number, body?: NonNullable<Access['body']>): Access => ({
  needs: 'user',
  allowed: status,
  unlinked: status,
  ...(body && { body }),
});
const link = (status: number, body: NonNullable<Access['body']>): Access => ({
  needs: 'public',
  allowed: status,
  unlinked: status,
  body,
});
const tokenOf = ({ token }: Ids) => ({ token });
const appointment = { kind: 'general', startsAt: '2031-01-13T08:00:00Z', meeting: 'phone' };
let serial = 0;
/** Limits are counted per email address. */
const newEmail = () => `new.${(serial += 1)}@x.example`;
const unknownUser = () => ({ email: newEmail(), password: 'not a password' });

/** Who may call each route. A route that is missing here fails the test. */
export const access: Record<string, Access> = {
  'GET /api/portal/customers/current': { needs: 'member', unlinked: 404 },
  'GET /api/portal/records/counts': { needs: 'member', unlinked: 200 },
  'GET /api/portal/records/overview': { needs: 'member', unlinked: 200 },
  'GET /api/portal/invoices': list('billing'),
  'GET /api/portal/contracts': list('billing'),
  'GET /api/portal/invoices/detail': ofRecord('billing', ({ number }) => `?number=${number}`),
  'GET /api/portal/contracts/detail': ofRecord('billing', ({ number }) => `?number=${number}`),
  'GET /api/portal/licenses/detail': ofRecord('technical', ({ license }) => `?id=${license}`),
  'GET /api/portal/statements': { needs: 'billing', unlinked: 404, query: () => '?from=2000-01-01&to=2030-01-01' },
  'GET /api/portal/statements/file': {
    needs: 'billing',
    unlinked: 404,
    query: () => '?from=2000-01-01&to=2030-01-01&format=csv',
  },
  'GET /api/portal/invoices/archive': ofRecord('billing', () => `?year=${new Date().getFullYear()}`),
  'GET /api/portal/calendar-feeds': { needs: 'user', unlinked: 200 },
  'POST /api/portal/calendar-feeds': { needs: 'member', unlinked: 404 },
  'POST /api/portal/calendar-feeds/revoke': { needs: 'user', unlinked: 200 },
  // A secret that nobody has.
  'GET /api/calendar/{file}': { needs: 'public', allowed: 404, unlinked: 404 },
  'GET /api/appointments/slots': {
    needs: 'public',
    query: () => '?kind=general&from=2031-01-13T00:00:00Z&until=2031-01-14T00:00:00Z',
    unlinked: 200,
  },
  // Without a key, as the one of leads.
  'POST /api/appointments/hold': link(400, () => ({ ...appointment, name: 'Ada', company: 'Ours', email: newEmail() })),
  'POST /api/appointments/read': link(400, tokenOf),
  'POST /api/appointments/confirm': link(400, tokenOf),
  'POST /api/appointments/cancel': link(400, tokenOf),
  'POST /api/appointments/reschedule': link(400, ({ token }) => ({ token, startsAt: appointment.startsAt })),
  'GET /api/appointments/feeds/{file}': { needs: 'public', allowed: 404, unlinked: 404 },
  'GET /api/portal/appointments': { needs: 'user', unlinked: 200 },
  'POST /api/portal/appointments/book': { needs: 'member', body: () => appointment, allowed: 409, unlinked: 404 },
  'POST /api/portal/appointments/reschedule': account(404, ({ appointment: id }) => ({
    id,
    startsAt: appointment.startsAt,
  })),
  'POST /api/portal/appointments/cancel': account(404, ({ appointment: id }) => ({ id })),
  'GET /api/portal/records/file': {
    needs: 'user',
    allowed: 404,
    unlinked: 404,
    query: ({ recordFile }) => `?id=${recordFile}`,
  },
  'GET /api/portal/payments': list('billing'),
  'GET /api/portal/licenses': list('technical'),
  'GET /api/portal/tickets': list('tickets'),
  'POST /api/portal/tickets': { needs: 'tickets', body: ticket, allowed: 201, unlinked: 404 },
  'GET /api/portal/tickets/detail': ofTicket({ query: ({ ticket: id }) => `?id=${id}` }),
  'GET /api/portal/tickets/thread': ofTicket({ query: ({ ticket: id }) => `?id=${id}` }),
  'POST /api/portal/tickets/read': ofTicket({ body: ({ ticket: id }) => ({ id, version: 1 }) }),
  'POST /api/portal/tickets/change': ofTicket({ body: ({ ticket: id }) => ({ id, change: 'solved' }) }),
  'POST /api/portal/tickets/reply': ofTicket({ body: ({ ticket: id }) => ({ id, body: 'Hello' }) }),
  'POST /api/portal/tickets/answer': ofTicket({ body: ({ ticket: id }) => ({ id, works: false }) }),
  'POST /api/portal/tickets/rate': ofTicket({ body: ({ ticket: id }) => ({ id, rating: 'bad' }) }),
  'POST /api/portal/tickets/add-watcher': ofTicket({ body: ({ ticket: id }) => ({ id, email: newEmail() }) }),
  'POST /api/portal/tickets/remove-watcher': ofTicket({ body: ({ ticket: id, user }) => ({ id, userId: user }) }),
  'GET /api/portal/events': { needs: 'tickets', unlinked: 404 },
  'PUT /api/portal/tickets/file': ofTicket({ query: ({ ticket: id }) => `?id=${id}&name=a.txt` }),
  'GET /api/portal/tickets/file': ofTicket({ query: ({ file }) => `?id=${file}` }),
  'GET /api/portal/tickets/files': ofTicket({ query: ({ ticket: id }) => `?id=${id}` }),
  // Without a key in the settings it does not exist.
  'POST /api/mail/inbound': {
    needs: 'public',
    query: () => '?sender=&recipient=a@x.example',
    allowed: 404,
    unlinked: 404,
  },
  'GET /api/leads/challenge': { needs: 'public', unlinked: 200 },
  'POST /api/leads': link(400, () => ({})),
  'POST /api/newsletter': link(400, () => ({})),
  // Nobody has such a token.
  'GET /api/newsletter/confirm/{token}': { needs: 'public', allowed: 404, unlinked: 404 },
  'POST /api/newsletter/confirm/{token}': { needs: 'public', allowed: 404, unlinked: 404 },
  'GET /api/newsletter/unsubscribe/{token}': { needs: 'public', allowed: 404, unlinked: 404 },
  'POST /api/newsletter/unsubscribe/{token}': { needs: 'public', allowed: 404, unlinked: 404 },
  'GET /api/portal/notifications': account(200),
  'POST /api/portal/notifications': account(200, () => ({ event: 'reply', delivery: 'digest' })),
  // Only for users without a customer.
  'POST /api/portal/messages': {
    needs: 'member',
    body: () => ({ company: 'Ours', body: 'Please let me in.' }),
    allowed: 409,
    unlinked: 200,
  },
  'GET /api/portal/colleagues': list('technical'),
  'GET /api/portal/tickets/figures': list('technical'),
  'POST /api/portal/exports': { needs: 'billing', body: () => ({ list: 'payments', rows: 1 }), unlinked: 404 },
  'POST /api/portal/customers/switch': account(404, ({ customer }) => ({ customerId: customer })),
  'POST /api/portal/invitations/accept': account(400, tokenOf),
  'GET /api/portal/people': { needs: 'people', unlinked: 404 },
  'GET /api/portal/bank-accounts': { needs: 'billing', unlinked: 200 },
  'GET /api/portal/staff-reads': { needs: 'people', unlinked: 200 },
  'POST /api/portal/people/invite': {
    needs: 'people',
    body: () => ({ email: newEmail(), roles: ['requester'] }),
    unlinked: 404,
  },
  'POST /api/portal/people/resend-invitation': {
    needs: 'people',
    body: ({ invitation }) => ({ id: invitation }),
    allowed: 404,
    unlinked: 404,
  },
  'POST /api/portal/people/withdraw-invitation': {
    needs: 'people',
    body: ({ invitation }) => ({ id: invitation }),
    allowed: 404,
    unlinked: 404,
  },
  'POST /api/portal/people/change-roles': {
    needs: 'people',
    body: ({ user }) => ({ userId: user, roles: ['requester'] }),
    allowed: 404,
    unlinked: 404,
  },
  'POST /api/portal/people/remove': {
    needs: 'people',
    body: ({ user }) => ({ userId: user }),
    allowed: 404,
    unlinked: 404,
  },
  'POST /api/auth/bank-alarms/raise': link(400, tokenOf),
  'POST /api/auth/ratings/read': link(400, tokenOf),
  'POST /api/auth/ratings/send': link(400, ({ token }) => ({ token, rating: 'bad' })),
  'GET /api/auth/security': account(200),
  'GET /api/auth/profile': account(200),
  'POST /api/auth/profile': account(200, () => ({ name: 'Ada' })),
  'POST /api/auth/profile/export': account(200),
  'GET /api/auth/language': account(200),
  'POST /api/auth/language': account(200, () => ({ language: 'fr' })),
  'GET /api/auth/sessions': account(200),
  'POST /api/auth/password/confirm': account(400, () => ({ password: 'not the password' })),
  'POST /api/auth/passkeys/confirm': account(400, () => ({})),
  // Staff without a factor need an enrolment code.
  'POST /api/auth/passkeys/start': { ...account(200), closedStaff: 403 },
  'POST /api/auth/passkeys/finish': account(400, () => ({})),
  'POST /api/auth/passkeys/remove': account(404, ({ user }) => ({ id: user })),
  // The users of this test have no password.
  'POST /api/auth/totp/start': { ...account(200), closedStaff: 403 },
  'POST /api/auth/totp/finish': { ...account(400, () => ({ code: '000000' })), closedStaff: 403 },
  'POST /api/auth/totp/remove': account(200),
  'POST /api/auth/recovery-codes': account(400),
  'POST /api/auth/email/change': account(200, () => ({ newEmail: newEmail() })),
  'POST /api/auth/password/change': account(400, () => ({
    currentPassword: 'wrong words',
    newPassword: 'other words',
  })),
  // The user of these requests has no passkey.
  'POST /api/auth/password/disable': account(409),
  'POST /api/auth/password/enable': account(400, () => ({ newPassword: 'quite another one' })),
  'POST /api/auth/sessions/revoke': account(404, ({ user }) => ({ id: user })),
  'POST /api/auth/sessions/revoke-others': account(200),
  'GET /api/auth/session': { needs: 'public', unlinked: 200 },
  'POST /api/auth/sign-up': link(200, () => ({ email: newEmail(), password: 'a password' })),
  'POST /api/auth/sign-in/password': link(401, unknownUser),
  'POST /api/auth/sign-in/code': link(401, () => ({ kind: 'totp', code: '000000' })),
  'POST /api/auth/sign-in/passkey': link(400, () => ({})),
  'POST /api/auth/passkeys/challenge': { needs: 'public', unlinked: 200 },
  'POST /api/auth/sign-out': { needs: 'public', unlinked: 200 },
  'POST /api/auth/email/send-verification': link(200, () => ({ email: newEmail() })),
  'POST /api/auth/password/request-reset': link(200, () => ({ email: newEmail() })),
  'POST /api/auth/password/reset': link(400, () => ({ token: 'unknown', newPassword: 'a password' })),
  'POST /api/auth/password/read-reset-link': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/email/verify': link(400, () => ({ token: 'unknown', password: 'a password' })),
  'POST /api/auth/email/confirm': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/email/undo': link(400, () => ({ token: 'unknown' })),
  // An API key, and no session (modules/integrations/server/routes/api-v1.test.ts).
  ...Object.fromEntries(
    ['GET customers', 'PUT customers', 'GET contracts', 'PUT contracts', 'GET invoices', 'PUT invoices', 'GET payments']
      .concat(['PUT payments', 'PUT documents'])
      .map((name) => [`${name.replace(' ', ' /api/v1/')}/{number}`, { needs: 'public', allowed: 401, unlinked: 401 }]),
  ),
  'GET /api/v1/changes': { needs: 'public', allowed: 401, unlinked: 401 },
  'POST /api/auth/invitations/read': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/invitations/accept': link(400, () => ({ token: 'unknown', newPassword: 'a password' })),
};
