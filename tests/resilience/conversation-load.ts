import { randomBytes, randomUUID } from 'node:crypto';
import { mail } from '#tests/fixtures/mails/build-mail.ts';
import type { RunningServer } from '#tests/support/server.ts';
import { AcknowledgedConversation, hashOf, mailInKey } from './acknowledged-conversation.ts';

interface SentReply {
  key: string;
  text: string;
  fileIds: string[];
}

/** Clients of one user that upload files, reply with them, and deliver mails, as fast as they can. */
export class ConversationLoad extends AcknowledgedConversation {
  /** Sent without a response, and sent again after a restart: replies with their idempotency key, mails as they were. */
  readonly unansweredReplies = new Map<string, SentReply>();
  readonly unansweredMails = new Map<string, Buffer>();
  readonly otherStatuses = new Map<string, number>();
  resent = 0;
  #ticketId: string | undefined;

  get unanswered(): number {
    return this.unansweredReplies.size + this.unansweredMails.size;
  }

  /** Until every client finds the server gone, or itself over a rate limit. */
  async run(server: RunningServer, cookie: string, clients: number): Promise<void> {
    await this.resend(server, cookie);
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (;;) {
          const fileId = await this.#upload(server, cookie);
          if (fileId === undefined) return;
          const sent = { key: randomUUID(), text: `Reply ${randomUUID()}`, fileIds: [fileId] };
          if (!(await this.#reply(server, cookie, sent))) return;
          const subject = `Mail ${randomUUID()}`;
          const raw = mail(
            { Subject: subject, 'Message-ID': `<${randomUUID()}@mail.client.example>` },
            randomBytes(3000),
          );
          if (!(await this.#deliver(server, raw))) return;
        }
      }),
    );
  }

  async resend(server: RunningServer, cookie: string): Promise<void> {
    this.resent += this.unanswered;
    for (const sent of this.unansweredReplies.values()) await this.#reply(server, cookie, sent);
    for (const raw of this.unansweredMails.values()) await this.#deliver(server, raw);
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
      const response = await server.fetch(`/api/portal/ticket/file?id=${id}&name=load.txt`, {
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
      const response = await server.post('/api/portal/ticket/reply', body, { Cookie: cookie, 'Idempotency-Key': key });
      await response.text();
      if (response.status === 201) this.replies.set(text, fileIds);
      else this.#countOther('reply', response.status);
      this.unansweredReplies.delete(key);
      return response.status !== 429;
    } catch {
      return false;
    }
  }

  async #deliver(server: RunningServer, raw: Buffer): Promise<boolean> {
    const hash = hashOf(raw);
    this.unansweredMails.set(hash, raw);
    try {
      const response = await server.fetch('/api/mail/inbound?sender=a@mail.example&recipient=b@support.example', {
        method: 'POST',
        headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${mailInKey}` },
        body: new Uint8Array(raw),
      });
      await response.text();
      if (response.status === 200) this.mails.set(hash, 'hold');
      else this.#countOther('mail', response.status);
      this.unansweredMails.delete(hash);
      return true;
    } catch {
      return false;
    }
  }

  // A 429 acknowledges nothing, and is right on a fast machine.
  #countOther(what: string, status: number): undefined {
    if (status === 429) return;
    const name = `${what} ${status}`;
    this.otherStatuses.set(name, (this.otherStatuses.get(name) ?? 0) + 1);
  }
}
