/** What an actor saw, by actor. */
export interface Tally {
  asked: number;
  done: number;
  refused: number;
  unavailable: number;
  unanswered: number;
}

export interface ToldTicket {
  customerId: string;
  subject: string;
  number: string;
}

/** What was acknowledged and what was wrong, written down outside of the servers: the truth that they are held to. */
export class AcknowledgedWrites {
  readonly tallies = new Map<string, Tally>();
  readonly tickets = new Map<string, ToldTicket>();
  /** Ids of invoices whose import was acknowledged. */
  readonly imported = new Set<string>();
  /** Addresses whose sign-up was acknowledged: each is owed a mail. */
  readonly signedUp = new Set<string>();
  readonly events = new Map<string, number>();
  readonly #breaches = new Map<string, number>();

  tally(actor: string): Tally {
    const tally = this.tallies.get(actor) ?? { asked: 0, done: 0, refused: 0, unavailable: 0, unanswered: 0 };
    this.tallies.set(actor, tally);
    return tally;
  }

  count(event: string): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1);
  }

  breach(what: string): void {
    this.#breaches.set(what, (this.#breaches.get(what) ?? 0) + 1);
  }

  /** A number was told: it must be the only one for this subject. */
  told(ticket: ToldTicket): void {
    const before = this.tickets.get(ticket.subject);
    if (before !== undefined && before.number !== ticket.number) this.breach('one ticket was told under two numbers');
    this.tickets.set(ticket.subject, ticket);
  }

  get breaches(): string[] {
    return [...this.#breaches].map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`));
  }
}
