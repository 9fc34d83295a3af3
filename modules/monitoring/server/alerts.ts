import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Database } from '#api/db/connect.ts';
import { lockClasses } from '#api/db/lock-classes.ts';
import { withTransaction } from '#api/db/transaction.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import type { AlertItem } from '#api/mail/alert-item.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { enqueueMail } from '#api/mail/queue.ts';
import type { CheckResult } from '#contract/checks.ts';
import { scopeOf } from './checks.ts';

interface OpenAlert {
  name: string;
  scope: string;
  since: Date;
  /** A day has passed since the last mail. */
  isDue: boolean;
  /** `seen_at` has to be written again. */
  isUnseen: boolean;
  /** The check has not failed for ten minutes. */
  isOver: boolean;
}

export interface AlertMail {
  id: string;
  recipient: string;
  items: AlertItem[];
  link: string;
}

interface AlertSettings {
  alertTo: string;
  siteUrl: string;
}

type Connection = Pick<ClientBase, 'query'>;

async function readOpen(connection: Connection): Promise<OpenAlert[]> {
  const { rows } = await connection.query<OpenAlert>(
    `SELECT name, scope, since, notified_at <= now() - interval '1 day' AS "isDue", seen_at <= now() - interval '5 minutes' AS "isUnseen",
      seen_at <= now() - interval '10 minutes' AS "isOver"
    FROM alerts WHERE name <> 'database'`,
  );
  return rows;
}

/**
 * What has to be told, and whether anything has to be written. A check whose result is unknown changes nothing. One that passes and fails
 * by turns, such as a disk at its limit, is one alert: it ends once the check has passed for a while.
 */
export function compareAlerts(open: readonly OpenAlert[], results: readonly CheckResult[], now: Date) {
  const items: AlertItem[] = [];
  let mustWrite = false;
  for (const { name, state, value } of results) {
    if (name === 'database' || state === 'unknown') continue;
    const scope = scopeOf(name);
    const known = open.find((one) => one.name === name && one.scope === scope);
    if (state === 'failing' && known === undefined)
      items.push({ name, scope, state: 'began', since: now.toISOString(), value });
    if (state === 'failing' && known?.isDue === true)
      items.push({ name, scope, state: 'continues', since: known.since.toISOString(), value });
    if (state === 'failing' && known?.isUnseen === true) mustWrite = true;
    if (state === 'ok' && known?.isOver === true)
      items.push({ name, scope, state: 'ended', since: known.since.toISOString(), value });
  }
  return { items, mustWrite: mustWrite || items.length > 0 };
}

/**
 * Records what began and what ended, and enqueues one mail about all of it in the same transaction. Instances do it one after the
 * other, so that a mail is sent once. Reads only where nothing has changed.
 */
export async function updateAlerts(
  { pool }: Pick<Database, 'pool'>,
  results: readonly CheckResult[],
  { alertTo, siteUrl }: AlertSettings,
): Promise<AlertMail | undefined> {
  if (!compareAlerts(await readOpen(pool), results, new Date()).mustWrite) return undefined;
  return withTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockClasses.alerts]);
    const { items } = compareAlerts(await readOpen(client), results, new Date());
    const failing = results.filter(({ name, state }) => name !== 'database' && state === 'failing');
    await client.query(
      `INSERT INTO alerts (name, scope) SELECT * FROM unnest($1::text[], $2::text[])
      ON CONFLICT (name, scope) DO UPDATE SET seen_at = now(),
        notified_at = CASE WHEN alerts.notified_at <= now() - interval '1 day' THEN now() ELSE alerts.notified_at END`,
      [failing.map(({ name }) => name), failing.map(({ name }) => scopeOf(name))],
    );
    const ended = items.filter(({ state }) => state === 'ended');
    // Those of a machine that is gone, or of a check that is not set up any longer, end without a word.
    await client.query(
      `DELETE FROM alerts WHERE (name, scope) IN (SELECT * FROM unnest($1::text[], $2::text[])) OR seen_at < now() - interval '2 days'`,
      [ended.map(({ name }) => name), ended.map(({ scope }) => scope)],
    );
    return items.length === 0 ? undefined : enqueueAlert(client, items, { alertTo, siteUrl });
  });
}

/** The all-clear after an outage of the database that began at `since`, unless another instance has sent it. */
export async function endOutage(
  { pool }: Pick<Database, 'pool'>,
  since: Date,
  settings: AlertSettings,
): Promise<AlertMail | undefined> {
  return withTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockClasses.alerts]);
    const { rowCount } = await client.query(
      `INSERT INTO alerts (name, scope) VALUES ('database', '')
      ON CONFLICT (name, scope) DO UPDATE SET seen_at = now() WHERE alerts.seen_at < $1`,
      [since],
    );
    const item: AlertItem = { name: 'database', scope: '', state: 'ended', since: since.toISOString(), value: null };
    return rowCount === 0 ? undefined : enqueueAlert(client, [item], settings);
  });
}

export const alertMail = (items: AlertItem[], { alertTo, siteUrl }: AlertSettings): AlertMail => ({
  id: randomUUID(),
  recipient: alertTo,
  items,
  link: siteLinks(siteUrl).deskHealth,
});

async function enqueueAlert(client: ClientBase, items: AlertItem[], settings: AlertSettings): Promise<AlertMail> {
  const mail = alertMail(items, settings);
  const { id, recipient, link } = mail;
  await enqueueMail(ormOn(client), { id, template: 'alert-staff', recipient, locale: 'fr', data: { items, link } });
  return mail;
}
