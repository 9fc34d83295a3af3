import { randomUUID } from 'node:crypto';
import { hashToken } from '#api/lib/hash-token.ts';
import { keyPrefix, keyScopes, shownKeyLength } from '#contract/key-scopes.ts';
import { customerRoles } from '#contract/roles.ts';
import { staffPermissions } from '#contract/staff.ts';
import { assertDefined, makeCustomer, makeStaff, makeUser } from './api.ts';
import type { TestDatabase } from './database.ts';
import { makeFuzzed } from './fuzzed.ts';
import type { FunctionCase } from './tables/functions.ts';
import { freeHour } from './tables/route-case.ts';

const callerRoles = ['portal_tenant', 'portal_staff', 'portal_key'] as const;
type CallerRole = (typeof callerRoles)[number];

export interface Caller {
  name: string;
  role: CallerRole;
  /** Statements of the server that make it the caller of the transaction. */
  begin?: string;
  kind: 'nobody' | 'other' | 'colleague' | 'owner' | 'staff' | 'key';
  /** Whether the table lets this caller do something. */
  mayCall: (row: FunctionCase) => boolean;
  /** The role of a person, the right of a staff member or the scope of a key. */
  right?: string;
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** A customer with rows in every table, and each kind of caller there is, right and wrong. */
export async function makeCallers(
  database: TestDatabase,
  asSuperuser: (text: string) => Promise<Record<string, string>[]>,
) {
  const staff = await makeStaff(database);
  const { existing: e } = await makeFuzzed(database, staff.userId);
  const owner = await makeUser(database, { customerId: e.customerId });
  const other = await makeCustomer(database, 'Another');
  const both = await makeUser(database, { customerId: e.customerId });
  const unlinked = await makeUser(database);
  const [upload, knownMail, own] = [randomUUID(), randomUUID(), randomUUID()];
  const emailOf = async (table: string, id: string) =>
    assertDefined((await asSuperuser(`SELECT email FROM ${table} WHERE id = '${id}'`))[0]?.['email']);
  const email = await emailOf('users', e.userId);
  await asSuperuser(`
    INSERT INTO memberships (user_id, customer_id, roles) VALUES ('${both.userId}', '${other.id}', '{owner}');
    UPDATE sessions SET active_customer_id = '${other.id}' WHERE user_id = '${both.userId}';
    INSERT INTO tickets (id, customer_id, author_id, ticket_number, subject, description)
      VALUES ('${own}', '${e.customerId}', '${owner.userId}', 'TKT-1', 'smokes', 'D');
    INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, author_id, body, source)
      VALUES ('${e.openTicketId}', '${e.customerId}', 1, 'staff', '${staff.userId}', 'It smokes.', 'portal');
    INSERT INTO ticket_watchers (ticket_id, customer_id, user_id) VALUES ('${e.openTicketId}', '${e.customerId}', '${owner.userId}');
    UPDATE attachments SET uploaded_by = '${owner.userId}' WHERE id = '${e.fileId}';
    UPDATE appointments SET user_id = '${owner.userId}';
    UPDATE hosts SET user_id = '${staff.userId}';
    DELETE FROM calendar_feeds;
    INSERT INTO calendar_feeds (user_id, customer_id, secret_hash) VALUES ('${owner.userId}', '${e.customerId}', repeat('s', 43));
    INSERT INTO upload_reservations (id, ticket_id, customer_id, user_id, size, sha256, expires_at)
      VALUES ('${upload}', '${e.openTicketId}', '${e.customerId}', '${owner.userId}', 5, repeat('a', 64), 'infinity');
    INSERT INTO audit_events (actor, event, user_id, customer, entity, details) VALUES
      ('staff', 'staff.read', '${staff.userId}', '${e.customerId}', NULL, '{"page":"people"}'),
      ('staff', 'record.corrected', '${staff.userId}', '${e.customerId}', 'invoices:${e.invoiceId}', '{}');
    INSERT INTO inbound_mails (id, delivery_key, size, sender, recipients, from_address, authentication, subject, full_text, state, reason, user_id)
      VALUES ('${knownMail}', repeat('k', 64), 1, ${literal(email)}, '{}', ${literal(email)}, 'passed', '', 'Hello', 'held', 'no_token', '${e.userId}');
    INSERT INTO invoice_reminders (customer_id, invoice_id, user_id, due_date, stage)
      VALUES ('${e.customerId}', '${e.invoiceId}', '${e.userId}', '2026-01-01', 0);
    UPDATE invoices SET due_date = '2026-06-01' WHERE id = '${e.invoiceId}';
    INSERT INTO ticket_notes (ticket_id, customer_id, position, author_id, body)
      VALUES ('${e.openTicketId}', '${e.customerId}', 2, '${staff.userId}', 'A note');
    INSERT INTO ticket_internal_events (ticket_id, customer_id, position, kind, actor_kind, actor_id, payload)
      VALUES ('${e.openTicketId}', '${e.customerId}', 3, 'assigned', 'staff', '${staff.userId}', '{}');
    INSERT INTO ticket_events (ticket_id, customer_id, position, kind, actor_kind, actor_id)
      VALUES ('${e.openTicketId}', '${e.customerId}', 4, 'reopened', 'customer', '${owner.userId}');
    INSERT INTO tags (name) VALUES ('mail');
    INSERT INTO ticket_reads (user_id, ticket_id, version) VALUES ('${owner.userId}', '${e.openTicketId}', 1);
    INSERT INTO notification_preferences (user_id, event, delivery) VALUES ('${owner.userId}', 'reply', 'none');
    INSERT INTO reminder_settings (customer_id, days, updated_by) VALUES ('${e.customerId}', '{0}', '${staff.userId}');
    INSERT INTO host_exceptions (host_id, day, hours) SELECT id, '2031-01-14', '[]' FROM hosts;
    INSERT INTO lead_messages (lead_id, kind, author_id, body) VALUES ('${e.leadId}', 'note', '${staff.userId}', 'A note');
    INSERT INTO suppressed (email_hmac) VALUES (repeat('h', 43));
    INSERT INTO invoice_documents (invoice_id, customer_id, origin, kind, issued_on, currency, net, tax, gross, due, profile, document)
      VALUES ('${e.invoiceId}', '${e.customerId}', 'read', '380', '2025-01-01', 'EUR', 1, 0, 1, 1, 'p', '{}')`);
  const [creditNote] = await asSuperuser(
    `INSERT INTO invoices (customer_id, amount, status) VALUES ('${e.customerId}', -0.5, 'pending') RETURNING id`,
  );
  const values: Record<string, string> = {
    customer: e.customerId,
    colleague: e.userId,
    email,
    owner: owner.userId,
    elsewhere: other.id,
    invitation: e.id,
    invited: await emailOf('invitations', e.id),
    invoice: e.invoiceId,
    creditNote: assertDefined(creditNote?.['id']),
    allocation: e.allocationId,
    entity: `invoices:${e.invoiceId}`,
    bankAccount: e.bankAccountId,
    bankAlarm: e.bankAlarmId,
    invoiceIban: e.invoiceIbanId,
    otherIban: 'FR7699999000020000000000197',
    ticket: e.openTicketId,
    ownTicket: own,
    into: e.intoId,
    sentTicket: e.ticketId,
    file: e.fileId,
    upload: JSON.stringify({
      reservationId: upload,
      sha256: 'a'.repeat(64),
      size: 5,
      fileName: 'a.txt',
      contentType: 'text/plain',
      state: 'unscanned',
      isPreviewable: false,
    }),
    pendingReply: e.pendingReplyId,
    mail: e.mailId,
    knownMail,
    lead: e.leadId,
    free: freeHour(),
    appointment: e.appointmentId,
    begun: e.begunAppointmentId,
    host: staff.userId,
    apiKey: e.apiKeyId,
    webhook: e.webhookId,
    webhookMessage: e.webhookMessageId,
  };
  const marks = [
    e.customerId,
    e.userId,
    owner.userId,
    e.openTicketId,
    own,
    e.invoiceId,
    e.recordNumber,
    email,
    owner.email,
    'Fuzzed',
  ];

  const tenant = (token: string) => `SELECT set_tenant_context('${token}')`;
  const colleagues = await Promise.all(
    customerRoles.map(async (role) => {
      const { token } = await makeUser(database, { customerId: e.customerId, roles: [role] });
      const mayCall = (row: FunctionCase) => row.tenant?.includes(role) === true && row.isPersonal !== true;
      return {
        name: `a colleague, ${role}`,
        right: role,
        role: 'portal_tenant' as const,
        begin: tenant(token),
        kind: 'colleague' as const,
        mayCall,
      };
    }),
  );
  const never = () => false;
  const staffOf = async (name: string, options: Parameters<typeof makeStaff>[1], mayCall: Caller['mayCall']) => ({
    name: `staff ${name}`,
    role: 'portal_staff' as const,
    begin: `SELECT set_staff_context('${(await makeStaff(database, options)).token}', '${e.customerId}')`,
    kind: 'staff' as const,
    mayCall,
    ...(options?.permissions?.length === 1 && { right: options.permissions[0] }),
  });
  const keyOf = async (scopes: readonly string[], more: string, name: string, mayCall: Caller['mayCall']) => {
    const key = keyPrefix + randomUUID().padEnd(43, 'k');
    await asSuperuser(`INSERT INTO api_keys (name, prefix, token_hash, scopes, created_by, created_at, expires_at ${more === '' ? '' : ', revoked_at, revoked_by'})
      VALUES ('K', '${key.slice(0, shownKeyLength)}', '${hashToken(key)}', '{${scopes.join(',')}}', gen_random_uuid(), now() - interval '1 day', now() + interval '1 day' ${more})`);
    return {
      name: `a key ${name}`,
      role: 'portal_key' as const,
      begin: `SELECT set_key_context('${key}')`,
      kind: 'key' as const,
      mayCall,
      ...(scopes.length === 1 && { right: scopes[0] }),
    };
  };
  const callers: Caller[] = [
    ...callerRoles.map((role) => ({ name: `nobody as ${role}`, role, kind: 'nobody' as const, mayCall: never })),
    {
      name: 'the owner',
      role: 'portal_tenant',
      begin: tenant(owner.token),
      kind: 'owner',
      right: 'owner',
      mayCall: (row) => row.tenant?.includes('owner') === true,
    },
    ...colleagues,
    {
      name: 'an owner of another customer',
      role: 'portal_tenant',
      begin: tenant(other.token),
      kind: 'other',
      mayCall: never,
    },
    {
      name: 'an owner of both, for the other',
      role: 'portal_tenant',
      begin: tenant(both.token),
      kind: 'other',
      mayCall: never,
    },
    {
      name: 'a user without a customer',
      role: 'portal_tenant',
      begin: tenant(unlinked.token),
      kind: 'other',
      mayCall: (row) => row.isOfStrangers === true,
    },
    ...(await Promise.all([
      ...staffPermissions.map((right) =>
        staffOf(
          `with ${right}`,
          { permissions: [right] },
          (row) => row.isOfAuthor !== true && (row.staff === 'any' || row.staff?.includes(right) === true),
        ),
      ),
      Promise.resolve({
        name: 'the staff member',
        role: 'portal_staff' as const,
        begin: `SELECT set_staff_context('${staff.token}', '${e.customerId}')`,
        kind: 'staff' as const,
        mayCall: (row: FunctionCase) => row.staff !== undefined,
      }),
      staffOf('who is suspended', { isActive: false }, never),
      staffOf('without a second factor', { hasSecondFactor: false }, never),
      staffOf('from yesterday', { hoursAgo: 13 }, never),
    ])),
    ...(await Promise.all([
      ...keyScopes.map((scope) =>
        keyOf([scope], '', `with ${scope}`, (row) => row.key === 'any' || row.key?.includes(scope) === true),
      ),
      keyOf(keyScopes, `, now(), gen_random_uuid()`, 'that was revoked', never),
    ])),
  ];
  /** A statement with the values that it names. */
  const fill = (text: string) =>
    text.replaceAll(/(?<![":\w]):([a-zA-Z]+)/g, (_all, name: string) => literal(assertDefined(values[name])));
  return { callers, marks, fill, customerId: e.customerId };
}
