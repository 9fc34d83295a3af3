import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import { describeError } from '#api/lib/describe-error.ts';
import type { Log } from '#api/lib/log.ts';
import { claimDue, type DueMail, recordFailure, recordSent } from './outbox.ts';
import { permanentFailure } from './permanent-failure.ts';
import { renderMail } from './render-mail.ts';
import { retryDelay } from './retry-delay.ts';
import type { MailTransport } from './mail-transport.ts';

export interface Delivering {
  database: Pick<Database, 'pool'>;
  transport: MailTransport;
  siteUrl: string;
  log: Log;
}

export const batch = 5;
const longestAttempt = 5 * 60;
// Longer than any attempt: while one lasts, no other copy may begin.
const lease = 2 * longestAttempt;

/** One round: sends what is due, at most a batch. Returns how many mails it took in hand. */
export async function deliverDue({ database: { pool }, transport, siteUrl, log }: Delivering): Promise<number> {
  const due = await claimDue(pool, batch, lease);
  await Promise.all(
    due.map(async (mail) => {
      const failure = await attempt(mail, transport, siteUrl);
      if (failure === undefined) {
        await insisting(() => recordSent(pool, mail));
        log.info({ mail: mail.id, template: mail.template, attempts: mail.attempts }, 'mail sent');
      } else await recordAttempt(mail, failure);
    }),
  );
  return due.length;

  async function recordAttempt(mail: DueMail, failure: unknown): Promise<void> {
    const facts = { mail: mail.id, template: mail.template, attempts: mail.attempts };
    const refusal = permanentFailure(failure);
    if (refusal !== undefined) {
      await recordFailure(pool, mail, { reason: refusal, delaySeconds: undefined });
      log.warn({ ...facts, reason: refusal }, 'mail refused for good: no further attempt');
      return;
    }
    const delaySeconds = retryDelay(mail.attempts, (Date.now() - mail.createdAt.getTime()) / 1000);
    const { type, code, message } = describeError(failure);
    const reason = `${code ?? type}: ${message}`.replaceAll(/[\s\p{Cc}]+/gu, ' ');
    await recordFailure(pool, mail, { reason, delaySeconds });
    if (delaySeconds === undefined) log.error({ ...facts, err: failure }, 'mail given up');
    else log.warn({ ...facts, err: failure, nextTryInMs: Math.round(delaySeconds * 1000) }, 'mail not sent yet');
  }
}

// The mail has left: were that not written down, it would leave again.
async function insisting(record: () => Promise<void>): Promise<void> {
  for (let pause = 500; ; pause *= 2) {
    try {
      return await record();
    } catch (error) {
      if (!isConnectionError(error) || pause > 20_000) throw error;
      await wait(pause);
    }
  }
}

async function attempt(mail: DueMail, transport: MailTransport, siteUrl: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long.')), longestAttempt * 1000);
  });
  try {
    await Promise.race([transport.send({ ...mail, ...renderMail(mail, siteUrl) }), tooLong]);
    return undefined;
  } catch (error) {
    return error ?? new Error('The mail was refused.');
  } finally {
    clearTimeout(timer);
  }
}
