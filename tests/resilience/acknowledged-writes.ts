import { randomUUID } from 'node:crypto';
import type { RunningServer } from '#tests/support/server.ts';

export interface AcknowledgedTicket {
  subject: string;
  number: string;
  customerId: string;
}

/** The writes that clients got a success response for, recorded outside of the server: none of them may be lost. */
export class AcknowledgedWrites {
  readonly tickets = new Map<string, AcknowledgedTicket>();
  readonly #violations = new Map<string, number>();

  acknowledgeTicket(ticket: AcknowledgedTicket): void {
    const before = this.tickets.get(ticket.subject);
    if (before !== undefined && before.number !== ticket.number)
      this.addViolation('one ticket was acknowledged with two numbers');
    this.tickets.set(ticket.subject, ticket);
  }

  /** Compares the tickets that are stored with those that were acknowledged to some customers. */
  checkTickets(stored: AcknowledgedTicket[], customerIds: Set<string>, where: string): void {
    const bySubject = Map.groupBy(stored, ({ subject }) => subject);
    for (const [, same] of bySubject)
      if (same.length > 1) this.addViolation(`${where}: a ticket is stored ${same.length} times`);
    for (const { subject, number, customerId } of this.tickets.values()) {
      if (!customerIds.has(customerId)) continue;
      const [found] = bySubject.get(subject) ?? [];
      if (found === undefined) this.addViolation(`${where}: an acknowledged ticket is lost`);
      else if (found.number !== number || found.customerId !== customerId)
        this.addViolation(`${where}: a ticket differs from what was acknowledged`);
    }
  }

  addViolation(violation: string): void {
    this.#violations.set(violation, (this.#violations.get(violation) ?? 0) + 1);
  }

  get violations(): string[] {
    return [...this.#violations].map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`));
  }
}

interface Sent {
  key: string;
  subject: string;
}

const subjectPrefix = 'Load ';

/** Clients of one user that create tickets as fast as they can. */
export class TicketLoad {
  readonly writes = new AcknowledgedWrites();
  /** Sent without a response: they are sent again with the same idempotency key. */
  readonly unanswered = new Map<string, Sent>();
  /** Statuses other than 201, with their number. */
  readonly otherStatuses = new Map<number, number>();
  resent = 0;
  readonly #description: string;

  constructor(description = 'Created under load') {
    this.#description = description;
  }

  get acknowledged(): number {
    return this.writes.tickets.size;
  }

  /** Runs until the server does not answer, or until `isOver`. */
  async run(
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
          const sent = again.shift() ?? { key: randomUUID(), subject: `${subjectPrefix}${randomUUID()}` };
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
      const response = await server.post('/api/portal/tickets', body, { Cookie: cookie, 'Idempotency-Key': key });
      const { ticketNumber } = (await response.json()) as { ticketNumber: string };
      if (response.status === 201) this.writes.acknowledgeTicket({ subject, number: ticketNumber, customerId: '' });
      else this.otherStatuses.set(response.status, (this.otherStatuses.get(response.status) ?? 0) + 1);
      // A 503 acknowledges nothing: the ticket is sent again.
      if (response.status < 500) this.unanswered.delete(key);
      return response.status < 500;
    } catch {
      return false;
    }
  }

  /** Every acknowledged ticket must be listed exactly once. */
  async findViolations(server: RunningServer, cookie: string): Promise<string[]> {
    const stored: AcknowledgedTicket[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const response = await server.fetch(`/api/portal/tickets?limit=500${cursor && `&cursor=${cursor}`}`, {
        headers: { Cookie: cookie },
      });
      const page = (await response.json()) as {
        items: { subject: string; ticketNumber: string }[];
        nextCursor: string | null;
      };
      for (const { subject, ticketNumber } of page.items)
        if (subject.startsWith(subjectPrefix)) stored.push({ subject, number: ticketNumber, customerId: '' });
      cursor = page.nextCursor;
    }
    this.writes.checkTickets(stored, new Set(['']), 'tickets');
    return this.writes.violations;
  }
}
