import type { Capability } from '#contract/roles.ts';

/** Ids of another customer's rows. */
export interface Ids {
  customer: string;
  user: string;
  invitation: string;
  token: string;
  ticket: string;
  file: string;
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
let serial = 0;
/** Limits are counted per email address. */
const newEmail = () => `new.${(serial += 1)}@x.example`;
const unknownUser = () => ({ email: newEmail(), password: 'not a password' });

/** Who may call each route. A route that is missing here fails the test. */
export const access: Record<string, Access> = {
  'GET /api/portal/customer': { needs: 'member', unlinked: 404 },
  'GET /api/portal/counts': { needs: 'member', unlinked: 200 },
  'GET /api/portal/overview': { needs: 'member', unlinked: 200 },
  'GET /api/portal/invoices': list('billing'),
  'GET /api/portal/contracts': list('billing'),
  'GET /api/portal/payments': list('billing'),
  'GET /api/portal/licenses': list('technical'),
  'GET /api/portal/tickets': list('tickets'),
  'POST /api/portal/tickets': { needs: 'tickets', body: ticket, allowed: 201, unlinked: 404 },
  'GET /api/portal/ticket': ofTicket({ query: ({ ticket: id }) => `?id=${id}` }),
  'GET /api/portal/ticket/thread': ofTicket({ query: ({ ticket: id }) => `?id=${id}` }),
  'POST /api/portal/ticket/reply': ofTicket({ body: ({ ticket: id }) => ({ id, body: 'Hello' }) }),
  'POST /api/portal/ticket/answer': ofTicket({ body: ({ ticket: id }) => ({ id, works: false }) }),
  'POST /api/portal/ticket/watchers/add': ofTicket({ body: ({ ticket: id }) => ({ id, email: newEmail() }) }),
  'POST /api/portal/ticket/watchers/remove': ofTicket({ body: ({ ticket: id, user }) => ({ id, userId: user }) }),
  'GET /api/portal/events': { needs: 'tickets', unlinked: 404 },
  'PUT /api/portal/ticket/file': ofTicket({ query: ({ ticket: id }) => `?id=${id}&name=a.txt` }),
  'GET /api/portal/ticket/file': ofTicket({ query: ({ file }) => `?id=${file}` }),
  'GET /api/portal/ticket/files': ofTicket({ query: ({ ticket: id }) => `?id=${id}` }),
  // Without a key in the settings it does not exist.
  'POST /api/mail/inbound': {
    needs: 'public',
    query: () => '?sender=&recipient=a@x.example',
    allowed: 404,
    unlinked: 404,
  },
  'GET /api/portal/notifications': account(200),
  'POST /api/portal/notifications': account(200, () => ({ event: 'reply', delivery: 'digest' })),
  'GET /api/portal/colleagues': list('technical'),
  'GET /api/portal/support-figures': list('technical'),
  'POST /api/portal/exports': { needs: 'billing', body: () => ({ list: 'payments', rows: 1 }), unlinked: 404 },
  'POST /api/portal/switch-customer': account(404, ({ customer }) => ({ customerId: customer })),
  'POST /api/portal/accept-invitation': account(400, tokenOf),
  'GET /api/portal/people': { needs: 'people', unlinked: 404 },
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
  'GET /api/auth/security': account(200),
  'GET /api/auth/mail-language': account(200),
  'POST /api/auth/mail-language': account(200, () => ({ language: 'fr' })),
  'GET /api/auth/list-sessions': account(200),
  'POST /api/auth/confirm/password': account(400, () => ({ password: 'not the password' })),
  'POST /api/auth/confirm/passkey': account(400, () => ({})),
  // Staff without a factor need an enrolment code.
  'POST /api/auth/passkeys/start': { ...account(200), closedStaff: 403 },
  'POST /api/auth/passkeys/finish': account(400, () => ({})),
  'POST /api/auth/passkeys/remove': account(404, ({ user }) => ({ id: user })),
  // The users of this test have no password.
  'POST /api/auth/totp/start': { ...account(200), closedStaff: 403 },
  'POST /api/auth/totp/finish': { ...account(400, () => ({ code: '000000' })), closedStaff: 403 },
  'POST /api/auth/totp/remove': account(200),
  'POST /api/auth/recovery-codes': account(400),
  'POST /api/auth/change-email': account(200, () => ({ newEmail: newEmail() })),
  'POST /api/auth/change-password': account(400, () => ({
    currentPassword: 'wrong words',
    newPassword: 'other words',
  })),
  // The user of these requests has no passkey.
  'POST /api/auth/password/disable': account(409),
  'POST /api/auth/password/enable': account(400, () => ({ newPassword: 'quite another one' })),
  'POST /api/auth/revoke-session': account(404, ({ user }) => ({ id: user })),
  'POST /api/auth/revoke-other-sessions': account(200),
  'GET /api/auth/get-session': { needs: 'public', unlinked: 200 },
  'POST /api/auth/sign-up/email': link(200, () => ({ email: newEmail(), password: 'a password' })),
  'POST /api/auth/sign-in/email': link(401, unknownUser),
  'POST /api/auth/sign-in/code': link(401, () => ({ kind: 'totp', code: '000000' })),
  'POST /api/auth/sign-in/passkey': link(400, () => ({})),
  'POST /api/auth/passkey-challenge': { needs: 'public', unlinked: 200 },
  'POST /api/auth/sign-out': { needs: 'public', unlinked: 200 },
  'POST /api/auth/send-verification-email': link(200, () => ({ email: newEmail() })),
  'POST /api/auth/request-password-reset': link(200, () => ({ email: newEmail() })),
  'POST /api/auth/reset-password': link(400, () => ({ token: 'unknown', newPassword: 'a password' })),
  'POST /api/auth/reset-link': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/verify-email': link(400, () => ({ token: 'unknown', password: 'a password' })),
  'POST /api/auth/confirm-email': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/undo-email-change': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/invitation-link': link(400, () => ({ token: 'unknown' })),
  'POST /api/auth/accept-invitation': link(400, () => ({ token: 'unknown', newPassword: 'a password' })),
};
