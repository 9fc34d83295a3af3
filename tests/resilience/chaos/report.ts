import type { AcknowledgedWrites } from './ledger.ts';

export interface Figures {
  ledger: AcknowledgedWrites;
  seconds: number;
  held: string[];
}

const cells = (row: (string | number)[]) =>
  row.map((cell, at) => (at === 0 ? String(cell).padEnd(26) : String(cell).padStart(12))).join('');

/** The figures as a table, then what happened, then what was wrong. */
export function report({ ledger, seconds, held }: Figures): string {
  const rows = [...ledger.tallies].map(([actor, { asked, done, refused, unavailable, unanswered }]) =>
    cells([actor, asked, done, refused, unavailable, unanswered]),
  );
  const { breaches } = ledger;
  return [
    `${seconds.toFixed(0)} s of siege`,
    '',
    cells(['actor', 'asked', 'answered', 'refused', '503', 'no answer']),
    ...rows,
    '',
    ...[...ledger.events].map(([event, times]) => `${event}: ${times}`),
    `acknowledged: ${ledger.tickets.size} tickets, ${ledger.imported.size} imported invoices, ${ledger.signedUp.size} sign-ups`,
    ...held,
    '',
    breaches.length === 0 ? 'No breach.' : `BREACHES:\n${breaches.map((one) => `- ${one}`).join('\n')}`,
  ].join('\n');
}
