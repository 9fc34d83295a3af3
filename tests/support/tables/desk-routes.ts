import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { documentOf, storeDocument } from '#tests/support/fuzzed.ts';
import { ibans } from '#tests/support/bank.ts';
import { pdf } from '#tests/support/files.ts';
import { execute, freeHour, newEmail, type RouteCase, type World } from './route-case.ts';

// Written from docs/administration.md (permissions, the audit log) and docs/product.md (the desk), not from the routes.
const support = ['support'] as const;
const accounts = ['accounts'] as const;
const records = ['records'] as const;
const admin = ['admin'] as const;
/** All but `admin` read customers and their records. */
const readers = ['support', 'accounts', 'sales', 'records'] as const;
const hosts = ['support', 'sales'] as const;
const editing = 'Only the staff member sees it.';
const ownCalendar = 'The transaction is that of the hours, which admins may change too.';
const onTicket = 'What staff do in a ticket without changing it for others is not an event.';

const staffRead = ['staff staff.read @'];
const jsonOf = (world: World, path: string) => world.staff.get(path).then(({ body }) => body);
const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
const csv = { type: 'text/csv', body: 'number,amount\nFA-77,12.50\n' };
const planOf = async ({ staff, e }: World) => {
  const path = `/api/desk/imports/preview?list=invoices&customerId=${e.customerId}`;
  return (await staff.post(path, Buffer.from(csv.body), { 'Content-Type': csv.type })).body.hash as string;
};
const invoice = ({ customerId }: World['e']) => ({
  id: randomUUID(),
  customerId,
  creditsId: null,
  address: { lines: ['1 rue de France'], postCode: '06000', city: 'Nice', country: 'FR' },
  vatId: null,
  dueOn: '2099-12-31',
  deliveredOn: null,
  language: 'en',
  nature: 'services',
  orderNumber: null,
  exemptionReason: null,
  euroRate: '0.9',
  remark: null,
  lines: [
    {
      name: 'Audit',
      description: null,
      quantity: '1',
      unit: 'C62',
      price: '100.00',
      discountPercent: null,
      taxCategory: 'S',
      taxRate: '20',
    },
  ],
});
/** A mail that staff have published in a ticket. */
const published = async ({ staff, e }: World) => {
  const body = { id: e.mailId, ticketId: e.openTicketId, body: 'Hello', isOtherCustomer: true };
  await staff.post('/api/desk/mails/publish', body);
};

export const deskRoutes: Record<string, RouteCase> = {
  'GET /api/desk/me': { rights: [] },
  'GET /api/desk/staff': { rights: [] },
  'GET /api/desk/audit-events': { rights: admin },
  'POST /api/desk/exports': {
    rights: [],
    send: ({ e }) => ({ body: { list: 'invoices', rows: 3, customerId: e.customerId } }),
    events: ['staff records.exported @'],
  },
  'GET /api/desk/health': { rights: admin },
  'GET /api/desk/dashboard': { rights: ['support', 'admin'], send: () => ({ query: { month: '2026-10' } }) },
  'GET /api/desk/receivables': { rights: ['accounts', 'records'] },
  'GET /api/desk/search': { rights: readers, send: () => ({ query: { q: 'Fuzzed' } }), headers: 'secret' },
  'POST /api/desk/customers/start-viewing': {
    rights: ['support', 'accounts'],
    send: ({ e }) => ({ body: { customerId: e.customerId } }),
    events: ['staff staff.view_started @'],
  },
  'POST /api/desk/customers/stop-viewing': {
    rights: [],
    send: async ({ e, staff }) => {
      await staff.post('/api/desk/customers/start-viewing', { customerId: e.customerId });
      return {};
    },
    events: ['staff staff.view_ended @'],
  },

  // Tickets.
  'GET /api/desk/tickets': { rights: support },
  'GET /api/desk/tickets/counts': { rights: support },
  'GET /api/desk/saved-views': { rights: support },
  'POST /api/desk/saved-views': {
    rights: support,
    send: () => ({ body: { name: 'Mine', filters: {} } }),
    silent: editing,
  },
  'POST /api/desk/saved-views/remove': {
    rights: support,
    send: async ({ staff }) => {
      const { body } = await staff.post('/api/desk/saved-views', { name: 'Mine', filters: {} });
      return { body: { id: body.views[0].id } };
    },
    silent: editing,
  },
  'GET /api/desk/tickets/detail': {
    rights: support,
    send: ({ e }) => ({ query: { id: e.ticketId } }),
    events: staffRead,
  },
  'POST /api/desk/tickets/change': {
    rights: support,
    send: ({ e }) => ({
      body: {
        id: e.openTicketId,
        version: 1,
        status: 'in_progress',
        priority: 'high',
        subject: 'Another',
        addTags: ['vpn'],
        assigneeId: e.hostUserId,
      },
    }),
    events: [
      'staff ticket.status_changed @',
      'staff ticket.assigned @',
      'staff ticket.priority_changed @',
      'staff ticket.subject_changed @',
      'staff ticket.tags_changed @',
    ],
  },
  'POST /api/desk/tickets/snooze': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.openTicketId, version: 1, until: nextWeek() } }),
    silent: onTicket,
  },
  'POST /api/desk/tickets/change-many': {
    rights: support,
    send: ({ e }) => ({ body: { tickets: [{ id: e.openTicketId, version: 1 }], change: { priority: 'low' } } }),
    events: ['staff ticket.priority_changed @'],
  },
  'POST /api/desk/tickets/move': {
    rights: support,
    send: async ({ e, database }) => {
      const { rows } = await execute(database, sql`INSERT INTO customers (name) VALUES ('Elsewhere') RETURNING id`);
      return { body: { id: e.openTicketId, version: 1, customerId: rows[0]?.id } };
    },
    events: ['staff ticket.customer_changed @'],
  },
  'GET /api/desk/tags': { rights: support },
  'GET /api/desk/tickets/thread': {
    rights: support,
    send: ({ e }) => ({ query: { id: e.openTicketId } }),
    events: staffRead,
  },
  'POST /api/desk/tickets/reply': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.ticketId, version: 1, body: 'We look into it.' } }),
    status: 201,
    // Who replies to a ticket of nobody takes it.
    events: ['staff ticket.replied @', 'staff ticket.assigned @'],
  },
  'POST /api/desk/tickets/undo-reply': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.pendingReplyId } }),
    silent: 'Nothing was sent.',
  },
  'POST /api/desk/tickets/add-note': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.openTicketId, body: 'A note' } }),
    status: 201,
    events: ['staff ticket.noted @'],
  },
  'POST /api/desk/tickets/mark-read': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.openTicketId } }),
    silent: onTicket,
  },
  'POST /api/desk/tickets/merge': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.ticketId, version: 1, intoId: e.intoId, addPeople: false } }),
    events: ['staff ticket.merged @', 'staff ticket.status_changed @'],
  },
  'POST /api/desk/tickets/add-watcher': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.openTicketId, email: e.colleague } }),
    events: ['staff ticket.watcher_added @'],
  },
  'POST /api/desk/tickets/remove-watcher': {
    rights: support,
    send: async ({ e, staff }) => {
      await staff.post('/api/desk/tickets/add-watcher', { id: e.openTicketId, email: e.colleague });
      return { body: { id: e.openTicketId, userId: e.userId } };
    },
    events: ['staff ticket.watcher_removed @'],
  },
  'GET /api/desk/tickets/figures': { rights: support, send: ({ e }) => ({ query: { customerId: e.customerId } }) },
  'GET /api/desk/canned-replies': { rights: support },
  'POST /api/desk/canned-replies': {
    rights: support,
    send: () => ({ body: { title: `Thanks ${randomUUID()}`, body: 'Thank you.' } }),
    status: 201,
    events: ['staff canned_reply.saved'],
  },
  'POST /api/desk/canned-replies/change': {
    rights: support,
    send: ({ e }) => ({
      body: { id: e.cannedReplyId, version: 1, title: `Thanks ${randomUUID()}`, body: 'Thank you.' },
    }),
    events: ['staff canned_reply.saved'],
  },
  'POST /api/desk/canned-replies/archive': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.cannedReplyId, version: 1 } }),
    events: ['staff canned_reply.archived'],
  },
  'POST /api/desk/tickets': {
    rights: support,
    send: ({ e }) => ({
      body: {
        subject: 'Called',
        description: 'It is slow.',
        customerId: e.customerId,
        requestedFor: null,
        isNotified: false,
      },
    }),
    status: 201,
    events: ['staff ticket.opened @'],
  },
  'GET /api/desk/colleagues': { rights: support, send: ({ e }) => ({ query: { customerId: e.customerId } }) },
  'GET /api/desk/events': { rights: support, headers: 'events' },
  'POST /api/desk/tickets/view': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.openTicketId, isViewing: true } }),
    silent: 'Presence is kept in memory for a minute.',
  },
  'GET /api/desk/tickets/viewers': { rights: support, guardOnly: 'Presence is kept in memory.' },
  'PUT /api/desk/tickets/file': {
    rights: support,
    send: ({ e }) => ({ query: { id: e.openTicketId, name: 'a.txt' }, body: Buffer.from('text') }),
    status: 201,
    silent: 'An upload belongs to nobody until its message is sent.',
  },
  'GET /api/desk/tickets/file': {
    rights: support,
    send: ({ e }) => ({ query: { id: e.sentFileId } }),
    headers: 'upload',
  },
  'GET /api/desk/tickets/files': { rights: support, send: ({ e }) => ({ query: { id: e.ticketId } }) },

  // Mails that wait for a decision.
  'GET /api/desk/mails': { rights: support },
  'GET /api/desk/mails/detail': { rights: support, send: ({ e }) => ({ query: { id: e.mailId } }) },
  'GET /api/desk/mails/original': {
    rights: support,
    send: ({ e }) => ({ query: { id: e.mailId } }),
    headers: 'original',
  },
  'POST /api/desk/mails/publish': {
    rights: support,
    send: ({ e }) => ({
      body: { id: e.mailId, ticketId: e.openTicketId, body: 'Hello', isOtherCustomer: true },
    }),
    events: ['staff mail.published @'],
  },
  'POST /api/desk/mails/withdraw': {
    rights: support,
    send: async (world) => {
      await published(world);
      const thread = await jsonOf(world, `/api/desk/tickets/thread?id=${world.e.openTicketId}`);
      const message = (thread.items as { kind: string; id: string }[]).find(({ kind }) => kind === 'message');
      return { body: { ticketId: world.e.openTicketId, messageId: message?.id } };
    },
    events: ['staff mail.withdrawn @'],
  },
  'POST /api/desk/mails/discard': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.mailId } }),
    events: ['staff mail.discarded'],
  },
  'POST /api/desk/mails/discard-sender': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.mailId } }),
    events: ['staff mail.discarded'],
  },

  // Customers and their people.
  'GET /api/desk/customers': { rights: readers },
  'GET /api/desk/customers/detail': {
    rights: readers,
    send: ({ e }) => ({ query: { id: e.customerId } }),
    events: staffRead,
  },
  'POST /api/desk/customers': {
    rights: accounts,
    send: () => ({ body: { name: `New ${randomUUID()}` } }),
    status: 201,
    // The response is the page of the customer.
    events: ['staff customer.created @', ...staffRead],
  },
  'POST /api/desk/customers/change': {
    rights: accounts,
    send: ({ e }) => ({ body: { id: e.customerId, contact: 'Ada' } }),
    events: ['staff customer.changed @', ...staffRead],
  },
  'GET /api/desk/people': {
    rights: accounts,
    send: ({ e }) => ({ query: { customerId: e.customerId } }),
    events: staffRead,
  },
  'POST /api/desk/people/invite': {
    rights: accounts,
    send: ({ e }) => ({ body: { customerId: e.customerId, email: newEmail(), roles: ['billing'] } }),
    events: ['staff user.invited @'],
  },
  'POST /api/desk/people/withdraw-invitation': {
    rights: accounts,
    send: ({ e }) => ({ body: { customerId: e.customerId, id: e.id } }),
    events: ['staff invitation.withdrawn @'],
  },
  'POST /api/desk/people/change-roles': {
    rights: accounts,
    send: ({ e }) => ({ body: { customerId: e.customerId, userId: e.userId, roles: ['billing'] } }),
    events: ['staff user.roles_changed @'],
  },
  'POST /api/desk/people/remove': {
    rights: accounts,
    send: ({ e }) => ({ body: { customerId: e.customerId, userId: e.userId } }),
    events: ['staff user.unlinked @'],
  },
  'POST /api/desk/people/remove-factors': {
    rights: accounts,
    send: ({ e }) => ({ body: { customerId: e.customerId, userId: e.userId, reason: 'Lost the phone' } }),
    // The second is that of the account, for the user.
    events: ['staff factor.all_removed @', 'system factor.all_removed'],
  },

  // Records.
  ...Object.fromEntries(
    ['invoices', 'contracts', 'payments', 'licenses'].map((list) => [
      `GET /api/desk/${list}`,
      {
        rights: readers,
        send: ({ e }: World) => ({ query: { customerId: e.customerId } }),
        events: staffRead,
      },
    ]),
  ),
  'GET /api/desk/customer-tickets': {
    rights: support,
    send: ({ e }) => ({ query: { customerId: e.customerId } }),
    events: staffRead,
  },
  'POST /api/desk/records/correct': {
    rights: records,
    send: ({ e }) => ({
      body: {
        list: 'invoices',
        customerId: e.customerId,
        id: e.invoiceId,
        reason: 'a mistake',
        before: { status: 'pending' },
        after: { status: 'paid' },
      },
    }),
    events: ['staff record.corrected @'],
  },
  'POST /api/desk/records/void': {
    rights: records,
    send: ({ e }) => ({
      body: { list: 'contracts', customerId: e.customerId, id: e.contractId, reason: 'a mistake' },
    }),
    events: ['staff record.voided @'],
  },
  'GET /api/desk/payments/open': { rights: records, send: ({ e }) => ({ query: { customerId: e.customerId } }) },
  'POST /api/desk/payments/allocate': {
    rights: records,
    send: ({ e }) => ({
      body: {
        customerId: e.customerId,
        source: 'payment',
        sourceId: e.paymentId,
        amounts: [{ invoiceId: e.invoiceId, amount: '0.01' }],
      },
    }),
    events: ['staff payment.allocated @'],
  },
  'POST /api/desk/payments/match': {
    rights: records,
    send: async ({ e, database }) => {
      await execute(
        database,
        sql`WITH owed AS (INSERT INTO invoices (customer_id, amount, status) VALUES (${e.customerId}, 77, 'pending'))
          INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, status)
          VALUES (${e.customerId}, 'EXACT', 77, (now() AT TIME ZONE 'Europe/Paris')::date, 'check', 'completed')`,
      );
      return { body: { customerId: e.customerId } };
    },
    events: ['staff payment.allocated @'],
  },
  'POST /api/desk/payments/remove-allocation': {
    rights: records,
    send: ({ e }) => ({ body: { customerId: e.customerId, id: e.allocationId } }),
    events: ['staff payment.allocation_removed @'],
  },
  'POST /api/desk/imports/preview': {
    rights: records,
    send: ({ e }) => ({ query: { list: 'invoices', customerId: e.customerId }, ...csv }),
    silent: 'Nothing is written.',
  },
  'POST /api/desk/imports/export-rejected': {
    rights: records,
    send: ({ e }) => ({ query: { list: 'invoices', customerId: e.customerId }, ...csv, body: 'number,amount\nF,x\n' }),
    silent: 'Nothing is written.',
  },
  'POST /api/desk/imports/apply': {
    rights: records,
    send: async (world) => ({
      query: { list: 'invoices', customerId: world.e.customerId, hash: await planOf(world) },
      ...csv,
    }),
    events: ['staff records.imported @'],
  },
  'POST /api/desk/invoices/issue': {
    rights: records,
    send: ({ e }) => ({ body: invoice(e) }),
    events: ['staff invoice.issued @'],
  },
  'POST /api/desk/invoices/preview': {
    rights: records,
    send: ({ e }) => ({ body: invoice(e) }),
    silent: 'Nothing is written.',
  },
  'GET /api/desk/invoices/last-buyer': {
    rights: records,
    send: ({ e }) => ({ query: { customerId: e.customerId } }),
    events: staffRead,
  },
  'POST /api/desk/imports/preview-document': {
    rights: records,
    send: ({ e }) => ({
      query: { name: 'a.xml', customerId: e.customerId },
      body: Buffer.from(documentOf(e.customerId)),
    }),
    silent: 'Nothing is written.',
  },
  'POST /api/desk/imports/apply-document': {
    rights: records,
    send: async ({ e, staff, database }) => {
      await execute(database, sql`DELETE FROM record_files WHERE invoice_id = ${e.invoiceId}`);
      // Without any account of ours, a document may name one.
      await execute(database, sql`DELETE FROM bank_accounts`);
      const content = Buffer.from(documentOf(e.customerId));
      const query = { name: 'a.xml', customerId: e.customerId };
      const path = `/api/desk/imports/preview-document?${new URLSearchParams(query).toString()}`;
      const plan = (await staff.post(path, content)).body;
      return { query: { ...query, hash: plan.hash, accept: 'contradictions' }, body: content };
    },
    events: ['staff invoice.document_read @'],
  },
  'GET /api/desk/notifications': { rights: support },
  'POST /api/desk/notifications': {
    rights: support,
    send: () => ({ body: { event: 'assigned', delivery: 'none' } }),
    events: ['staff notifications.changed'],
    guardOnly: 'The preference of the caller: the batch that finds out about the right saves it.',
  },
  ...Object.fromEntries(
    (['invoice', 'contract', 'license'] as const).map((one) => [
      `GET /api/desk/${one}s/detail`,
      { rights: readers, send: ({ e }: World) => ({ query: { id: e[`${one}Id`] } }), events: staffRead },
    ]),
  ),
  'GET /api/desk/records/file': {
    rights: readers,
    send: ({ e }) => ({ query: { id: e.recordFileId } }),
    headers: 'upload',
  },
  'PUT /api/desk/records/file': {
    rights: records,
    send: ({ e }) => ({ query: { list: 'contracts', id: e.contractId, name: 'signed.pdf' }, body: Buffer.from(pdf) }),
    status: 201,
    events: ['staff record.file_added @'],
  },
  'POST /api/desk/records/withdraw-file': {
    rights: records,
    send: ({ e }) => ({ body: { id: e.recordFileId } }),
    events: ['staff record.file_withdrawn @'],
  },
  'GET /api/desk/statements': {
    rights: readers,
    send: ({ e }) => ({ query: { from: '2026-01-01', to: '2026-12-31', customerId: e.customerId } }),
    events: staffRead,
  },
  'GET /api/desk/statements/file': {
    rights: readers,
    send: ({ e }) => ({
      query: { from: '2026-01-01', to: '2026-12-31', customerId: e.customerId, format: 'csv', language: 'en' },
    }),
    headers: 'download',
    events: staffRead,
  },
  'GET /api/desk/invoices/archive': {
    rights: readers,
    send: async ({ e }) => {
      await storeDocument(e.customerId);
      return { query: { year: String(new Date().getFullYear()), customerId: e.customerId } };
    },
    headers: 'download',
    events: ['staff records.exported @'],
  },

  // Bank accounts, programs, webhooks.
  'GET /api/desk/bank-accounts': { rights: admin },
  'POST /api/desk/bank-accounts/propose': {
    rights: admin,
    send: async ({ database }) => {
      await execute(database, sql`DELETE FROM bank_accounts`);
      return { body: { iban: ibans[0], bic: 'ZZZZFRP1XXX', holder: 'Rempart Azur' } };
    },
    events: ['staff bank.proposed'],
  },
  'POST /api/desk/bank-accounts/approve': {
    rights: admin,
    send: async ({ e, database }) => {
      await execute(database, sql`DELETE FROM bank_accounts WHERE id <> ${e.bankAccountId}`);
      return { body: { id: e.bankAccountId, iban: ibans[0] } };
    },
    events: ['staff bank.approved'],
  },
  'POST /api/desk/bank-accounts/end': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.bankAccountId, reason: 'Not ours' } }),
    events: ['staff bank.rejected'],
  },
  'POST /api/desk/bank-accounts/dismiss-alarm': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.bankAlarmId, reason: 'We have called' } }),
    events: ['staff bank.alarm_dismissed'],
  },
  'POST /api/desk/bank-accounts/decide-invoice': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.invoiceIbanId, isConfirmed: true } }),
    events: ['staff invoice.iban_confirmed @'],
  },
  'GET /api/desk/api-keys': { rights: admin },
  'POST /api/desk/api-keys': {
    rights: admin,
    send: () => ({ body: { name: 'Books', scopes: ['changes:read'], days: 90 } }),
    status: 201,
    events: ['staff api_key.created'],
  },
  'POST /api/desk/api-keys/revoke': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.apiKeyId } }),
    events: ['staff api_key.revoked'],
  },
  'GET /api/desk/webhooks': { rights: admin },
  'GET /api/desk/webhooks/messages': { rights: admin, send: ({ e }) => ({ query: { id: e.webhookId } }) },
  'POST /api/desk/webhooks': {
    rights: admin,
    send: () => ({ body: { url: 'https://hooks.example/', events: ['invoice.paid'] } }),
    status: 201,
    events: ['staff webhook.created'],
  },
  'POST /api/desk/webhooks/change-secret': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.webhookId } }),
    events: ['staff webhook.secret_changed'],
  },
  'POST /api/desk/webhooks/enable': {
    rights: admin,
    send: async ({ e, database }) => {
      await execute(database, sql`UPDATE webhook_endpoints SET disabled_at = now() WHERE id = ${e.webhookId}`);
      return { body: { id: e.webhookId } };
    },
    events: ['staff webhook.enabled'],
  },
  'POST /api/desk/webhooks/remove': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.webhookId } }),
    events: ['staff webhook.removed'],
  },
  'POST /api/desk/webhooks/send-test': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.webhookId } }),
    silent: 'The list of messages shows it, for 30 days.',
  },
  'POST /api/desk/webhooks/resend': {
    rights: admin,
    send: ({ e }) => ({ body: { id: e.webhookMessageId } }),
    silent: 'The list of messages shows it, for 30 days.',
  },
  'GET /api/desk/reminders': { rights: readers, send: ({ e }) => ({ query: { customerId: e.customerId } }) },
  'POST /api/desk/reminders/set': {
    rights: ['accounts', 'records'],
    send: ({ e }) => ({ body: { customerId: e.customerId, days: [-7, 0] } }),
    events: ['staff reminders.changed @'],
  },

  // Leads and the newsletter.
  'GET /api/desk/leads': { rights: support },
  'GET /api/desk/leads/counts': { rights: support },
  'GET /api/desk/leads/figures': { rights: ['support', 'admin'], send: () => ({ query: { month: '2026-10' } }) },
  'GET /api/desk/leads/detail': {
    rights: support,
    send: ({ e }) => ({ query: { id: e.leadId } }),
    events: ['staff lead.read'],
  },
  'POST /api/desk/leads/mark-read': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.leadId } }),
    silent: 'The event is that of its page, `lead.read`.',
  },
  'POST /api/desk/leads/change': {
    rights: support,
    send: ({ e }) => ({
      body: { id: e.leadId, version: 1, verdict: 'doubtful', status: 'read', assigneeId: e.hostUserId },
    }),
    events: ['staff lead.corrected', 'staff lead.status_changed', 'staff lead.assigned'],
  },
  'POST /api/desk/leads/add-note': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.leadId, body: 'A note' } }),
    status: 201,
    events: ['staff lead.noted'],
  },
  'POST /api/desk/leads/reply': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.leadId, version: 1, body: 'Bonjour' } }),
    status: 201,
    events: ['staff lead.answered'],
  },
  'POST /api/desk/leads/answer-slot': {
    rights: support,
    send: async ({ e, database }) => {
      await execute(
        database,
        sql`INSERT INTO lead_messages (lead_id, kind, author_id, body, slot_state, slot_starts_at, slot_ends_at, slot_sequence)
          VALUES (${e.leadId}, 'sent', ${e.hostUserId}, 'B', 'proposed', now() + interval '3 days', now() + interval '73 hours', 1)`,
      );
      return { body: { id: e.leadId, version: 1, decision: 'declined', body: 'Bonjour' } };
    },
    status: 201,
    events: ['staff lead.slot_answered'],
  },
  'POST /api/desk/leads/convert': {
    rights: support,
    send: ({ e }) => ({ body: { id: e.leadId, customerId: e.customerId } }),
    events: ['staff lead.converted'],
  },
  'GET /api/desk/subscribers/counts': { rights: support },
  'GET /api/desk/subscribers/file': {
    rights: support,
    headers: 'download',
    events: ['staff newsletter.exported'],
  },
  'POST /api/desk/subscribers/remove': {
    rights: support,
    send: async ({ database, e }) => {
      const { rows } = await execute(database, sql`SELECT email FROM subscribers WHERE id = ${e.subscriberId}`);
      return { body: { email: rows[0]?.email } };
    },
    events: ['staff newsletter.unsubscribed'],
  },

  // Appointments.
  'GET /api/desk/appointments': {
    rights: hosts,
    send: () => ({ query: { from: '2031-01-13T00:00:00Z', until: '2031-01-20T00:00:00Z' } }),
  },
  'GET /api/desk/appointments/slots': {
    rights: hosts,
    send: () => ({ query: { kind: 'general', from: '2031-01-13T00:00:00Z', until: '2031-01-20T00:00:00Z' } }),
    guardOnly: 'Free times are public.',
  },
  'POST /api/desk/appointments/reschedule': {
    rights: hosts,
    send: ({ e }) => ({ body: { id: e.appointmentId, startsAt: freeHour() } }),
    events: ['staff appointment.rescheduled'],
  },
  'POST /api/desk/appointments/cancel': {
    rights: hosts,
    send: ({ e }) => ({ body: { id: e.appointmentId } }),
    events: ['staff appointment.cancelled'],
  },
  'GET /api/desk/appointments/of-domain': { rights: hosts, send: () => ({ query: { domain: 'x.example' } }) },
  'POST /api/desk/appointments/cancel-domain': {
    rights: hosts,
    send: async ({ e, database }) => {
      await execute(
        database,
        sql`UPDATE appointments SET user_id = NULL, customer_id = NULL WHERE id = ${e.appointmentId}`,
      );
      return { body: { domain: 'x.example', ids: [e.appointmentId] } };
    },
    events: ['staff appointment.cancelled'],
  },
  'POST /api/desk/appointments/finish': {
    rights: hosts,
    send: ({ e }) => ({ body: { id: e.begunAppointmentId, outcome: 'done' } }),
    events: ['staff appointment.finished'],
  },
  'GET /api/desk/hosts': { rights: [...hosts, 'admin'] },
  'POST /api/desk/hosts/change': {
    rights: [...hosts, 'admin'],
    send: ({ e }) => ({ body: { zone: 'Africa/Tunis', userId: e.hostUserId, version: 1 } }),
    events: ['staff host.changed'],
  },
  'POST /api/desk/hosts/set-exception': {
    rights: [...hosts, 'admin'],
    send: ({ e }) => ({ body: { userId: e.hostUserId, day: '2031-01-13', hours: [] } }),
    events: ['staff host.changed'],
  },
  'POST /api/desk/calendar-feeds': { rights: hosts, events: ['staff host.feed_created'], guardOnly: ownCalendar },
  'POST /api/desk/calendar-feeds/revoke': {
    rights: hosts,
    events: ['staff host.feed_revoked'],
    guardOnly: ownCalendar,
  },
};
