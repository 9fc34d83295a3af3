// Rows at the end of their retention period, by rule.

export const [customer, user] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
] as const;
export const oldCustomer = `INSERT INTO customers (id, name, email, created_at) VALUES ('${customer}', 'Cabinet', 'c@old.example', '2000-01-01')`;
const erased = `${oldCustomer}; UPDATE customers SET erased_at = '2001-01-01'`;
export const oldUser = (more: string) =>
  `INSERT INTO users (id, email, name, ${more.split('=')[0]}) VALUES ('${user}', 'u@old.example', 'U', ${more.split('=')[1]})`;
export const ticket = (status: string, more = '', value = '') =>
  `INSERT INTO tickets (customer_id, ticket_number, subject, description, status${more}) VALUES ('${customer}', 'TKT-1', 'S', 'D', '${status}'${value})`;
const message = (table: string, columns = '', values = '') =>
  `INSERT INTO ${table} (ticket_id, customer_id, position, body, ${columns}idempotency_key, created_at)
    SELECT id, customer_id, 2, 'B', ${values}'k', '2020-03-01 12:00Z' FROM tickets`;
export const conversation = `INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source)
    SELECT id, customer_id, 2, 'customer', 'B', 'portal' FROM tickets;
  INSERT INTO ticket_notes (ticket_id, customer_id, position, body) SELECT id, customer_id, 2, 'B' FROM tickets;
  INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind) SELECT id, customer_id, 3, 'reopened', 'system' FROM tickets`;
export const contract = (end: string) =>
  `INSERT INTO contracts (customer_id, contract_number, title, created_at, end_date) VALUES ('${customer}', 'C-1', 'T', '2000-01-01', ${end})`;
const invitation = `INSERT INTO invitations (customer_id, email, roles, token_hash, locale, expires_at) VALUES ('${customer}', 'i@old.example', '{billing}', repeat('x', 43), 'en', '2020-03-01 12:00Z')`;
/** A clean contact unless `more` says otherwise. */
const lead = (more: string, values: string) => {
  const [verdict, given] = more.includes('verdict') ? ['', ''] : ['verdict, ', `'clean', `];
  return `INSERT INTO leads (form, "values", name, company, email, page, consent, key_hash, request_hash, ${verdict}${more})
    VALUES ('contact', '{}', 'N', 'C', 'n@c.example', '/contact', '{"text_hash":"","page":"","at":""}', repeat('k', 43), repeat('r', 43), ${given}${values});
    INSERT INTO lead_messages (lead_id, kind, body) SELECT id, 'note', 'B' FROM leads`;
};
export const newCustomer = `INSERT INTO customers (id, name) VALUES ('${customer}', 'Cabinet')`;

/** Seeded rows, when their retention period ends, and the result. */
export const limits: [rule: string, what: string, seed: string, limit: string][] = [
  [
    'sessions',
    'a session that expires',
    `${newCustomer}; ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}'); INSERT INTO sessions (user_id, token, expires_at) VALUES ('${user}', 't', '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'ended sessions',
    'why a session ended',
    `${newCustomer}; ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}'); INSERT INTO ended_sessions (token, user_id, ended_at) VALUES ('t', '${user}', '2020-03-01 12:00Z')`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'enrolment codes',
    'an enrolment code that expires',
    `${oldUser("email_verified='true'")}; INSERT INTO staff_members (user_id, name, permissions) VALUES ('${user}', 'S', '{support}'); INSERT INTO enrolment_codes (user_id, code_hash, expires_at) VALUES ('${user}', repeat('x', 43), '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'links in mails',
    'a link that expires',
    `INSERT INTO verifications (identifier, value, expires_at) VALUES ('x', 'y', '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'mails',
    'a mail that was sent',
    `INSERT INTO jobs (kind, data, created_at, done_at) VALUES ('mail', '{"template": "t", "recipient": "r@x.example"}', '2020-02-01', '2020-03-01 12:00Z')`,
    '2020-03-31T12:00:00Z',
  ],
  [
    'mails',
    'a mail that was given up',
    `INSERT INTO jobs (kind, data, created_at, failed_at, next_attempt_at) VALUES ('mail', '{"template": "t", "recipient": "r@x.example"}', '2020-02-20', '2020-03-01 12:00Z', 'infinity')`,
    '2020-03-31T12:00:00Z',
  ],
  ['invitations', 'an invitation that expires', `${newCustomer}; ${invitation}`, '2020-03-01T12:00:00Z'],
  [
    'idempotency keys',
    'the key of a ticket',
    `${newCustomer}; ${ticket('open', ', idempotency_key, created_at', `, 'k', '2020-03-01 12:00Z'`)}`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'idempotency keys of messages',
    'the key of a reply',
    `${newCustomer}; ${ticket('open')}; ${message('ticket_messages', `author_kind, source, `, `'customer', 'portal', `)}`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'idempotency keys of notes',
    'the key of a note',
    `${newCustomer}; ${ticket('open')}; ${message('ticket_notes')}`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'idempotency keys of texts about leads',
    'the key of a note on a lead',
    `${lead('last_contact_at, received_at', 'now(), now()')}; UPDATE lead_messages SET idempotency_key = 'k', created_at = '2020-03-01 12:00Z'`,
    '2020-03-08T12:00:00Z',
  ],
  [
    'tickets',
    'a ticket that was resolved',
    `${newCustomer}; ${ticket('resolved', ', resolved_at', `, '2020-03-01 12:00Z'`)}; ${conversation}`,
    '2022-03-01T12:00:00Z',
  ],
  ['customers', 'a contract that has ended', `${oldCustomer}; ${contract(`'2015-06-30'`)}`, '2020-07-01T00:00:00Z'],
  [
    'customers',
    'a license that outlived the contract',
    `${oldCustomer}; ${contract(`'2015-06-30'`)}; INSERT INTO licenses (customer_id, product_name, license_key, license_type, expiry_date) VALUES ('${customer}', 'P', 'K', 'trial', '2016-01-31')`,
    '2021-02-01T00:00:00Z',
  ],
  [
    'customers',
    'a ticket after the contract',
    `${oldCustomer}; ${contract(`'2015-06-30'`)}; ${ticket('open', ', created_at', `, '2015-08-01 10:00Z'`)}`,
    '2020-08-01T10:00:00Z',
  ],
  [
    'customers',
    'a payment after the contract',
    `${oldCustomer}; ${contract(`'2015-06-30'`)}; INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, notes) VALUES ('${customer}', 'P-1', 5, '2017-06-30', 'cash', 'by Claire')`,
    '2022-07-01T00:00:00Z',
  ],
  [
    'invoices of erased customers',
    'an invoice that the law no longer wants',
    `${erased}; INSERT INTO invoices (customer_id, amount, due_date) VALUES ('${customer}', 5, '2010-05-01')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'invoices of erased customers',
    'an invoice without a due date',
    `${erased}; INSERT INTO invoices (customer_id, amount, created_at) VALUES ('${customer}', 5, '2010-12-31 23:59:59Z')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'payments of erased customers',
    'a payment that the law no longer wants',
    `${erased}; INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method) VALUES ('${customer}', 'P-1', 5, '2010-01-01', 'cash')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'erased customers',
    'what is left of a customer after its last invoice',
    `${erased}; INSERT INTO invoices (customer_id, amount, due_date) VALUES ('${customer}', 5, '2010-05-01')`,
    '2021-01-01T00:00:00Z',
  ],
  [
    'leads',
    'a prospect who was silent',
    lead('last_contact_at, received_at', "'2020-03-01 12:00Z', '2019-01-01'"),
    '2023-03-01T12:00:00Z',
  ],
  [
    'spam of public forms',
    'what a program sent',
    lead('verdict, status, received_at, last_contact_at', "'spam', 'spam', '2020-03-01 12:00Z', '2020-03-01 12:00Z'"),
    '2020-03-31T12:00:00Z',
  ],
  [
    'proofs of public forms',
    'a nonce that was used',
    `INSERT INTO lead_proofs (nonce, expires_at) VALUES ('00', '2020-03-01 12:00Z')`,
    '2020-03-01T12:00:00Z',
  ],
  [
    'subscriptions that were not confirmed',
    'an email address that somebody entered',
    `INSERT INTO subscribers (email, consent, requested_at) VALUES ('n@c.example', '{"text_hash":"","page":"","at":""}', '2020-03-01 12:00Z')`,
    '2020-03-31T12:00:00Z',
  ],
  [
    'subscribers of the newsletter',
    'a subscriber',
    `INSERT INTO subscribers (email, consent, requested_at, state, confirmed_at)
      VALUES ('n@c.example', '{"text_hash":"","page":"","at":""}', '2020-02-01', 'confirmed', '2020-03-01 12:00Z')`,
    '2023-03-01T12:00:00Z',
  ],
  [
    'hashes of who unsubscribed',
    'a keyed hash',
    `INSERT INTO suppressed (email_hmac, created_at) VALUES (repeat('h', 43), '2020-03-01 12:00Z')`,
    '2023-03-01T12:00:00Z',
  ],
  [
    'accounts of no customer',
    'an unused user',
    `${oldUser("email_verified, created_at, last_signed_in_at=true, '2000-01-01', '2020-03-01 12:00Z'")}; INSERT INTO jobs (kind, data) VALUES ('mail', '{"template": "t", "recipient": "u@old.example", "values": {}}')`,
    '2023-03-01T12:00:00Z',
  ],
  [
    'accounts of no customer',
    'a user who never signed in',
    oldUser("email_verified, created_at=true, '2020-03-01 12:00Z'"),
    '2023-03-01T12:00:00Z',
  ],
  [
    'unverified accounts',
    'a sign-up that was never verified',
    oldUser("created_at='2020-03-01 12:00Z'"),
    '2020-03-31T12:00:00Z',
  ],
  [
    'appointments',
    'an appointment long ago',
    `INSERT INTO hosts (weekly, kinds) VALUES ('{}', '{}'); INSERT INTO appointments (host_id, kind, starts_at, ends_at, status, booked_at, meeting, name, company, email) SELECT id, 'general', '2020-03-01 11:30Z', '2020-03-01 12:00Z', 'done', '2020-02-01', 'phone', 'N', 'C', 'a@old.example' FROM hosts`,
    '2023-03-01T12:00:00Z',
  ],
  [
    'appointments that were not confirmed',
    'a hold that expired',
    `INSERT INTO hosts (weekly, kinds) VALUES ('{}', '{}'); INSERT INTO appointments (host_id, kind, starts_at, ends_at, status, held_until, meeting, name, company, email) SELECT id, 'general', '2020-04-01 11:30Z', '2020-04-01 12:00Z', 'held', '2020-03-01 12:00Z', 'phone', 'N', 'C', 'a@old.example' FROM hosts`,
    '2020-03-02T12:00:00Z',
  ],
  [
    'known devices',
    'a browser that was not used again',
    `${newCustomer}; ${oldUser("email_verified='true'")}; INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${user}', '${customer}', '{owner}'); INSERT INTO known_devices (user_id, device_hash, first_seen_at, last_seen_at) VALUES ('${user}', repeat('x', 43), '2020-01-01', '2020-03-01 12:00Z')`,
    '2021-04-01T12:00:00Z',
  ],
  [
    'security log',
    'what was done a year ago',
    `INSERT INTO audit_events (actor, event, happened_at) VALUES ('system', 'backup.made', '2020-03-01 12:00Z')`,
    '2021-03-01T12:00:00Z',
  ],
  [
    'runs of this job',
    'the record of a run',
    `INSERT INTO retention_runs (started_at, finished_at, counts) VALUES ('2020-03-01 12:00Z', '2020-03-01 12:01Z', '{}')`,
    '2021-03-01T12:00:00Z',
  ],
];
