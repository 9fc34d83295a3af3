import { randomBytes } from 'node:crypto';
import { columns, nullable, oneOf, text } from '#api/db/columns.ts';
import type { AuditEventName } from '#api/db/audit-log.ts';
import { runBatch } from '#api/db/batch.ts';
import type { Database } from '#api/db/connect.ts';
import { type Caller, runAsSession, traceOf } from '#api/db/tenant.ts';
import { withClient } from '#api/db/transaction.ts';
import { apiError, notLinked } from '#api/lib/errors.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { formatMoney } from '#contract/money.ts';
import { calendarCopyIn } from './calendar-copy.ts';
import { type CalendarEvent, writeCalendar } from './icalendar.ts';

// Dates for a calendar program: a URL with a secret, one per user and customer. What it shows follows the user's roles at each request.

const feed = columns({ createdAt: text('created_at') });

export async function getFeed(database: Database, caller: Caller): Promise<{ createdAt: string | null }> {
  const [rows] = await runAsSession(database, caller, 'read', {
    name: 'calendar-feed',
    text: `SELECT ${feed.sql} FROM calendar_feeds`,
  });
  return { createdAt: feed.first(rows)?.createdAt ?? null };
}

interface Limited {
  database: Database;
  /** For rate limits. */
  secret: string;
}

const maxNewPerHour = 20;
// A calendar program asks a few times a day, and several people share a network.
const maxReadsPerHour = 300;

/** A new secret, shown once. The one before stops working. */
export async function createFeed(
  { database, secret: key }: Limited,
  caller: Caller,
  userId: string,
  siteUrl: string,
): Promise<{ url: string }> {
  await createRateLimiter(database, key).consume('calendar-feed', { account: [userId, maxNewPerHour, 60 * 60] });
  const secret = randomBytes(32).toString('base64url');
  const [rows] = await runAsSession(
    database,
    caller,
    'write',
    {
      name: 'calendar-feed-create',
      text: `INSERT INTO calendar_feeds (user_id, customer_id, secret_hash)
        SELECT app_user_id(), app_customer_id(), $1 WHERE app_customer_id() IS NOT NULL
        ON CONFLICT (user_id, customer_id) DO UPDATE SET secret_hash = $1, created_at = clock_timestamp()
        RETURNING customer_id`,
      values: [hashToken(secret)],
    },
    ...auditOf('calendar.created', caller),
  );
  if (rows?.length !== 1) throw notLinked;
  return { url: `${siteUrl}/api/calendar/${secret}.ics` };
}

/** Also without a feed: what the caller wants is that there is none. */
export async function removeFeed(database: Database, caller: Caller): Promise<void> {
  await runAsSession(
    database,
    caller,
    'write',
    { name: 'calendar-feed-remove', text: 'SELECT remove_calendar_feed()' },
    ...auditOf('calendar.revoked', caller),
  );
}

const auditOf = (event: AuditEventName, caller: Caller) => {
  const { requestId, network } = traceOf(caller);
  return [
    {
      name: 'calendar-audit',
      text: `INSERT INTO audit_events (actor, event, user_id, customer, request_id, network, details)
        SELECT 'user', $1, app_user_id(), app_customer_id(), $2, $3, '{}' WHERE app_customer_id() IS NOT NULL`,
      values: [event, requestId, network],
    },
  ];
};

const date = columns({
  kind: oneOf('kind', ['invoice', 'notice', 'contract', 'license']),
  id: text('id'),
  day: text('day'),
  name: text('name'),
  amount: nullable(text('amount')),
});
// More than anyone has ahead; a calendar program loads all of them every few hours.
const maxEvents = 1000;
const datesText = `SELECT ${date.sql} FROM (
    SELECT 'invoice' AS kind, id, due_date AS day, coalesce(number, left(id::text, 8)) AS name, amount - settled AS amount
    FROM invoices WHERE is_unpaid AND due_date IS NOT NULL AND amount > settled
    UNION ALL SELECT 'notice', id, notice_date, contract_number || ' ' || title, NULL FROM contracts
      WHERE notice_date >= current_date - 30 AND status = 'active'
    UNION ALL SELECT 'contract', id, end_date, contract_number || ' ' || title, NULL FROM contracts
      WHERE end_date >= current_date - 30 AND status = 'active'
    UNION ALL SELECT 'license', id, expiry_date, product_name, NULL FROM licenses
      WHERE expiry_date >= current_date - 30 AND status IN ('active', 'suspended')
  ) AS dates ORDER BY day, kind, id LIMIT ${maxEvents}`;

const lists = { invoice: 'invoices', notice: 'contracts', contract: 'contracts', license: 'licenses' };

/** The user's language, in which mails are written too. A customer's own role cannot read it. */
async function languageOf(database: Database, userId: unknown): Promise<unknown> {
  const [rows] = await withClient(database.pool, (client) =>
    runBatch(client, [
      { name: 'calendar-language', text: 'SELECT language FROM users WHERE id = $1', values: [userId] },
    ]),
  );
  return rows?.[0]?.[0];
}

/** 404 for a secret that does not exist, was revoked, or whose user has left or is locked: the caller learns nothing else. */
export async function readFeed(
  { database, secret: key }: Limited,
  ipAddress: string,
  file: string,
  { siteUrl, currency }: { siteUrl: string; currency: string },
): Promise<string> {
  await createRateLimiter(database, key).consume('calendar', { ipAddress: [ipAddress, maxReadsPerHour, 60 * 60] });
  const [, secret] = /^([\w-]{43})\.ics$/.exec(file) ?? [];
  if (secret === undefined) throw apiError(404);
  const results = await withClient(database.pool, (client) =>
    runBatch(client, [
      {
        name: 'set-calendar',
        text: 'SELECT set_calendar_context($1), current_user, (SELECT app_can($2) OR app_can($3))',
        values: [hashToken(secret), 'billing', 'licenses'],
      },
      { name: 'calendar-customer', text: 'SELECT name FROM customers' },
      { name: 'calendar-dates', text: datesText },
    ]),
  );
  const [[userId, role, isAllowed] = []] = results[0] ?? [];
  if (role !== 'portal_tenant') throw new Error(`A calendar feed ran as role ${String(role)}: its rows are withheld.`);
  const customer = results[1]?.[0]?.[0];
  // Without a role that sees dates there is no feed.
  if (userId === null || isAllowed !== true || typeof customer !== 'string') throw apiError(404);
  const host = new URL(siteUrl).hostname;
  const copy = calendarCopyIn(await languageOf(database, userId));
  const events = date.all(results[2]).map(({ kind, id, day, name, amount }): CalendarEvent => {
    const list = lists[kind];
    return {
      uid: `${kind}-${id}@${host}`,
      day,
      summary: copy[kind](name, amount === null ? '' : formatMoney(amount, currency, copy.locale)),
      description: `${customer}\n${siteUrl}/customer-portal/${list}/${id}`,
      url: `${siteUrl}/customer-portal/${list}/${id}`,
    };
  });
  return writeCalendar(customer, events, new Date());
}
