import { recordStaffEvent } from '#api/db/audit-log.ts';
import { columns, integer } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, leaveStaff, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { csvLine } from '#contract/csv.ts';
import type { SubscriberCounts } from '../contract/newsletter-schemas.ts';
import type { StaffPermission } from '#contract/staff.ts';
import { type NewsletterKeys, suppressionHashes } from './subscription-links.ts';
import { removeSubscriber } from './subscriptions.ts';

const needs = ['support'] as const satisfies StaffPermission[];

const counted = columns({
  confirmed: integer(`count(*) FILTER (WHERE state = 'confirmed')::integer`),
  pending: integer(`count(*) FILTER (WHERE state = 'pending' AND requested_at > now() - interval '30 days')::integer`),
});

export async function countSubscribers(database: Database, caller: Caller): Promise<SubscriberCounts> {
  const statement = { name: 'subscriber-counts', text: `SELECT ${counted.sql} FROM subscribers` };
  const [rows] = await runAsStaff(database, caller, { needs }, statement);
  return counted.read(rows?.[0] ?? []);
}

interface ExportOptions {
  keys: NewsletterKeys;
  unsubscribeLink: (id: string) => string;
}

/**
 * CSV of everybody who confirmed. Nobody who unsubscribed, even if a table was restored from an older backup. Mailing tools read it: columns
 * have the names that they suggest, and there is no byte order mark, which some take for a part of the first name.
 */
export async function exportSubscribers(
  database: Database,
  caller: Caller,
  { keys, unsubscribeLink }: ExportOptions,
): Promise<string> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    const { rows } = await client.query<{ id: string; email: string; page: string; confirmedAt: Date }>(
      `SELECT id, email, consent->>'page' AS page, confirmed_at AS "confirmedAt" FROM subscribers
      WHERE state = 'confirmed' ORDER BY confirmed_at, id`,
    );
    const suppressed = await client.query<{ hash: string }>('SELECT email_hmac AS hash FROM suppressed');
    const left = new Set(suppressed.rows.map(({ hash }) => hash));
    const readers = rows.filter(({ email }) => !suppressionHashes(keys, email).some((hash) => left.has(hash)));
    const details = { rows: readers.length };
    await recordStaffEvent(client, { event: 'newsletter.exported', details }, traceOf(caller));
    return [
      csvLine(['email', 'confirmed_at', 'page', 'unsubscribe_url']),
      ...readers.map(({ id, email, page, confirmedAt }) =>
        csvLine([email, confirmedAt.toISOString(), page, unsubscribeLink(id)]),
      ),
    ].join('');
  });
}

/** The audit log does not name the email address, which is gone. */
export async function unsubscribeByPhone(
  database: Database,
  caller: Caller,
  keys: NewsletterKeys,
  email: string,
): Promise<{ wasSubscribed: boolean }> {
  return inStaffTransaction(database, caller, { needs }, async (client) => {
    await recordStaffEvent(client, { event: 'newsletter.unsubscribed' }, traceOf(caller));
    await leaveStaff(client);
    return { wasSubscribed: await removeSubscriber(client, keys, email) };
  });
}
