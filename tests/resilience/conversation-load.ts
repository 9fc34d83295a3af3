import { randomBytes, randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import type { ReceivedMail } from '#tests/support/mail-server.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { AcknowledgedConversation, hashOf, mailInKey, type MailPurpose } from './acknowledged-conversation.ts';

interface SentReply {
  key: string;
  text: string;
  fileIds: string[];
}

interface SentMail {
  way: 'http' | 'lmtp';
  raw: Buffer;
  recipients: string[];
  purpose: MailPurpose;
}

interface LoadOptions {
  /** The signed-in user's email address. */
  email: string;
  lmtpPort: number;
  /** What the server sent, whose reply addresses are used. */
  received: readonly ReceivedMail[];
}

const replyAddress = /reply\+[a-z2-7]{26}@support\.example/;
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

/** Clients of one user that open tickets, upload files, reply with them, and deliver mails, as fast as they can. */
export class ConversationLoad extends AcknowledgedConversation {
  /** Subjects of urgent tickets, whose receipt is mailed at once. */
  readonly tickets = new Set<string>();
  /** Sent without a response, and sent again after a restart: replies with their idempotency key, mails as they were. */
  readonly unansweredReplies = new Map<string, SentReply>();
  readonly unansweredMails = new Map<string, SentMail>();
  readonly otherStatuses = new Map<string, number>();
  resent = 0;
  byLmtp = 0;
  #ticketId: string | undefined;
  readonly #options: LoadOptions;

  constructor(options: LoadOptions) {
    super();
    this.#options = options;
  }

  get unanswered(): number {
    return this.unansweredReplies.size + this.unansweredMails.size;
  }

  /** The reply address of each ticket whose receipt has arrived. */
  get replyAddresses(): Map<string, string> {
    const found = [...this.tickets].flatMap((subject) => {
      const receipt = this.#options.received.find(({ readable }) => readable.includes(subject));
      const address = replyAddress.exec(receipt?.raw ?? '')?.[0];
      return address === undefined ? [] : [[subject, address] as const];
    });
    return new Map(found);
  }

  /** Until every client finds the server gone, or itself over a rate limit. */
  async run(server: RunningServer, cookie: string, clients: number): Promise<void> {
    await this.#openUrgentTicket(server, cookie);
    await this.resend(server, cookie);
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (;;) {
          const fileId = await this.#upload(server, cookie);
          if (fileId === undefined) return;
          const sent = { key: randomUUID(), text: `Reply ${randomUUID()}`, fileIds: [fileId] };
          if (!(await this.#reply(server, cookie, sent))) return;
          for (const way of ['http', 'lmtp'] as const)
            if (!(await this.#deliver(server, this.#newMail(way, pick([...this.replyAddresses.values()]))))) return;
        }
      }),
    );
  }

  async resend(server: RunningServer, cookie: string): Promise<void> {
    this.resent += this.unanswered;
    for (const sent of this.unansweredReplies.values()) await this.#reply(server, cookie, sent);
    for (const sent of this.unansweredMails.values()) await this.#deliver(server, sent);
  }

  /** A reply by mail to every ticket whose receipt has arrived. Returns the hashes of the mails. */
  async replyToReceipts(server: RunningServer): Promise<string[]> {
    const hashes: string[] = [];
    for (const address of this.replyAddresses.values()) {
      const sent = this.#newMail('lmtp', address, false);
      hashes.push(hashOf(sent.raw));
      await this.#deliver(server, sent);
    }
    return hashes;
  }

  async #openUrgentTicket(server: RunningServer, cookie: string): Promise<void> {
    const subject = `Urgent-${randomBytes(6).toString('hex')}`;
    const body = { subject, description: 'Its receipt has a reply address', priority: 'urgent' };
    const response = await server.post('/api/portal/tickets', body, { Cookie: cookie });
    if (response.status === 201) this.tickets.add(subject);
    else this.#countOther('ticket', response.status);
  }

  async #ticket(server: RunningServer, cookie: string): Promise<string> {
    if (this.#ticketId !== undefined) return this.#ticketId;
    const body = { subject: 'Under load', description: 'Replies, files and mails' };
    const response = await server.post('/api/portal/tickets', body, { Cookie: cookie });
    const { id } = (await response.json()) as { id: string };
    return (this.#ticketId ??= id);
  }

  async #upload(server: RunningServer, cookie: string): Promise<string | undefined> {
    try {
      const id = await this.#ticket(server, cookie);
      const content = Buffer.from(randomBytes(40_000).toString('base64'));
      const response = await server.fetch(`/api/portal/tickets/file?id=${id}&name=load.txt`, {
        method: 'PUT',
        headers: { Origin: server.url, Cookie: cookie, 'Content-Type': 'application/octet-stream' },
        body: new Uint8Array(content),
      });
      const { id: fileId } = (await response.json()) as { id: string };
      if (response.status !== 201) return this.#countOther('upload', response.status);
      this.uploads.set(fileId, hashOf(content));
      return fileId;
    } catch {
      return undefined;
    }
  }

  async #reply(server: RunningServer, cookie: string, sent: SentReply): Promise<boolean> {
    const { key, text, fileIds } = sent;
    this.unansweredReplies.set(key, sent);
    try {
      const body = { id: await this.#ticket(server, cookie), body: text, fileIds };
      const response = await server.post('/api/portal/tickets/reply', body, { Cookie: cookie, 'Idempotency-Key': key });
      await response.text();
      if (response.status === 201) this.replies.set(text, fileIds);
      else this.#countOther('reply', response.status);
      this.unansweredReplies.delete(key);
      return response.status !== 429;
    } catch {
      return false;
    }
  }

  /** Without a reply address, and sometimes with a forged sender, it must be held. */
  #newMail(way: SentMail['way'], address: string | undefined, isForged = Math.random() < 0.3): SentMail {
    const text = `By mail ${randomUUID()}`;
    const From = isForged ? 'forger@client.example' : this.#options.email;
    const raw = mail({ From, 'Message-ID': `<${randomUUID()}@mail.client.example>` }, `${text}\r\n`);
    if (address === undefined) return { way, raw, recipients: ['support@support.example'], purpose: 'hold' };
    return { way, raw, recipients: [address], purpose: isForged ? 'hold' : { reply: text } };
  }

  async #deliver(server: RunningServer, sent: SentMail): Promise<boolean> {
    const hash = hashOf(sent.raw);
    this.unansweredMails.set(hash, sent);
    try {
      const isKept = sent.way === 'http' ? await this.#post(server, sent) : await this.#deliverByLmtp(sent);
      if (isKept) {
        this.mails.set(hash, sent.purpose);
        this.unansweredMails.delete(hash);
      }
      return true;
    } catch {
      return false;
    }
  }

  async #post(server: RunningServer, { raw, recipients: [recipient = ''] }: SentMail): Promise<boolean> {
    const query = new URLSearchParams({ sender: 'a@mail.example', recipient });
    const response = await server.fetch(`/api/mail/inbound?${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${mailInKey}` },
      body: new Uint8Array(raw),
    });
    await response.text();
    if (response.status !== 200) this.#countOther('mail', response.status);
    return response.status === 200;
  }

  /** Kept if the response for its recipient is 250. A 421 is right while all places are taken, a 452 beyond the limits. */
  async #deliverByLmtp({ raw, recipients }: SentMail): Promise<boolean> {
    const transport = createTransport({
      lmtp: true,
      host: '127.0.0.1',
      port: this.#options.lmtpPort,
      ignoreTLS: true,
    });
    try {
      const { accepted } = await transport.sendMail({ envelope: { from: 'a@mail.example', to: recipients }, raw });
      this.byLmtp += accepted.length;
      return accepted.length === recipients.length;
    } catch (error) {
      const { responseCode } = error as { responseCode?: number };
      if (responseCode === undefined) throw error;
      if (![421, 452].includes(responseCode)) this.#countOther('LMTP', responseCode);
      return false;
    } finally {
      transport.close();
    }
  }

  // A 429 acknowledges nothing, and is right on a fast machine.
  #countOther(what: string, status: number): undefined {
    if (status === 429) return;
    const name = `${what} ${status}`;
    this.otherStatuses.set(name, (this.otherStatuses.get(name) ?? 0) + 1);
  }
}
