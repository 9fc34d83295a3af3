import { createHmac } from 'node:crypto';
import type { Database } from '#api/db/connect.ts';
import type { DueJob } from '#api/jobs/queue.ts';
import type { JobHandlers, Outcome } from '#api/jobs/worker.ts';
import type { Log } from '#api/lib/log.ts';
import { unseal } from '#api/lib/sealed.ts';
import { postWebhook, WebhookError, type WebhookNetwork } from '#api/lib/post-webhook.ts';

interface WebhookDeps {
  database: () => Pick<Database, 'pool'> | undefined;
  /** Encrypt the secrets, newest first. */
  keys: readonly string[];
  log: Log;
  network?: WebhookNetwork;
}

/** Sends messages and repeats them for a week, as all jobs. Every attempt has the same id and body. */
export const webhookHandlers = (deps: WebhookDeps): JobHandlers => ({
  webhook: { run: (job) => deliver(deps, job) },
});

interface Message {
  url: string;
  secret: string;
  previousSecret: string | null;
  body: string;
  /** The endpoint has not answered in time: nothing is sent to it before. */
  pausedUntil: Date | null;
}

async function deliver(
  { database, keys, log, network }: WebhookDeps,
  { data: { messageId } }: DueJob<'webhook'>,
): Promise<Outcome> {
  const pool = database()?.pool;
  if (pool === undefined) throw new Error('The database is not open.');
  const { rows } = await pool.query<Message>(
    'SELECT url, secret, previous_secret AS "previousSecret", body, paused_until AS "pausedUntil" FROM find_webhook($1)',
    [messageId],
  );
  const [message] = rows;
  if (message === undefined) return 'discard';
  if (message.pausedUntil !== null) return { notBefore: message.pausedUntil };
  const secrets = [message.secret, message.previousSecret].flatMap((sealed) => {
    const secret = sealed === null ? undefined : unseal(keys, sealed);
    return secret === undefined ? [] : [secret];
  });
  const started = performance.now();
  const record = async (status: number | null, problem: string | null) => {
    const duration = Math.round(performance.now() - started);
    const { rows: recorded } = await pool.query<{ isDisabled: boolean }>(
      'SELECT record_webhook_attempt($1, $2, $3, $4) AS "isDisabled"',
      [messageId, status, problem, duration],
    );
    if (recorded[0]?.isDisabled === true)
      log.error({ message: messageId }, 'a webhook was disabled after three days of failures: see the desk');
  };
  const problem = await attempt(message, secrets, messageId, network).then(
    async (status) => {
      const isReceived = status >= 200 && status < 300;
      await record(status, isReceived ? null : 'status');
      return isReceived ? undefined : `status ${status}`;
    },
    async (error: unknown) => {
      if (!(error instanceof WebhookError)) throw error;
      await record(null, error.message);
      return error.message;
    },
  );
  if (problem !== undefined) throw new WebhookError(problem);
  return 'done';
}

async function attempt({ url, body }: Message, secrets: string[], id: string, network: WebhookNetwork | undefined) {
  if (secrets.length === 0) throw new WebhookError('unreadable_secret');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Rempart-Azur-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signature(secret, id, timestamp, body)).join(' '),
  };
  return postWebhook(url, headers, body, network);
}

/** As Standard Webhooks has it: over the id, the time and the body. */
export function signature(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
