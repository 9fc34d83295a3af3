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
import { startRateLimitCleanup } from './db/rate-limit.ts';
import { createAuthContext } from './auth/auth-context.ts';
import { authSecret, deriveKeys } from './auth/auth-settings.ts';
import { type Settings, readSettings, startWarnings, unencryptedConnections, withPort } from './lib/env.ts';
import { OperatorError } from './lib/errors.ts';
import { createLog, type Log } from './lib/log.ts';
import { type Files, openFiles } from './files/files.ts';
import { startLmtp } from './mail/inbound/lmtp-server.ts';
import { mailPolicyOf } from './services/mail-in/mail-policy.ts';
import { receiveMail } from './services/mail-in/receive-mail.ts';
import { ticketHandlers } from './services/tickets/recurring-jobs.ts';
import { scanHandlers } from './services/tickets/scan-files.ts';
import { type JobHandlers, startWorker } from './jobs/worker.ts';
import { startDelivery } from './mail/delivery.ts';
import { createMailTransport } from './mail/transports.ts';
import { createLiveUpdates } from './services/live/live-updates.ts';
import { notificationHandlers } from './services/notifications/ticket-jobs.ts';
import { prepareTicketMails } from './services/notifications/ticket-mails.ts';
import { createWebServer, listen, reservePort } from './server/create-server.ts';
import { drain, stopOnSignals } from './server/shutdown.ts';
import { loadSite } from './server/site/load-site.ts';

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
  for (const sentence of unencryptedConnections(settings)) log.warn(sentence);
  const secret = authSecret(settings);
  const site = flags['api-only']
    ? undefined
    : loadSite(String(flags.site ?? buildFolder()), settings.siteUrl.startsWith('https:'), settings.siteUrl);

  const handle = createDatabaseHandle<Database>();
  const live = createLiveUpdates({ log });
  const app = createApp({ settings, secret, log, handle, live });
  const web = createWebServer({ app, site, settings, log });
  const origin = await listen(web.server, settings, reserved);
  if (site !== undefined) say(siteLines(origin, settings));
  for (const sentence of startWarnings(settings, site?.unfilled ?? [])) log.warn(sentence);

  const stopping = new AbortController();
  const files = openFiles(settings);
  const lmtp = await startMailIn({ settings, files, handle, log });
  const stopWork = startWork({ settings, files, handle, log });
  stopOnSignals(log, async () => {
    stopping.abort();
    live.close();
    await drain(web);
    await lmtp?.stop();
    await stopWork();
    await handle.close();
  });

  let demo: Demo | undefined;
  const connect = async () => {
    const opened = await openDatabase(settings, log);
    try {
      const keys = deriveKeys(secret, settings.secretsBefore);
      demo = await createDemo(opened, createAuthContext(opened, { siteUrl: settings.siteUrl, keys }, log), settings);
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

/** Of the addresses to which a mail about a ticket can be answered, where such mails are received. */
const replyDomainOf = ({ mailIn, mailInKey, mailInDomain }: Settings) =>
  mailIn === undefined && mailInKey === undefined ? undefined : mailInDomain;

interface WorkDeps {
  settings: Settings;
  files: Files;
  handle: DatabaseHandle<Database>;
  log: Log;
}

/** What happens without a request. Slow work has workers of its own, so that nothing else waits for it. */
function startWork({ settings, files, handle, log }: WorkDeps): () => Promise<void> {
  const { siteUrl, supportTo, dataDir } = settings;
  const database = () => handle.current;
  const transport = createMailTransport(settings, log);
  const prepare = prepareTicketMails({ database, siteUrl, supportTo });
  const work = (name: string, handlers: JobHandlers, pollIntervalMs?: number) =>
    startWorker({ database, handlers, log, name, ...(pollIntervalMs !== undefined && { pollIntervalMs }) });
  const workers = [
    startDelivery({ database, transport, siteUrl, prepare, log }),
    work('job', {
      ...notificationHandlers({ supportTo, replyDomain: replyDomainOf(settings) }),
      ...ticketHandlers(log),
    }),
    ...(files.clamd === undefined ? [] : [work('scan', scanHandlers({ database, files, log }))]),
    work('retention', retentionHandlers({ database, dataDir, files, log }), 60_000),
    startRateLimitCleanup({ database, log }),
  ];
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
}

/** Replies by mail, if MAIL_IN says where the mail server delivers them. */
async function startMailIn({ settings, files, handle, log }: WorkDeps) {
  if (settings.mailIn === undefined) return undefined;
  const policy = mailPolicyOf(settings);
  return startLmtp({
    url: settings.mailIn,
    log,
    receive: async (mail) => {
      if (handle.current === undefined) throw new Error('The database is not available.');
      await receiveMail({ database: handle.current, files, policy, log }, mail);
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
  const publicUrl = isSiteUrlGiven ? ` (public URL: ${siteUrl}/)` : '';
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
function demoLines({ emails, password, staff }: Demo, origin: string): string {
  return [
    'Demo: the database was empty and now contains two fictitious customers. Sign in as',
    ...emails.map((email) => `  ${email}`),
    `with the password ${password} (shown this once; DEMO_PASSWORD sets it before the first start).`,
    `Staff desk: ${origin}/desk, as ${staff.email} with the same password and a code from an authenticator.`,
    `Scan this QR code with it, or enter ${staff.key} (shown this once).`,
    renderUnicodeCompact(staff.uri),
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
