import type { Database } from '#api/db/connect.ts';
import type { JobClock } from '#api/jobs/job-clock.ts';
import type { DueJob } from '#api/jobs/queue.ts';
import {
  jobTimeoutSeconds,
  type JobHandler,
  type OnJob,
  type Outcome,
  PermanentJobError,
  runDue,
  startWorker,
} from '#api/jobs/worker.ts';
import { type Log, withoutPersonalData } from '#api/lib/log.ts';
import type { PortalLanguage } from '#contract/languages.ts';
import { type Locale, localeFor, locales, type MailContent } from './mail.ts';
import { renderContent, renderMail } from './render-mail.ts';
import type { MailOptions, MailTransport } from './transports.ts';

/** A mail whose content is read when it is sent. */
export interface PreparedMail extends MailOptions {
  /** May have changed since the mail was enqueued. */
  recipient: string;
  locale: Locale;
  content: MailContent;
}

/** Undefined for a mail whose recipient lost the right to read it. */
export type PrepareMail = (mail: DueJob<'mail'>) => Promise<PreparedMail | undefined>;

export interface MailDeps {
  transport: MailTransport;
  /** By template; all others are rendered from the data of the job. */
  prepare?: Readonly<Record<string, PrepareMail>>;
  /** PORTAL_LANGUAGES: a reader whose language is not offered gets the first. Staff have the desk's. */
  languages?: readonly PortalLanguage[];
}

interface DeliveryDeps extends MailDeps {
  database: Pick<Database, 'pool'>;
  log: Log;
  now?: Date | undefined;
}

interface DeliveryWorkerDeps extends Omit<DeliveryDeps, 'database'> {
  /** Undefined until the database has opened. */
  database: () => DeliveryDeps['database'] | undefined;
  clock?: JobClock | undefined;
  onJob?: OnJob | undefined;
}

/** Delivers due mails until stopped. A worker of its own: other jobs do not wait for a slow mail server. */
export function startDelivery({ database, log, clock, onJob, ...deps }: DeliveryWorkerDeps): {
  stop: () => Promise<void>;
} {
  const worker = startWorker({ database, handlers: { mail: mailHandler(deps) }, log, name: 'mail', clock, onJob });
  return {
    stop: async () => {
      await worker.stop();
      deps.transport.close();
    },
  };
}

/** Sends one batch of due mails and returns its size. */
export const deliverDue = ({ database, log, now, ...deps }: DeliveryDeps): Promise<number> =>
  runDue({ database, handlers: { mail: mailHandler(deps) }, log, now });

function mailHandler({ transport, prepare = {}, languages = locales }: MailDeps): JobHandler<'mail'> {
  const send = async (queued: DueJob<'mail'>): Promise<Outcome> => {
    const job = {
      ...queued,
      data: { ...queued.data, locale: localeFor(queued.data.template, queued.data.locale, languages) },
    };
    const { id, createdAt } = job;
    const { template, recipient, values } = job.data;
    const mail = { id, template, recipient, createdAt };
    const load = Object.hasOwn(prepare, template) ? prepare[template] : undefined;
    if (load === undefined) {
      await transport.send({ ...mail, ...renderMail({ template, locale: job.data.locale, data: values }) });
      return 'done';
    }
    const prepared = await load(job);
    if (prepared === undefined) return 'discard';
    const { content, locale, ...options } = prepared;
    await transport.send({ ...mail, ...options, ...renderContent(content, locale) });
    return 'done';
  };
  const run = (job: DueJob<'mail'>) =>
    withTimeout(send(job)).catch((error: unknown) => {
      const reason = permanentFailure(error);
      throw reason === undefined ? inItsWords(error) : new PermanentJobError(reason, { cause: error });
    });
  return { run };
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server timed out.')), jobTimeoutSeconds * 1000);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** The error with the response of the mail server as its message: nodemailer puts a sentence in front that fills a list. */
function inItsWords(error: unknown): unknown {
  const { code, response }: SmtpError = error instanceof Error ? (error as SmtpError) : {};
  return response === undefined ? error : Object.assign(new Error(response, { cause: error }), { code });
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
