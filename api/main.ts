import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { type Demo, createDemo } from './admin/demo/create-demo.ts';
import { retentionHandlers } from './admin/retention/apply-retention.ts';
import { createApp } from './app.ts';
import { type Database, openDatabase } from './db/connect.ts';
import {
  type DatabaseHandle,
  type OpenDatabase,
  connectWithRetry,
  createDatabaseHandle,
} from './db/database-handle.ts';
import { startPeriodic } from './db/periodic.ts';
import { startRateLimitCleanup } from './db/rate-limit.ts';
import { createAuthContext } from './auth/core/auth-context.ts';
import { authSecret, deriveKeys, type Keys } from './auth/core/auth-settings.ts';
import { countLockedAuthenticators, lockedSentence } from './auth/core/totp-keys.ts';
import { type Settings, readSettings, unknownSettingWarnings, withPort } from './lib/env.ts';
import { requireLegalFacts, requireSameBuild, startWarnings, unencryptedConnections } from './lib/start-warnings.ts';
import { DatabaseUnavailableError, OperatorError } from './lib/errors.ts';
import { createLog, type Log } from './lib/log.ts';
import { requireDataFolder } from './files/data-folder.ts';
import { type Files, openFiles } from './files/files.ts';
import { startLmtp } from './mail/inbound/lmtp-server.ts';
import { createDocumentWriter } from './services/invoices/write/document-writer.ts';
import { createMailReader, type MailReader } from './mail/inbound/mail-reader.ts';
import { createInvoiceReader } from './services/invoices/read/invoice-reader.ts';
import { mailPolicyOf } from './services/mail-in/mail-policy.ts';
import { acceptMail, isRecipient } from './services/mail-in/accept-mail.ts';
import { receivedMailHandlers } from './services/mail-in/read-received.ts';
import { ticketHandlers } from './services/tickets/recurring-jobs.ts';
import { replyHandlers } from './services/tickets/pending-replies.ts';
import { scanHandlers } from './services/tickets/scan-files.ts';
import { type JobHandlers, startWorker } from './jobs/worker.ts';
import { startDelivery } from './mail/delivery.ts';
import { type MailTransport, createMailTransport } from './mail/transports.ts';
import { createLiveUpdates } from './services/live/live-updates.ts';
import { notificationHandlers } from './services/notifications/ticket-jobs.ts';
import { consentsFile, readConsents, saveConsents } from './services/leads/consents.ts';
import { prepareLeadMails } from './services/leads/lead-mails.ts';
import { prepareLeadReplies } from './services/leads/lead-replies.ts';
import { prepareNewsletterMails } from './services/newsletter/newsletter-mails.ts';
import { prepareReminders, reminderHandlers } from './services/reminders/send-reminders.ts';
import { appointmentHandlers } from './services/appointments/appointment-mails.ts';
import { prepareAppointmentMails } from './services/appointments/prepare-mails.ts';
import { createAccountHash } from './services/bank/account-hash.ts';
import { bankHandlers } from './services/bank/bank-notices.ts';
import { webhookHandlers } from './services/integrations/webhook-jobs.ts';
import { prepareTicketMails } from './services/notifications/ticket-mails.ts';
import { createWebServer, listen, reservePort } from './server/create-server.ts';
import { probeServices } from './server/probe-services.ts';
import { drain, stopOnSignals } from './server/shutdown.ts';
import { loadSite, type Site } from './server/site/load-site.ts';

async function start(): Promise<void> {
  const { values: flags } = parseArgs({
    options: { site: { type: 'string' }, 'api-only': { type: 'boolean', default: false } },
    strict: false,
  });
  const configured = readSettings();
  const { port, reserved } =
    configured.port === 0 ? await reservePort(configured) : { port: configured.port, reserved: undefined };
  const settings = withPort(configured, port);
  const log = createLog(settings.logLevel);
  for (const sentence of [...unencryptedConnections(settings), ...unknownSettingWarnings()]) log.warn(sentence);
  await requireDataFolder(settings.dataDir);
  const secret = authSecret(settings);
  const site = flags['api-only']
    ? undefined
    : loadSite(
        String(flags.site ?? buildFolder()),
        settings.siteUrl.startsWith('https:'),
        settings.siteUrl,
        settings.languages,
      );

  if (site !== undefined) requireSameBuild(settings, site);
  requireLegalFacts(settings, site?.missing ?? []);
  const consents =
    settings.leads === 'off' ? [] : readConsents(join(String(flags.site ?? buildFolder()), consentsFile));

  const handle = createDatabaseHandle<Database>();
  const live = createLiveUpdates({ log });
  const reader = createMailReader();
  const invoiceReader = createInvoiceReader();
  const documents = createDocumentWriter();
  const app = createApp({ settings, secret, log, handle, live, reader, invoiceReader, documents });
  const web = createWebServer({ app, site, settings, log });
  const origin = await listen(web.server, settings, reserved);
  if (site !== undefined) say(siteLines(origin, settings));
  for (const sentence of startWarnings(settings, site?.unfilled ?? [])) log.warn(sentence);

  const stopping = new AbortController();
  const files = openFiles(settings);
  const transport = createMailTransport(settings, log);
  void probeServices({ files, transport, log });
  const lmtp = await startMailIn({ settings, files, handle, log });
  const keys = deriveKeys(secret, settings.secretsBefore);
  const stopWork = startWork({ settings, keys, files, transport, reader, site, handle, log });
  stopOnSignals(log, async () => {
    stopping.abort();
    live.close();
    await drain(web);
    await lmtp?.stop();
    await stopWork();
    await reader.close();
    await invoiceReader.close();
    await documents.close();
    await handle.close();
  });

  let demo: Demo | undefined;
  const connect = async () => {
    const opened = await openDatabase(settings, log);
    try {
      const auth = createAuthContext(opened, { siteUrl: settings.siteUrl, languages: settings.languages, keys }, log);
      await saveConsents(opened, consents);
      const locked = await countLockedAuthenticators(opened.pool, keys);
      if (locked > 0) log.warn(lockedSentence(locked));
      if (settings.hasDemo)
        demo = await createDemo(opened, auth, settings, { files, documents, currency: settings.currency });
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  };

  // Last, and in the background of the pages, which need no database.
  const database = await connectWithRetry({
    handle,
    connect,
    isEmbedded: settings.databaseUrl === undefined,
    log,
    signal: stopping.signal,
  });
  if (database === undefined) return;
  say(databaseLine(database.engine, settings));
  if (demo !== undefined) say(demoLines(demo, origin));
}

/** The domain of reply addresses in mails about tickets, where such mails are received. */
const replyDomainOf = ({ mailIn, mailInKey, mailInDomain }: Settings) =>
  mailIn === undefined && mailInKey === undefined ? undefined : mailInDomain;

interface WorkDeps {
  settings: Settings;
  files: Files;
  handle: DatabaseHandle<Database>;
  log: Log;
}

/** What happens without a request. Slow work has workers of its own, so that nothing else waits for it. */
function startWork({
  settings,
  keys,
  files,
  transport,
  reader,
  site,
  handle,
  log,
}: WorkDeps & {
  keys: Keys;
  transport: MailTransport;
  reader: MailReader;
  site: Site | undefined;
}): () => Promise<void> {
  const { siteUrl, supportTo, dataDir } = settings;
  const database = () => handle.current;
  const prepare = {
    ...prepareTicketMails({ database, siteUrl, supportTo }),
    ...prepareLeadMails({ database, siteUrl, mailFrom: settings.mailFrom, hasBooking: settings.hasBooking }),
    ...prepareLeadReplies({ database, siteUrl, mailFrom: settings.mailFrom }),
    ...prepareNewsletterMails({ database, siteUrl, keys }),
    ...prepareReminders({ database, siteUrl, currency: settings.currency }),
    ...prepareAppointmentMails({ database, siteUrl, mailFrom: settings.mailFrom }),
  };
  const work = (name: string, handlers: JobHandlers, pollIntervalMs?: number) =>
    startWorker({ database, handlers, log, name, ...(pollIntervalMs !== undefined && { pollIntervalMs }) });
  const workers = [
    startDelivery({ database, transport, prepare, languages: settings.languages, log }),
    work('job', {
      ...notificationHandlers({ supportTo, replyDomain: replyDomainOf(settings) }),
      ...ticketHandlers(log),
      ...bankHandlers({ siteUrl }),
      ...reminderHandlers(settings, log),
      ...appointmentHandlers(settings, log),
    }),
    // Soon after its time, also if an instance has died while it published.
    startWorker({
      database,
      handlers: replyHandlers(database),
      log,
      name: 'reply',
      leaseSeconds: 30,
      pollIntervalMs: 1_000,
    }),
    work('webhook', webhookHandlers({ database, keys: keys.webhooks, log })),
    ...(files.clamd === undefined ? [] : [work('scan', scanHandlers({ database, files, log }))]),
    // One at a time: whatever strangers send, it uses one core.
    startWorker({
      database,
      handlers: receivedMailHandlers({ database, files, policy: mailPolicyOf(settings), reader, log }),
      log,
      name: 'received mail',
      atOnce: 1,
      leaseSeconds: 120,
      pollIntervalMs: 1_000,
    }),
    work('retention', retentionHandlers({ database, dataDir, files, log }), 60_000),
    startRateLimitCleanup({ database, log }),
    ...(site === undefined ? [] : [startAccountUpdates({ database, site, log })]),
  ];
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
}

/** The page /verifier compares with the account that is active now: it changes when its 72 hours have passed, without a request. */
function startAccountUpdates({ database, site, log }: { database: () => Database | undefined; site: Site; log: Log }) {
  const readHash = createAccountHash();
  return startPeriodic({
    database,
    run: async (current) => {
      site.setAccount(await readHash(current));
      return undefined;
    },
    intervalMs: 5_000,
    log,
    failure: 'the active bank account could not be read',
  });
}

/** Replies by mail, if MAIL_IN says where the mail server delivers them. */
async function startMailIn({ settings, files, handle, log }: WorkDeps) {
  if (settings.mailIn === undefined) return undefined;
  const policy = mailPolicyOf(settings);
  const current = () => {
    if (handle.current === undefined) throw new DatabaseUnavailableError('The database is not available.');
    return handle.current;
  };
  return startLmtp({
    url: settings.mailIn,
    log,
    isRecipient: async (address) => isRecipient({ database: current(), policy }, address),
    receive: async (mail) => {
      await acceptMail({ database: current(), files, policy, log }, mail);
    },
  });
}

// build/api in a build, api in the source tree.
function buildFolder(): string {
  const parent = join(import.meta.dirname, '..');
  return existsSync(join(parent, 'site.json')) ? parent : join(parent, 'build');
}

const say = (text: string) => process.stdout.write(`${text}\n`);

function siteLines(origin: string, { siteUrl, isSiteUrlGiven }: Pick<Settings, 'siteUrl' | 'isSiteUrlGiven'>): string {
  const publicUrl = isSiteUrlGiven
    ? ` (public URL: ${siteUrl}/)`
    : ` (SITE_URL is not set: pages and mails name ${siteUrl}/)`;
  return `Site: ${origin}/${publicUrl}\nPortail client: ${origin}/customer-portal`;
}

function databaseLine(engine: OpenDatabase['engine'], { dataDir }: Pick<Settings, 'dataDir'>): string {
  if (engine === 'postgresql') return 'Database: PostgreSQL.';
  return (
    `Database: embedded, in ${dataDir}.\n` +
    'The embedded database is for trials: a power cut may lose data. In production, set DATABASE_URL to a PostgreSQL.'
  );
}

/** Printed to the terminal by the start that created it, never logged. */
function demoLines({ emails, password, staff: [first, ...others] }: Demo, origin: string): string {
  return [
    'Demo: the database was empty and now contains two fictitious customers. Sign in as',
    ...emails.map((email) => `  ${email}`),
    `with the password ${password} (shown this once; DEMO_PASSWORD sets it before the first start).`,
    `Staff desk: ${origin}/desk, as ${first?.email} with the same password and a code from an authenticator.`,
    `Scan this QR code with it, or enter ${first?.key} (shown this once).`,
    renderUnicodeCompact(first?.uri ?? ''),
    ...others.map(({ email, key }) => `A second administrator, for what needs two: ${email}, enter ${key}.`),
  ].join('\n');
}

function stop(error: unknown): never {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else createLog('fatal').fatal({ err: error }, 'the server failed');
  process.exit(1);
}

process.on('uncaughtException', stop);
process.on('unhandledRejection', stop);
start().catch(stop);
