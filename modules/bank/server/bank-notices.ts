import type { ClientBase } from 'pg';
import type { AuthContext } from '#api/auth/core/auth-context.ts';
import { invalidLink } from '#api/auth/core/auth-errors.ts';
import { hour, type RequestMetadata } from '#api/auth/core/auth-settings.ts';
import { newLinkToken } from '#api/auth/core/tokens.ts';
import { recordEvent } from '#api/db/audit-log.ts';
import type { Database } from '#api/db/connect.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { withTransaction } from '#api/db/transaction.ts';
import type { DueJob } from '#api/jobs/queue.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';

const batchSize = 200;

/** Emails about a proposed account, once to everybody who pays invoices, and about other accounts in invoices. The database enqueues both. */
export const bankHandlers = ({ siteUrl }: { siteUrl: string }): JobHandlers => ({
  // Never given up: the database lets nobody put it off for longer than 15 minutes.
  'bank-notice': { transact: (client, job, now) => notify(client, job, siteUrl, now), maxRetrySeconds: 600 },
  'iban-notice': { transact: (client, job) => notifyAdmins(client, job, siteUrl) },
});

interface Recipient {
  userId: string;
  email: string;
  account: string;
  readyAt: Date;
}

async function notify(
  client: ClientBase,
  { data: { accountId } }: DueJob<'bank-notice'>,
  siteUrl: string,
  now: Date,
): Promise<Outcome> {
  const { rows } = await client.query<Recipient>(
    `SELECT user_id AS "userId", email, iban_end AS account, ready_at AS "readyAt" FROM list_bank_recipients($1, $2)`,
    [accountId, batchSize],
  );
  const links = siteLinks(siteUrl);
  for (const { userId, email, account, readyAt } of rows) {
    const token = newLinkToken();
    await client.query('SELECT save_bank_notice($1, $2, $3)', [accountId, userId, hashToken(token)]);
    const data = { account, readyAt: readyAt.toISOString(), link: links.bankAlarm(token), verifyLink: links.verify };
    await enqueueMail(ormOn(client), { template: 'bank-proposed', recipient: email, data });
  }
  return rows.length === batchSize ? { notBefore: now } : 'done';
}

async function notifyAdmins(
  client: ClientBase,
  { data: { number, sender, isRefused } }: DueJob<'iban-notice'>,
  siteUrl: string,
): Promise<Outcome> {
  const data = { number, sender, isRefused: isRefused ? 'yes' : 'no', link: siteLinks(siteUrl).deskBank } as const;
  for (const recipient of await listAdmins(client))
    await enqueueMail(ormOn(client), { template: 'invoice-iban-staff', recipient, locale: 'fr', data });
  return 'done';
}

async function listAdmins(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    `SELECT email FROM staff_members JOIN users ON users.id = user_id WHERE active AND 'admin' = ANY(permissions)`,
  );
  return rows.map(({ email }) => email);
}

/** By the link of that mail, without a session. Raised again, it changes nothing and says the same. */
export async function raiseBankAlarm(
  { pool }: Database,
  { limiter, siteUrl }: Pick<AuthContext, 'limiter' | 'siteUrl'>,
  request: RequestMetadata,
  token: string,
): Promise<void> {
  await limiter.consume('bank-alarm', { ipAddress: [request.ipAddress, 30, hour] });
  await withTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string | null; userId: string; account: string; isNew: boolean }>(
      `SELECT account AS id, raised_by AS "userId", iban_end AS account, is_new AS "isNew" FROM raise_bank_alarm($1)`,
      [hashToken(token)],
    );
    const raised = rows[0];
    if (raised === undefined || raised.id === null) throw invalidLink;
    if (!raised.isNew) return;
    const orm = ormOn(client);
    const { account, userId } = raised;
    const entity = `bank_account:${raised.id}`;
    await recordEvent(
      orm,
      { event: 'bank.alarm_raised', actor: 'user', userId, entity, details: { account } },
      request,
    );
    const data = { account, link: siteLinks(siteUrl).deskBank };
    for (const recipient of await listAdmins(client))
      await enqueueMail(orm, { template: 'bank-alarm', recipient, locale: 'fr', data });
  });
}
