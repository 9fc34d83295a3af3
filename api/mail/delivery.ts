import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#api/db/connect.ts';
import { isConnectionError } from '#api/db/errors.ts';
import { type Log, describeError, withoutPersonalData } from '#api/lib/log.ts';
import { type DueMail, claimDue, recordFailure, recordSent } from './queue.ts';
import { renderMail } from './render-mail.ts';
import type { MailTransport } from './transports.ts';

const pollIntervalMs = 2_000;
const maxPauseMs = 30_000;
const batchSize = 5;
const sendTimeoutSeconds = 5 * 60;
// Longer than any attempt: no other instance may claim a mail that is being sent.
const leaseSeconds = 2 * sendTimeoutSeconds;

interface DeliveryDeps {
  database: Pick<Database, 'pool'>;
  transport: MailTransport;
  siteUrl: string;
  log: Log;
}

interface WorkerDeps extends Omit<DeliveryDeps, 'database'> {
  /** Undefined until the database has opened. */
  database: () => DeliveryDeps['database'] | undefined;
}

/** Delivers due mails until stopped. Every instance of the server runs one worker. `stop` waits for mails being sent. */
export function startDelivery(deps: WorkerDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = poll(deps, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      deps.transport.close();
    },
  };
}

async function poll({ database: current, ...rest }: WorkerDeps, signal: AbortSignal): Promise<void> {
  let pause = pollIntervalMs;
  while (!signal.aborted) {
    try {
      const database = current();
      const claimed = database === undefined ? 0 : await deliverDue({ ...rest, database });
      pause = claimed === batchSize ? 0 : pollIntervalMs;
    } catch (error) {
      if (signal.aborted) return;
      pause = Math.min(Math.max(pause, pollIntervalMs) * 2, maxPauseMs);
      // Connection errors are already logged by the failing requests.
      const level = isConnectionError(error) ? 'debug' : 'error';
      rest.log[level]({ err: error, nextTryInMs: pause }, 'mail queue could not be read');
    }
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends one batch of due mails and returns its size. */
export async function deliverDue({ database: { pool }, transport, siteUrl, log }: DeliveryDeps): Promise<number> {
  const due = await claimDue(pool, batchSize, leaseSeconds);
  await Promise.all(
    due.map(async (mail) => {
      const failure = await trySend(mail, transport, siteUrl);
      if (failure === undefined) {
        await retryOnConnectionError(() => recordSent(pool, mail));
        log.info({ mail: mail.id, template: mail.template, attempts: mail.attempts }, 'mail sent');
      } else await handleFailure(mail, failure);
    }),
  );
  return due.length;

  async function handleFailure(mail: DueMail, failure: unknown): Promise<void> {
    const fields = { mail: mail.id, template: mail.template, attempts: mail.attempts };
    const permanent = permanentFailure(failure);
    if (permanent !== undefined) {
      await recordFailure(pool, mail, { reason: permanent, delaySeconds: undefined, isRejected: true });
      log.warn({ ...fields, reason: permanent }, 'mail rejected permanently: no further attempt');
      return;
    }
    const delaySeconds = retryDelay(mail.attempts, (Date.now() - mail.createdAt.getTime()) / 1000);
    const { type, code, message } = describeError(failure);
    const reason = `${code ?? type}: ${message}`.replaceAll(/[\s\p{Cc}]+/gu, ' ');
    await recordFailure(pool, mail, { reason, delaySeconds });
    if (delaySeconds === undefined) log.error({ ...fields, err: failure }, 'mail given up');
    else log.warn({ ...fields, err: failure, nextTryInMs: Math.round(delaySeconds * 1000) }, 'mail not sent yet');
  }
}

// The mail has been sent: if that is not recorded, it is sent again.
async function retryOnConnectionError(record: () => Promise<void>): Promise<void> {
  for (let pause = 500; ; pause *= 2) {
    try {
      return await record();
    } catch (error) {
      if (!isConnectionError(error) || pause > 20_000) throw error;
      await wait(pause);
    }
  }
}

async function trySend(mail: DueMail, transport: MailTransport, siteUrl: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server timed out.')), sendTimeoutSeconds * 1000);
  });
  try {
    await Promise.race([transport.send({ ...mail, ...renderMail(mail, siteUrl) }), timeout]);
    return undefined;
  } catch (error) {
    return error ?? new Error('The mail was rejected.');
  } finally {
    clearTimeout(timer);
  }
}

interface SmtpError {
  command?: string;
  response?: string;
  responseCode?: number;
}

// RFC 5321 and 7504: no such mailbox, not local, full or too large, name not allowed, failed, domain accepts no mail.
const recipientCodes = new Set([521, 550, 551, 552, 553, 554, 556]);

/**
 * The SMTP response that says no mail will ever reach this recipient; undefined where a retry may succeed. Errors that
 * concern every mail (authentication, sender, relaying, policy or block list, protocol) are ours to fix, so those mails wait.
 */
export function permanentFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { command, response = '', responseCode = 0 } = error as SmtpError;
  if (command !== 'RCPT TO' && command !== 'DATA') return undefined;
  if (!recipientCodes.has(responseCode) || !concernsRecipient(responseCode, response)) return undefined;
  return withoutPersonalData(response.replaceAll(/[\s\p{Cc}]+/gu, ' ')).trim();
}

function concernsRecipient(code: number, response: string): boolean {
  // RFC 3463: 1 addressing, 2 mailbox, 4 routing; 3 and 5 to 7 are about systems, protocol, content and policy.
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? [];
  if (subject === undefined) return code !== 554 && !/relay|authenticat/i.test(response);
  const isSender = subject === '1' && (detail === '7' || detail === '8');
  return ['1', '2', '4'].includes(subject) && !isSender;
}

const firstDelaySeconds = 30;
const maxDelaySeconds = 6 * 60 * 60;
const giveUpAfterSeconds = 7 * 24 * 60 * 60;

/** Seconds until the next attempt: exponential backoff with ±25 % jitter. Undefined once a week has passed. */
export function retryDelay(attempts: number, ageSeconds: number, random: number = Math.random()): number | undefined {
  if (ageSeconds >= giveUpAfterSeconds) return undefined;
  return Math.min(firstDelaySeconds * 2 ** (attempts - 1), maxDelaySeconds) * (0.75 + random / 2);
}
