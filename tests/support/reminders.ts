import { sql } from 'drizzle-orm';
import { afterAll, beforeEach } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { prepareReminders, reminderHandlers } from '#modules/reminders/server/send-reminders.ts';
import { type Api, assertDefined, siteUrl } from './api.ts';
import type { TestDatabase } from './database.ts';
import { setUpDesk } from './desk.ts';
import { startMailServer } from './mail-server.ts';

const log = createLog('silent');
export const days = [-7, 0, 8, 30];
export const dayMs = 24 * 60 * 60 * 1000;
/** The next Wednesday at ten, by UTC: the mails say how many days are left from today on. */
export const today = new Date();
export const office = new Date(
  Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ((10 - today.getUTCDay()) % 7), 10),
);
export const dayAfter = (count: number) => new Date(office.getTime() + count * dayMs).toISOString().slice(0, 10);

/** Invoices, the job that reminds of them, and a mail server that takes the mails or does not. */
export async function setUpReminders(database: TestDatabase, api: Api) {
  const { engine } = database;
  const mailServer: { rejection: Error | undefined } = { rejection: undefined };
  const server = await startMailServer({ rejectData: () => mailServer.rejection });
  afterAll(() => server.close());
  const transport = createMailTransport(
    { smtpUrl: server.url, mailFrom: undefined, siteUrl, dataDir: '/nowhere', databaseUrl: undefined },
    log,
  );
  const handlers = reminderHandlers({ hasReminders: true, reminderDays: days }, log);
  const run = (text: ReturnType<typeof sql>) => asOperator(database, (tx) => tx.execute(text));

  /** One run of the job at this time, by as many instances. */
  async function check(now = office, instances: Pick<typeof database, 'pool'>[] = [database]) {
    await run(sql`INSERT INTO jobs (kind, key) VALUES ('reminder-check', 'recurring') ON CONFLICT DO NOTHING`);
    await run(sql`UPDATE jobs SET next_attempt_at = '2020-01-01' WHERE kind = 'reminder-check'`);
    await Promise.all(instances.map((instance) => runDue({ database: instance, handlers, log, now })));
  }
  async function deliver() {
    const before = server.received.length;
    const prepare = prepareReminders({ database: () => database, siteUrl, currency: 'EUR' });
    while ((await deliverDue({ database, transport, prepare, log })) > 0);
    const received = server.received.slice(before);
    return (email: string) => received.filter(({ to }) => to.includes(email)).map(({ readable }) => readable);
  }
  let serial = 0;
  const invoice = async (customerId: string, due: number | null, more: { amount?: string; status?: string } = {}) => {
    const { amount = '1200.50', status = 'pending' } = more;
    const number = `FA-${engine}-${(serial += 1)}`;
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ id: string }>(sql`INSERT INTO invoices (customer_id, number, amount, due_date, status)
        VALUES (${customerId}, ${number}, ${amount}, ${due === null ? null : dayAfter(due)}, ${status}) RETURNING id`),
    );
    return { id: assertDefined(rows[0]).id, number };
  };
  const pay = (customerId: string, invoiceId: string, amount: string) =>
    run(sql`WITH paid AS (INSERT INTO payments (customer_id, payment_reference, amount, payment_date, payment_method, status)
        VALUES (${customerId}, ${`P-${(serial += 1)}`}, ${amount}, now(), 'bank_transfer', 'completed') RETURNING id)
      INSERT INTO payment_allocations (customer_id, invoice_id, payment_id, amount) SELECT ${customerId}, ${invoiceId}, id, ${amount} FROM paid`);

  beforeEach(async () => {
    await run(sql`DELETE FROM invoices`);
    await run(sql`DELETE FROM jobs`);
  });

  return { ...setUpDesk(database, api), mailServer, run, check, deliver, invoice, pay };
}
