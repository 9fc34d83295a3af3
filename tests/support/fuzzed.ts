import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { hashToken } from '#api/lib/hash-token.ts';
import { bankAccounts, bankNotices, invoiceIbanRequests } from '#modules/bank/server/bank-schema.ts';
import { cannedReplies, pendingReplies } from '#api/db/conversation-schema.ts';
import { attachments, inboundMails } from '#api/db/file-schema.ts';
import {
  calendarFeeds,
  contracts,
  customers,
  invitations,
  invoices,
  licenses,
  paymentAllocations,
  payments,
  recordFiles,
  tickets,
} from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { plain } from '#tests/fixtures/invoices/facts.ts';
import { assertDefined, fileSettings, makeCustomer, makeUser } from './api.ts';
import { makeFuzzedAppointments } from './appointments.ts';
import { ibans, newAccount } from './bank.ts';
import type { TestDatabase } from './database.ts';
import { makeFuzzedIntegration } from './fuzzed-integration.ts';
import { makeFuzzedLead } from './leads.ts';

/** Values that exist, for fields that name something. */
export type Existing = Record<
  | 'id'
  | 'token'
  | 'userId'
  | 'customerId'
  | 'ticketId'
  | 'intoId'
  | 'openTicketId'
  | 'invoiceId'
  | 'cannedReplyId'
  | 'pendingReplyId'
  | 'colleague'
  | 'paymentId'
  | 'allocationId'
  | 'contractId'
  | 'licenseId'
  | 'recordFileId'
  | 'bankAccountId'
  | 'invoiceIbanId'
  | 'bankAlarmId'
  | 'calendarFile'
  | 'appointmentId'
  | 'begunAppointmentId'
  | 'hostUserId'
  | 'leadId'
  | 'subscriberId'
  | 'fileId'
  | 'sentFileId'
  | 'mailId'
  | 'apiKey'
  | 'apiKeyId'
  | 'webhookId'
  | 'webhookMessageId'
  | 'recordNumber',
  string
>;

const files = openFiles(fileSettings);
async function* chunksOf(text: string) {
  yield Buffer.from(text);
}

const numberOf = (customerId: string) => `F-${customerId}`;
/** The XML of the invoice that was read for the customer. */
export const documentOf = (customerId: string) => frenchCii({ ...plain, number: numberOf(customerId) });

/** The file of that invoice, which is only known by its hash until then. */
export const storeDocument = async (customerId: string) =>
  files.storage.store(customerId, await receiveFile(files, chunksOf(documentOf(customerId))));

/** An owner with a colleague, a staff member with a reply that waits, an invitation that was sent and one that was received. */
export async function makeFuzzed(database: TestDatabase, staffId: string) {
  const { id: customerId, cookie, email, userId: ownerId } = await makeCustomer(database, 'Fuzzed');
  const other = await makeCustomer(database, 'Inviting');
  const { userId, email: colleague } = await makeUser(database, { customerId, roles: ['requester'] });
  const token = randomBytes(24).toString('base64url');
  const common = { roles: ['billing' as const], locale: 'en', expiresAt: '2999-01-01T00:00:00Z' };
  const id = await asOperator(database, async (tx) => {
    await tx.update(customers).set({ siren: '123456782' }).where(eq(customers.id, customerId));
    const sent = { ...common, customerId, email: `sent.${email}`, tokenHash: hashToken(`sent ${token}`) };
    const received = { ...common, customerId: other.id, email, tokenHash: hashToken(token) };
    const rows = await tx.insert(invitations).values([sent, received]).returning({ id: invitations.id });
    return assertDefined(rows[0]).id;
  });
  const [ticketId, intoId, openTicketId, pendingReplyId, cannedReplyId, invoiceId] = await asOperator(
    database,
    async (tx) => {
      const newTicket = async (status = 'resolved') => {
        const ticketNumber = `TKT-${randomInt(2 ** 40)}`;
        const ticket = { customerId, ticketNumber, subject: 's', description: 'd', status };
        return assertDefined((await tx.insert(tickets).values(ticket).returning({ id: tickets.id }))[0]).id;
      };
      const canned = { title: randomBytes(9).toString('hex'), body: 'b' };
      const newPending = async (of: string) => {
        const reply = {
          ticketId: of,
          authorId: staffId,
          body: 'b',
          request: { version: 1 },
          publishAt: common.expiresAt,
        };
        return assertDefined((await tx.insert(pendingReplies).values(reply).returning({ id: pendingReplies.id }))[0])
          .id;
      };
      const newInvoice = async () => {
        const invoice = { customerId, amount: '1', number: numberOf(customerId) };
        const made = assertDefined((await tx.insert(invoices).values(invoice).returning({ id: invoices.id }))[0]).id;
        const sha256 = createHash('sha256').update(documentOf(customerId)).digest('hex');
        const read = {
          fileName: 'a.xml',
          contentType: 'application/xml',
          size: 1,
          sha256,
          state: 'unscanned' as const,
        };
        await tx.insert(recordFiles).values({ ...read, customerId, invoiceId: made });
        return made;
      };
      const openId = await newTicket('open');
      return [
        await newTicket(),
        await newTicket(),
        openId,
        await newPending(openId),
        assertDefined((await tx.insert(cannedReplies).values(canned).returning({ id: cannedReplies.id }))[0]).id,
        await newInvoice(),
      ] as const;
    },
  );
  const [paymentId, allocationId] = await asOperator(database, async (tx) => {
    const payment = {
      customerId,
      amount: '9',
      paymentReference: 'P',
      paymentDate: '2026-01-01',
      paymentMethod: 'check',
    };
    const [paid] = await tx
      .insert(payments)
      .values({ ...payment, status: 'completed' })
      .returning({ id: payments.id });
    const [settled] = await tx.insert(invoices).values({ customerId, amount: '5' }).returning({ id: invoices.id });
    const part = { customerId, invoiceId: assertDefined(settled).id, paymentId: assertDefined(paid).id, amount: '2' };
    const [allocated] = await tx.insert(paymentAllocations).values(part).returning({ id: paymentAllocations.id });
    return [part.paymentId, assertDefined(allocated).id] as const;
  });
  const original = await receiveFile(files, chunksOf('From: a@x.example\n\nHello'));
  await files.storage.store('mail', original);
  await files.storage.store(customerId, await receiveFile(files, chunksOf('text')));
  const stored = { contentType: 'text/plain', size: 4, sha256: createHash('sha256').update('text').digest('hex') };
  const file = {
    ...stored,
    ticketId,
    customerId,
    fileName: 'a.txt',
    state: 'unscanned' as const,
    uploadedBy: ownerId,
  };
  const mail = {
    sha256: original.sha256,
    size: original.size,
    sender: '',
    recipients: [],
    subject: '',
    fullText: 'Hello',
  };
  const [fileId, sentFileId, mailId] = await asOperator(database, async (tx) => {
    const [draft, sent] = await tx
      .insert(attachments)
      .values([file, { ...file, attachedAt: '2026-01-01T00:00:00Z' }])
      .returning({ id: attachments.id });
    const [held] = await tx
      .insert(inboundMails)
      .values([
        { ...mail, deliveryKey: randomBytes(32).toString('hex'), state: 'held', reason: 'no_token' },
        { ...mail, deliveryKey: randomBytes(32).toString('hex'), state: 'published', ticketId },
      ])
      .returning({ id: inboundMails.id });
    return [assertDefined(draft).id, assertDefined(sent).id, assertDefined(held).id] as const;
  });
  const secret = randomBytes(32).toString('base64url');
  const [contractId, licenseId, recordFileId] = await asOperator(database, async (tx) => {
    const feed = { userId: ownerId, customerId, secretHash: hashToken(secret) };
    await tx.insert(calendarFeeds).values(feed);
    const contract = { customerId, contractNumber: numberOf(customerId), title: 'C' };
    const [made] = await tx.insert(contracts).values(contract).returning({ id: contracts.id });
    const license = { customerId, productName: 'P', licenseKey: 'K', licenseType: 'trial' };
    const [licensed] = await tx.insert(licenses).values(license).returning({ id: licenses.id });
    const signed = { ...stored, customerId, contractId: made?.id, fileName: 'a.pdf', contentType: 'application/pdf' };
    const [kept] = await tx
      .insert(recordFiles)
      .values({ ...signed, state: 'clean' })
      .returning({ id: recordFiles.id });
    return [assertDefined(made).id, assertDefined(licensed).id, assertDefined(kept).id] as const;
  });
  return {
    cookie,
    existing: {
      contractId,
      licenseId,
      recordFileId,
      calendarFile: `${secret}.ics`,
      ...(await makeBankAccount(database, customerId)),
      ...(await makeFuzzedIntegration(database, customerId, numberOf(customerId))),
      ...(await makeFuzzedLead(database)),
      ...(await makeFuzzedAppointments(database, {
        staffId,
        userId: ownerId,
        customerId,
        token,
        feedHash: hashToken(secret),
      })),
      id,
      token,
      userId,
      customerId,
      ticketId,
      intoId,
      openTicketId,
      invoiceId,
      paymentId,
      allocationId,
      cannedReplyId,
      pendingReplyId,
      colleague,
      fileId,
      sentFileId,
      mailId,
    },
  };
}

/** An account that somebody else has proposed, and one with an alarm. */
async function makeBankAccount(database: TestDatabase, customerId: string) {
  return asOperator(database, async (tx) => {
    await tx.delete(bankAccounts);
    const proposed = { ...newAccount(ibans[0]), proposedBy: randomUUID(), proposedAt: '2026-01-01T00:00:00Z' };
    const [open] = await tx.insert(bankAccounts).values(proposed).returning({ id: bankAccounts.id });
    const approved = {
      ...proposed,
      iban: ibans[1],
      approvedBy: randomUUID(),
      approvedAt: '2026-01-02T00:00:00Z',
      activeFrom: '2026-01-05T00:00:00Z',
    };
    const [blocked] = await tx.insert(bankAccounts).values(approved).returning({ id: bankAccounts.id });
    const notice = { accountId: assertDefined(blocked).id, alarmAt: '2026-01-03T00:00:00Z' };
    const [alarm] = await tx
      .insert(bankNotices)
      .values({ ...notice, tokenHash: hashToken(randomUUID()) })
      .returning({ id: bankNotices.id });
    const asked = {
      customerId,
      number: 'F-1',
      iban: ibans[2],
      gross: '1.00',
      currency: 'EUR',
      requestedBy: randomUUID(),
    };
    await tx.delete(invoiceIbanRequests);
    const [request] = await tx.insert(invoiceIbanRequests).values(asked).returning({ id: invoiceIbanRequests.id });
    return {
      invoiceIbanId: assertDefined(request).id,
      bankAccountId: assertDefined(open).id,
      bankAlarmId: assertDefined(alarm).id,
    };
  });
}
