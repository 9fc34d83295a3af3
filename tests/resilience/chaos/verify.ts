import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { RunningServer } from '#tests/support/server.ts';
import { checkDatabase } from '#api/admin/integrity-check/check-database.ts';
import { openForOperator } from '#api/admin/operator-database.ts';
import { inOperatorTransaction } from '#api/admin/operator-transaction.ts';
import type { AcknowledgedWrites } from './ledger.ts';
import type { SiegeMail } from './mail.ts';
import { type Held, heldBy, type Target } from './target.ts';

/** Every acknowledged write is there exactly once, under the number that was told and with its customer. */
export async function verifyRows(
  { name, operated, customers, writers }: Target,
  ledger: AcknowledgedWrites,
): Promise<void> {
  const ours = new Set([...customers, ...writers].map(({ id }) => id));
  const told = [...ledger.tickets.values()].filter(({ customerId }) => ours.has(customerId));
  const database = await openForOperator(operated, 'any');
  try {
    const { problems } = await checkDatabase(database, () => {});
    problems.forEach(({ where, what }) => ledger.breach(`${name}: check: ${where}: ${what}`));
    await inOperatorTransaction(database, async (client) => {
      const { rows } = await client.query<{ subject: string; ticket_number: string; customer_id: string }>(
        `SELECT subject, ticket_number, customer_id FROM tickets WHERE subject LIKE 'mark-% %' OR subject LIKE 'forged%'`,
      );
      const found = Map.groupBy(rows, ({ subject }) => subject);
      for (const [subject, same] of found) {
        if (same.length > 1) ledger.breach(`${name}: a ticket is there ${same.length} times`);
        if (subject.startsWith('forged')) ledger.breach(`${name}: another site wrote a ticket`);
      }
      for (const { subject, number, customerId } of told) {
        const [row] = found.get(subject) ?? [];
        if (row === undefined) ledger.breach(`${name}: an acknowledged ticket is lost`);
        else if (row.ticket_number !== number || row.customer_id !== customerId)
          ledger.breach(`${name}: a ticket is not as it was told`);
      }
      if (operated.databaseUrl === undefined) return;
      const { rows: imported } = await client.query<{ id: string }>('SELECT id FROM invoices WHERE id = ANY($1)', [
        [...ledger.imported],
      ]);
      if (imported.length !== ledger.imported.size) ledger.breach(`${name}: an acknowledged import is not whole`);
    });
  } finally {
    await database.close();
  }
}

// A copy that was killed while it sent holds the mail for ten minutes, and a mail server that was away is asked less and less
// often: as if that time had passed.
async function hurryMails({ operated }: Target): Promise<void> {
  const database = await openForOperator(operated, 'any');
  try {
    await inOperatorTransaction(database, (client) =>
      client.query('UPDATE mail_outbox SET next_attempt_at = now() WHERE sent_at IS NULL AND failed_at IS NULL'),
    );
  } finally {
    await database.close();
  }
}

/** Whoever signed up is owed a mail, however often the mail server was away and whichever copy was killed meanwhile. */
export async function verifyMails(
  target: Target,
  ledger: AcknowledgedWrites,
  mail: SiegeMail,
  patience: number,
): Promise<void> {
  await hurryMails(target);
  const missing = () => {
    const served = new Set(mail.received().flatMap(({ to }) => to));
    return [...ledger.signedUp].filter((email) => !served.has(email)).length;
  };
  for (const end = performance.now() + patience; missing() > 0 && performance.now() < end;) await wait(250);
  if (missing() > 0) ledger.breach(`${missing()} mails never came`);
}

// A copy that ended on a full disk may be on its way back.
async function untilReady(copies: Target['copies']): Promise<void> {
  for (let at = 0; at < 240; at += 1) {
    const [first, ...others] = copies.all();
    const ready = first === undefined ? [false] : await Promise.all([first, ...others].map(answers));
    if (ready.every(Boolean)) return;
    await wait(250);
  }
}

const answers = (copy: RunningServer) =>
  copy.fetch('/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

const handlesMore = 40;
const megabytesMore = 400;

/** Connections that were opened must be let go of, and memory may not have run away. */
export async function verifyHeld(
  { name, copies }: Target,
  first: Held | undefined,
  ledger: AcknowledgedWrites,
): Promise<Held[]> {
  await untilReady(copies);
  const measured: Held[] = [];
  for (const copy of copies.all()) {
    let held = heldBy(copy.pid);
    if (held === undefined || first === undefined) continue;
    // Idle connections are closed by and by.
    for (let at = 0; at < 40 && (held?.handles ?? 0) > first.handles + handlesMore; at += 1) {
      await wait(500);
      held = heldBy(copy.pid);
    }
    if (held === undefined) continue;
    measured.push(held);
    if (held.handles > first.handles + handlesMore)
      ledger.breach(`${name}: ${held.handles} handles are open, ${first.handles} were at the start`);
    if (held.megabytes > first.megabytes + megabytesMore)
      ledger.breach(`${name}: ${held.megabytes} MB are held, ${first.megabytes} were at the start`);
  }
  return measured;
}

const connectionsOfACopy = 10;

/** Every copy is alive, and still has all of its connections: requests that wait for a lock hold one each. */
export async function verifyPools(
  { name, copies, customers, operated }: Target,
  ledger: AcknowledgedWrites,
): Promise<void> {
  await untilReady(copies);
  const running = copies.all();
  for (const copy of running) {
    const { status } = await copy.fetch('/healthz');
    if (status !== 200) ledger.breach(`${name}: /healthz answered ${status} at the end`);
  }
  const wanted = running.length * connectionsOfACopy;
  const database = await openForOperator(operated, 'any');
  try {
    let most = 0;
    for (let at = 0; at < 6 && most < wanted; at += 1)
      most = Math.max(most, await mostAtOnce(database.client, running, wanted, customers[0]?.cookie ?? ''));
    if (most < wanted) ledger.breach(`${name}: ${most} of ${wanted} connections were used at the end`);
  } finally {
    await database.close();
  }
}

async function mostAtOnce(
  client: ClientBase,
  copies: RunningServer[],
  wanted: number,
  cookie: string,
): Promise<number> {
  await client.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE');
  const asked = copies.flatMap((copy) =>
    Array.from({ length: connectionsOfACopy * 2 }, () =>
      copy.fetch('/api/portal/tickets', { headers: { Cookie: cookie } }).catch(() => undefined),
    ),
  );
  let most = 0;
  // Shorter than the servers wait for a lock.
  for (const end = performance.now() + 8_000; most < wanted && performance.now() < end;) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer FROM pg_locks WHERE relation = 'sessions'::regclass AND NOT granted`,
    );
    most = Math.max(most, rows[0]?.count ?? 0);
    await wait(50);
  }
  await client.query('ROLLBACK');
  await Promise.all(asked);
  return most;
}
