import { randomBytes } from 'node:crypto';
import { requireConfirmedUser } from '#api/auth/session/sessions.ts';
import { columns, integer, listOf, nullable, text } from '#api/db/columns.ts';
import type { Database } from '#api/db/connect.ts';
import { inStaffTransaction, runAsStaff } from '#api/db/staff.ts';
import { type Caller, traceOf } from '#api/db/tenant.ts';
import { fromSqlState, UserError } from '#api/lib/errors.ts';
import { seal } from '#api/lib/sealed.ts';
import { maxWebhooks, shownWebhookMessages, webhookEvents } from '../contract/webhook-events.ts';
import type { NewWebhook, WebhookMessages, Webhooks, WebhookSecret } from '../contract/webhooks.ts';
import type { KeyContext } from './api-keys.ts';

// The rules are in the database (modules/integrations/sql/22_webhooks.sql, decision 029).

const needs = ['admin'] as const;

const endpoint = columns({
  id: text('id'),
  url: text('url'),
  events: listOf('events', webhookEvents),
  createdBy: nullable(text('created_name')),
  createdAt: text('created_at'),
  failingSince: nullable(text('failing_since')),
  disabledAt: nullable(text('disabled_at')),
});
const message = columns({
  id: text('id'),
  event: text('event'),
  body: text('body'),
  createdAt: text('created_at'),
  deliveredAt: nullable(text('delivered_at')),
  attempts: integer('attempts'),
  attemptedAt: nullable(text('attempted_at')),
  status: nullable(integer('status')),
  problem: nullable(text('problem')),
});

export async function listWebhooks(database: Database, caller: Caller): Promise<Webhooks> {
  const statement = { name: 'desk-webhooks', text: `SELECT ${endpoint.sql} FROM desk_webhooks()` };
  const [rows] = await runAsStaff(database, caller, { needs }, statement);
  return { items: endpoint.all(rows) };
}

export async function listWebhookMessages(database: Database, caller: Caller, id: string): Promise<WebhookMessages> {
  const [rows] = await runAsStaff(
    database,
    caller,
    { needs },
    {
      name: 'desk-webhook-messages',
      text: `SELECT ${message.sql} FROM desk_webhook_messages($1, $2)`,
      values: [id, shownWebhookMessages],
    },
  );
  return { items: message.all(rows) };
}

const rejectChange = fromSqlState({
  'PT409 too_many_keys': new UserError('too_many_keys', `There are ${maxWebhooks} webhooks already: remove one first.`),
  PT404: 'There is no such webhook.',
});

const run = (database: Database, caller: Caller, statement: string, values: unknown[]) =>
  inStaffTransaction(database, caller, { needs }, (client) => client.query(statement, values).catch(rejectChange));

/** Every change needs a recent confirmation: what happens here must not be told to strangers. */
async function change({ database, auth, caller, request }: KeyContext, statement: string, values: unknown[]) {
  await inStaffTransaction(database, caller, { needs }, async () => undefined);
  await requireConfirmedUser(auth, request);
  const { requestId, network } = traceOf(caller);
  await run(database, caller, statement, [...values, requestId, network]);
  return listWebhooks(database, caller);
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export async function createWebhook(ctx: KeyContext, key: string, { url, events }: NewWebhook): Promise<WebhookSecret> {
  const secret = newSecret();
  const values = [url, events, seal(key, secret)];
  return { ...(await change(ctx, 'SELECT create_webhook($1, $2, $3, $4, $5)', values)), secret };
}

/** The secret before also signs for a day. */
export async function changeWebhookSecret(ctx: KeyContext, key: string, id: string): Promise<WebhookSecret> {
  const secret = newSecret();
  const values = [id, seal(key, secret)];
  return { ...(await change(ctx, 'SELECT change_webhook_secret($1, $2, $3, $4)', values)), secret };
}

export const enableWebhook = (ctx: KeyContext, id: string) => change(ctx, 'SELECT enable_webhook($1, $2, $3)', [id]);
export const removeWebhook = (ctx: KeyContext, id: string) => change(ctx, 'SELECT remove_webhook($1, $2, $3)', [id]);

export const sendTestWebhook = (database: Database, caller: Caller, id: string) =>
  run(database, caller, 'SELECT send_test_webhook($1)', [id]);
export const resendWebhook = (database: Database, caller: Caller, id: string) =>
  run(database, caller, 'SELECT resend_webhook($1)', [id]);
