import { randomUUID } from 'node:crypto';
import type { RunningServer } from '#tests/support/server.ts';

interface Sent {
  key: string;
  subject: string;
}

/** What was answered, written down outside of the server: the truth that it is held to. */
export class Ledger {
  /** Subjects that were answered 201, and the ticket number that was told. */
  readonly told = new Map<string, string>();
  /** Sent, and no answer came: to be sent again under the same key. */
  readonly unanswered = new Map<string, Sent>();
  /** Answers other than 201, with how often they came. */
  readonly others = new Map<number, number>();
  /** How many were sent again, as their first answer never came. */
  resent = 0;
  readonly #description: string;

  constructor(description = 'Made under load') {
    this.#description = description;
  }

  /** Several clients that create tickets one after the other, until the server is gone or `isOver` says so. */
  async load(
    server: RunningServer,
    cookie: string,
    clients: number,
    isOver: () => boolean = () => false,
  ): Promise<void> {
    const again = [...this.unanswered.values()];
    this.resent += again.length;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (!isOver()) {
          const sent = again.shift() ?? { key: randomUUID(), subject: `Ticket ${randomUUID()}` };
          if (!(await this.#create(server, cookie, sent))) return;
        }
      }),
    );
  }

  async #create(server: RunningServer, cookie: string, sent: Sent): Promise<boolean> {
    this.unanswered.set(sent.key, sent);
    try {
      const { subject, key } = sent;
      const body = { subject, description: this.#description, priority: 'low' };
      const answer = await server.post('/api/portal/tickets', body, { Cookie: cookie, 'Idempotency-Key': key });
      const { ticketNumber } = (await answer.json()) as { ticketNumber: string };
      if (answer.status === 201) this.told.set(subject, ticketNumber);
      else this.others.set(answer.status, (this.others.get(answer.status) ?? 0) + 1);
      // A 503 promises nothing: the ticket is sent again.
      if (answer.status < 500) this.unanswered.delete(key);
      return answer.status < 500;
    } catch {
      return false;
    }
  }

  /** Tickets that were told and are not there once and only once, under the number that was told. */
  async breaches(server: RunningServer, cookie: string): Promise<string[]> {
    const found = new Map<string, string[]>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await server.fetch(`/api/portal/tickets?limit=500${cursor && `&cursor=${cursor}`}`, {
        headers: { Cookie: cookie },
      });
      const page = (await answer.json()) as {
        items: { subject: string; ticketNumber: string }[];
        nextCursor: string | null;
      };
      for (const { subject, ticketNumber } of page.items)
        found.set(subject, [...(found.get(subject) ?? []), ticketNumber]);
      cursor = page.nextCursor;
    }
    const wrong = [...this.told].filter(([subject, number]) => found.get(subject)?.join() !== number);
    const twice = [...found].filter(([subject, numbers]) => subject.startsWith('Ticket ') && numbers.length > 1);
    return [...wrong, ...twice].map(
      ([subject, numbers]) => `${subject}: told ${String(numbers)}, found ${found.get(subject)?.join() ?? 'nothing'}`,
    );
  }
}
