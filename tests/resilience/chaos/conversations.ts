import { randomBytes, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import { hashOf, mailInKey, type MailPurpose } from '#tests/resilience/acknowledged-conversation.ts';
import {
  type ChaosRequest,
  type ChaosResponse,
  type ChaosRun,
  type Client,
  expectStatus,
  newInternalText,
  parseJson,
  pick,
  repeat,
  sendAs,
} from './client.ts';
import { createTicket, newDraft, nextWriter } from './load.ts';
import type { Customer } from './target.ts';

const client = 'conversations';
const isUnanswered = (response: ChaosResponse | undefined) =>
  response === undefined || response.status === 503 || response.status === 507;

/** Sent until there is a response, with the same idempotency key: each text must be stored once. */
interface Pending {
  message: ChaosRequest;
  /** The customer of the ticket. */
  customer: Customer;
  statuses: number[];
  acknowledge: () => void;
}

async function sendPending(chaos: ChaosRun, { message, customer, statuses, acknowledge }: Pending): Promise<boolean> {
  const response = await sendAs(chaos, client, message, customer);
  if (isUnanswered(response)) return false;
  if (expectStatus(chaos, client, response, 201, ...statuses) && response?.status === 201) acknowledge();
  return true;
}

/** A ticket with a file, a reply sent once or twice, a note and a reply of staff, and what its customer sees of them. */
export const conversations: Client = {
  name: client,
  run: async (chaos) => {
    const open: Pending[] = [];
    await repeat(chaos, 60, async () => {
      const again = open.shift();
      if (again !== undefined && !(await sendPending(chaos, again))) open.push(again);
      const customer = nextWriter(chaos);
      const ticketId = (await createTicket(chaos, client, newDraft(customer)))?.id;
      if (ticketId === undefined) return;
      const fileId = await upload(chaos, customer, ticketId);
      const reply = newReply(chaos, customer, ticketId, fileId);
      const sent = await Promise.all(Array.from({ length: pick([1, 1, 2]) }, () => sendPending(chaos, reply)));
      if (sent.includes(false)) open.push(reply);
      const note = newNote(chaos, customer, ticketId);
      if (!(await sendPending(chaos, note))) open.push(note);
      const version = await readTicket(chaos, customer, ticketId);
      if (version === undefined) return;
      const deskReply = newDeskReply(chaos, customer, { id: ticketId, version });
      if (!(await sendPending(chaos, deskReply))) open.push(deskReply);
    });
  },
};

/** Half of them are followed by one that is cut. */
async function upload(chaos: ChaosRun, customer: Customer, ticketId: string): Promise<string | undefined> {
  const conversation = chaos.results.conversationOf(chaos.target);
  const content = Buffer.from(randomBytes(1500).toString('base64'));
  const put = (name: string, more: Partial<ChaosRequest> = {}) => {
    const path = `/api/portal/tickets/file?id=${ticketId}&name=${name}`;
    const headers = { Cookie: customer.cookie, 'Content-Type': 'application/octet-stream' };
    return sendAs(chaos, client, { method: 'PUT', path, body: content, headers, ...more }, customer);
  };
  const response = await put('load.txt');
  if (pick([true, false])) {
    const name = `cut-${randomUUID()}.txt`;
    conversation.cutUploads.add(name);
    await put(name, { isCut: true });
  }
  if (!expectStatus(chaos, client, response, 201) || response === undefined) return undefined;
  const { id } = parseJson<{ id: string }>(response);
  conversation.uploads.set(id, hashOf(content));
  const path = `/api/portal/tickets/file?id=${id}`;
  const downloaded = await sendAs(chaos, client, { path, headers: { Cookie: customer.cookie } }, customer);
  if (expectStatus(chaos, client, downloaded, 200) && downloaded?.text !== content.toString())
    chaos.results.addViolation(`${chaos.target.name}: a download differs from its upload`);
  const stranger = chaos.target.customers[0];
  const stolen = await sendAs(chaos, client, { path, headers: { Cookie: stranger?.cookie } }, stranger);
  expectStatus(chaos, client, stolen, 404);
  return id;
}

function newReply(chaos: ChaosRun, customer: Customer, ticketId: string, fileId: string | undefined): Pending {
  const text = `Reply ${customer.marker} ${randomUUID()}`;
  const fileIds = fileId === undefined ? [] : [fileId];
  const headers = { Cookie: customer.cookie, 'Idempotency-Key': randomUUID() };
  const body = { id: ticketId, body: text, fileIds };
  return {
    message: { method: 'POST', path: '/api/portal/tickets/reply', body, headers },
    customer,
    statuses: [],
    acknowledge: () => chaos.results.conversationOf(chaos.target).replies.set(text, fileIds),
  };
}

function newNote(chaos: ChaosRun, customer: Customer, ticketId: string): Pending {
  const text = newInternalText();
  const headers = { Cookie: chaos.target.deskCookie, 'Idempotency-Key': randomUUID() };
  return {
    message: { method: 'POST', path: '/api/desk/tickets/add-note', body: { id: ticketId, body: text }, headers },
    customer,
    statuses: [],
    acknowledge: () => chaos.results.conversationOf(chaos.target).notes.add(text),
  };
}

/** A 409 if a reply of the customer was written meanwhile. */
function newDeskReply(chaos: ChaosRun, customer: Customer, ticket: { id: string; version: number }): Pending {
  const text = `Staff ${customer.marker} ${randomUUID()}`;
  const headers = { Cookie: chaos.target.deskCookie, 'Idempotency-Key': randomUUID() };
  const body = { ...ticket, body: text, next: pick(['reply', 'ask', 'resolve']) };
  return {
    message: { method: 'POST', path: '/api/desk/tickets/reply', body, headers },
    customer,
    statuses: [409],
    acknowledge: () => chaos.results.conversationOf(chaos.target).replies.set(text, []),
  };
}

/** All that the customer sees of it; returns its version. */
async function readTicket(chaos: ChaosRun, customer: Customer, ticketId: string): Promise<number | undefined> {
  const read = async (path: string) => {
    const headers = { Cookie: customer.cookie };
    const response = await sendAs(chaos, client, { path: `${path}?id=${ticketId}`, headers }, customer);
    return expectStatus(chaos, client, response, 200) ? response : undefined;
  };
  await read('/api/portal/tickets/thread');
  await read('/api/portal/tickets/files');
  const card = await read('/api/portal/tickets/detail');
  return card && parseJson<{ version: number }>(card).version;
}

const mailClient = 'inbound mails';

/** Replies by mail, some delivered twice at once, and mails that must be held: forged, automatic, without a token. */
export const inboundMails: Client = {
  name: mailClient,
  run: async (chaos) => {
    const unanswered: (() => Promise<boolean>)[] = [];
    await repeat(chaos, 100, async () => {
      const conversation = chaos.results.conversationOf(chaos.target);
      const { raw, recipient, purpose } = newMail(pick(chaos.target.customers));
      const deliver = async () => {
        const response = await sendAs(chaos, mailClient, {
          method: 'POST',
          path: `/api/mail/inbound?sender=bounces@mail.example&recipient=${encodeURIComponent(recipient)}`,
          body: raw,
          headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${mailInKey}`, Origin: undefined },
        });
        const isDone = expectStatus(chaos, mailClient, response, 200, 429);
        if (isDone && response?.status === 200) conversation.mails.set(hashOf(raw), purpose);
        return !isUnanswered(response);
      };
      const again = unanswered.shift();
      if (again !== undefined && !(await again())) unanswered.push(again);
      const delivered = await Promise.all(Array.from({ length: pick([1, 1, 2]) }, deliver));
      if (delivered.includes(false)) unanswered.push(deliver);
    });
  },
};

function newMail({ email, marker, replyAddresses }: Customer): {
  raw: Buffer;
  recipient: string;
  purpose: MailPurpose;
} {
  const text = `By mail ${marker} ${randomUUID()}`;
  const recipient = pick(replyAddresses);
  const ordinary = { From: email, To: recipient, 'Message-ID': `<${randomUUID()}@mail.client.example>` };
  return pick([
    { raw: mail(ordinary, text), recipient, purpose: { reply: text } },
    { raw: mail(ordinary, text), recipient, purpose: { reply: text } },
    { raw: mail({ ...ordinary, From: 'forger@client.example' }, text), recipient, purpose: 'hold' as const },
    { raw: mail({ ...ordinary, 'Auto-Submitted': 'auto-replied' }, text), recipient, purpose: 'hold' as const },
    { raw: mail(ordinary, text), recipient: 'support@support.example', purpose: 'hold' as const },
  ]);
}

const streamClient = 'streams';

/** Opened, read for a moment, and reset: none may stay, and none says more than which tickets changed. */
export const streams: Client = {
  name: streamClient,
  run: (chaos) =>
    repeat(chaos, 150, async () => {
      const tally = chaos.results.tally(streamClient);
      tally.sent += 1;
      const headers = { Cookie: pick(chaos.target.customers).cookie, 'Last-Event-ID': randomUUID() };
      const sent = get(new URL('/api/portal/events', chaos.target.origin()), { agent: false, headers });
      let text = '';
      sent.on('error', () => undefined);
      sent.on('response', (response) => {
        const { statusCode = 0 } = response;
        if (statusCode === 200) tally.done += 1;
        else if (statusCode === 503) tally.unavailable += 1;
        else if (statusCode === 429) tally.rejected += 1;
        else chaos.results.addViolation(`${chaos.target.name}: a stream responded ${statusCode}`);
        response.on('error', () => undefined).setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
      });
      await wait(Math.random() * 1000);
      sent.destroy();
      if (/mark-|internal-/.test(text)) chaos.results.addViolation(`${chaos.target.name}: a stream contained a text`);
    }),
};
