import { AcknowledgedWrites } from '#tests/resilience/acknowledged-writes.ts';

/** The responses that one kind of client got. */
export interface Tally {
  sent: number;
  done: number;
  rejected: number;
  unavailable: number;
  unanswered: number;
}

export class ChaosResults extends AcknowledgedWrites {
  readonly tallies = new Map<string, Tally>();
  /** Ids of invoices whose import was acknowledged. */
  readonly importedInvoices = new Set<string>();
  /** Email addresses whose sign-up was acknowledged: each must get a mail. */
  readonly signUps = new Set<string>();
  readonly events = new Map<string, number>();

  tally(client: string): Tally {
    const tally = this.tallies.get(client) ?? { sent: 0, done: 0, rejected: 0, unavailable: 0, unanswered: 0 };
    this.tallies.set(client, tally);
    return tally;
  }

  countEvent(event: string): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1);
  }

  report(seconds: number, notes: string[]): string {
    const cells = (row: (string | number)[]) =>
      row.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(12))).join('');
    const rows = [...this.tallies].map(([client, { sent, done, rejected, unavailable, unanswered }]) =>
      cells([client, sent, done, rejected, unavailable, unanswered]),
    );
    const { violations } = this;
    return [
      `${seconds.toFixed(0)} s`,
      '',
      cells(['client', 'requests', 'done', '4xx', '503', 'no response']),
      ...rows,
      '',
      ...[...this.events].map(([event, times]) => `${event}: ${times}`),
      `acknowledged: ${this.tickets.size} tickets, ${this.importedInvoices.size} imported invoices, ${this.signUps.size} sign-ups`,
      ...notes,
      '',
      violations.length === 0 ? 'No violations.' : `VIOLATIONS:\n${violations.map((one) => `- ${one}`).join('\n')}`,
    ].join('\n');
  }
}
