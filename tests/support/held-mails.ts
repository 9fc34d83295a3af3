import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { acceptMail } from '#api/services/mail-in/accept-mail.ts';
import { readReceived } from '#api/services/mail-in/read-received.ts';
import { mail, multipart, text } from '#tests/fixtures/mails/build-mail.ts';
import type { Api } from './api.ts';
import type { TestDatabase } from './database.ts';
import { setUpDesk } from './desk.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'held-mails-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const domain = 'support.example';
const mailIn = { mailInKey: 'a key of at least thirty-two characters', mailInDomain: domain };
/** For the server that receives mails. */
export const settings = { readLimit: 0, ticketLimit: 0, dataDir, ...mailIn, mailInAddresses: ['support'] };

/** Mails of a customer that wait for staff, who publish them in tickets. */
export async function setUpHeldMails(database: TestDatabase, api: Api, customer: { email: string; cookie: string }) {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  const visitor = portal(customer);
  const reader = createMailReader({ cpuMs: 1_000 });
  const deps = {
    database,
    reader,
    log: createLog('silent'),
    files: openFiles({ dataDir, s3Url: undefined, clamd: undefined }),
    policy: {
      siteHost: 'portal.example',
      ownAddresses: ['noreply@portal.example'],
      authservId: 'mx.portal.example',
      domain,
      addresses: ['support'],
    },
  };
  const staff = await desk({ permissions: ['support'] });
  afterAll(() => reader.close());

  const run = (statement: string) => asOperator(database, async (tx) => (await tx.execute(sql.raw(statement))).rows);
  let serial = 0;
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  const [headers, content] = multipart('mixed', [
    text('It is back.'),
    { type: 'application/pdf', name: 'photo.pdf', content: pdf },
  ]);
  const proof = { 'Authentication-Results': `mx.portal.example; dkim=pass header.d=${customer.email.split('@')[1]}` };
  /** A mail without a reply address, held for staff. `isVerified`: the mail server has verified its sender. */
  const hold = async (isVerified: boolean) => {
    const id = `<${(serial += 1)}-${Date.now()}@x.example>`;
    const raw = mail({ From: customer.email, 'Message-ID': id, ...headers, ...(isVerified && proof) }, content);
    const envelope = { sender: 'a@x.example', recipients: [`support@${domain}`] };
    const bytes = (async function* bytes() {
      yield raw;
    })();
    await acceptMail(deps, { envelope, content: bytes });
    const [row] = await run(`SELECT id FROM inbound_mails WHERE state = 'received'`);
    const mailId = String(row?.['id']);
    expect(await readReceived(deps, mailId)).toEqual({ state: 'held', reason: 'no_token' });
    return mailId;
  };
  const open = async () =>
    (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body.id as string;
  const ticketOf = async (id: string) => (await visitor.get(`/api/portal/tickets/detail?id=${id}`)).body;
  const itemsOf = async (id: string) => (await visitor.get(`/api/portal/tickets/thread?id=${id}`)).body.items;
  const messagesOf = async (id: string) =>
    (await itemsOf(id)).filter(
      ({ kind, author }: { kind: string; author: { kind: string } }) =>
        kind === 'message' && author.kind === 'customer',
    );
  const publish = async (id: string, ticketId: string) => {
    const published = await staff.post('/api/desk/mails/publish', { id, ticketId, body: 'It is back.' });
    expect(published.status, JSON.stringify(published.body)).toBe(200);
    return published.body;
  };
  const proven = { kind: 'customer', name: customer.email, isYou: true };
  const unverified = { kind: 'customer', name: customer.email, isYou: false, isUnverified: true };
  return {
    eventsOf,
    hold,
    itemsOf,
    messagesOf,
    open,
    proven,
    publish,
    run,
    staff,
    ticketOf,
    unverified,
    visitor,
  };
}
