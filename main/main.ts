import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Demo, createDemo } from './admin/demo/create-demo.ts';
import { demoMembers, hasOnlyDemoData } from './admin/demo/demo-members.ts';
import { heldSentence, readHold } from './admin/outbound/outbound-hold.ts';
import { createApp } from './app.ts';
import { type Database, openDatabase } from '#api/db/connect.ts';
import { type DatabaseHandle, connectWithRetry, createDatabaseHandle } from '#api/db/database-handle.ts';
import { observeQueries } from '#api/db/observe-queries.ts';
import { createAuthContext } from '#api/auth/core/auth-context.ts';
import { authSecret, deriveKeys } from '#api/auth/core/auth-settings.ts';
import { createDemoLinks, mayHaveDemoLinks } from '#api/auth/credentials/demo-links.ts';
import { countLockedAuthenticators, lockedSentence } from '#api/auth/core/totp-keys.ts';
import { hasOwnContact, missing, requireCompanyFile, unfilled } from '#api/lib/company.ts';
import {
  type Settings,
  isService,
  processEnvironment,
  readSettings,
  unknownSettingWarnings,
  withPort,
} from '#api/lib/env.ts';
import { requireDatabaseUrl } from '#api/lib/database-settings.ts';
import { requireLegalFacts, requireSameBuild, startWarnings, unencryptedConnections } from '#api/lib/start-warnings.ts';
import { DatabaseUnavailableError, OperatorError } from '#api/lib/errors.ts';
import { metricsTargetOf } from '#api/lib/instances.ts';
import { createLog, type Log } from '#api/lib/log.ts';
import { requireDataFolder } from '#api/files/data-folder.ts';
import { type Files, openFiles } from '#api/files/files.ts';
import { startLmtp } from '#api/mail/inbound/lmtp-server.ts';
import { createDocumentWriter } from '#api/documents/document-writer.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { createInvoiceReader } from '#modules/invoicing/server/read/invoice-reader.ts';
import { mailPolicyOf } from '#api/services/mail-in/mail-policy.ts';
import { acceptMail, isRecipient } from '#api/services/mail-in/accept-mail.ts';
import { createMailTransport } from '#api/mail/transports.ts';
import { createLiveUpdates } from '#api/services/live/live-updates.ts';
import { consentsFile, readConsents, saveConsents } from '#modules/leads/server/consents.ts';
import { createProbes } from '#modules/monitoring/server/probes.ts';
import { createWebServer, listen, requireFreePort, reservePort } from './server/create-server.ts';
import { addDatabaseGauges } from './server/metrics/database-gauges.ts';
import { startMetricsListener } from './server/metrics/listener.ts';
import { createMetrics } from './server/metrics/metrics.ts';
import { probeServices } from './server/probe-services.ts';
import { drain, stopOnSignals } from './server/shutdown.ts';
import { loadSite } from './server/site/load-site.ts';
import { databaseLines, demoLines, linkLines, siteLines } from './server/start-lines.ts';
import { startWork } from './server/start-work.ts';
import { createSystemdNotifier } from './server/systemd-notifier.ts';
import { checklistPath } from '#contract/documents.ts';

async function start(): Promise<void> {
  const { values: flags } = parseArgs({
    options: { site: { type: 'string' }, 'api-only': { type: 'boolean', default: false } },
    strict: false,
  });
  const configured = readSettings();
  requireDatabaseUrl(processEnvironment);
  requireCompanyFile();
  const { port, reserved } =
    configured.port === 0 ? await reservePort(configured) : { port: configured.port, reserved: undefined };
  const settings = withPort(configured, port);
  if (reserved === undefined) await requireFreePort(settings);
  const log = createLog(settings.logLevel, undefined, settings.logFormat);
  for (const sentence of [...unencryptedConnections(settings), ...unknownSettingWarnings()]) log.warn(sentence);
  await requireDataFolder(settings.dataDir);
  const secret = authSecret(settings);
  const folder = String(flags.site ?? siteFolder(settings));
  const consents = settings.leads === 'off' ? [] : await readConsents(join(folder, consentsFile));
  const { siteUrl, languages } = settings;
  const site = flags['api-only']
    ? undefined
    : loadSite(folder, siteUrl.startsWith('https:'), {
        origin: siteUrl,
        languages,
        hashes: consents,
        drawn: settings.leads === 'deliver' && hasOwnContact ? await drawDocuments() : undefined,
      });

  if (site !== undefined) requireSameBuild(settings, site);
  if (site !== undefined) requireLegalFacts(settings, missing);

  const handle = createDatabaseHandle<Database>();
  const live = createLiveUpdates({ log });
  const reader = createMailReader();
  const invoiceReader = createInvoiceReader();
  const documents = createDocumentWriter();
  const readProbes = createProbes(settings);
  const metrics = createMetrics();
  const demoLinks =
    site !== undefined && mayHaveDemoLinks(settings, isService) ? createDemoLinks(hasOnlyDemoData) : undefined;
  let isStopping = false;
  const app = createApp({
    isStopping: () => isStopping,
    settings,
    secret,
    log,
    handle,
    live,
    reader,
    invoiceReader,
    documents,
    readProbes,
    demoLinks,
  });
  const web = createWebServer({ app, site, settings, log, onRequest: metrics.onRequest });
  for (const sentence of startWarnings(settings, site === undefined ? [] : unfilled)) log.warn(sentence);

  const stopping = new AbortController();
  const systemd = createSystemdNotifier(log);
  const files = openFiles(settings);
  const transport = createMailTransport(settings, log);
  void probeServices({ files, transport, log });
  const lmtp = await startMailIn({ settings, files, handle, log });
  const { registry } = metrics;
  const { update } = addDatabaseGauges({ registry, handle, live, readProbes, settings });
  const target = metricsTargetOf(settings);
  const scraped = target && (await startMetricsListener({ target, read: metrics.read, update, log }));
  const keys = deriveKeys(secret, settings.secretsBefore);
  const stopWork = startWork({ settings, keys, files, transport, reader, site, handle, readProbes, metrics, log });
  stopOnSignals(log, settings.stopDelay, async () => {
    isStopping = true;
    systemd.stopping();
    await wait(settings.stopDelay * 1000);
    stopping.abort();
    live.close();
    await drain(web);
    scraped?.stop();
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
    observeQueries(opened.pool, ({ ms, statement }) => {
      metrics.onQuery(ms);
      if (settings.slowMs > 0 && ms > settings.slowMs) log.warn({ statement, ms: Math.round(ms) }, 'slow statement');
    });
    try {
      const auth = createAuthContext(opened, { siteUrl: settings.siteUrl, languages: settings.languages, keys }, log);
      await saveConsents(opened, consents);
      const locked = await countLockedAuthenticators(opened.pool, keys);
      if (locked > 0) log.warn(lockedSentence(locked));
      const hold = await readHold(opened.pool);
      if (hold !== undefined) log.warn({ since: hold.since, asOf: hold.asOf }, heldSentence);
      if (settings.hasDemo)
        demo = await createDemo(opened, auth, settings, { files, documents, currency: settings.currency });
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  };

  const firstFailure = Promise.withResolvers<void>();
  const opened = connectWithRetry({
    handle,
    connect,
    isEmbedded: settings.databaseUrl === undefined,
    log,
    signal: stopping.signal,
    onFailure: firstFailure.resolve,
  });
  // During an upgrade another instance serves, and a proxy repeats only what is safe: what this one accepted too early would
  // fail. Where the database does not open, pages are served without it.
  if (settings.databaseUrl !== undefined)
    await Promise.race([opened, firstFailure.promise, wait(listenAfterMs, undefined, { ref: false })]);
  if (stopping.signal.aborted) return;
  const origin = await listen(web.server, settings, reserved);
  systemd.ready(() => handle.current?.isStuck?.() !== true);
  if (site !== undefined) say(siteLines(origin, settings));
  const database = await opened;
  if (database === undefined) return;
  say(databaseLines(database.engine, settings));
  const links = demoLinks && (await hasOnlyDemoData(database)) ? demoLinks.issue(demoMembers) : undefined;
  if (demo !== undefined) say(demoLines(demo, { origin, hasLinks: links !== undefined }));
  if (links !== undefined) say(linkLines(links, settings.siteUrl));
}

/** A database that is silent, or a migration that takes longer, does not keep the pages away. */
const listenAfterMs = 10 * 60_000;

interface WorkDeps {
  settings: Settings;
  files: Files;
  handle: DatabaseHandle<Database>;
  log: Log;
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
    hasSiblings: settings.upstreams.length > 1,
    log,
    isRecipient: async (address) => isRecipient({ database: current(), policy }, address),
    receive: async (mail) => {
      await acceptMail({ database: current(), files, policy, log }, mail);
    },
  });
}

/** The site beside this file: build/api in a build, api in the source tree. A release has one for each of these settings. */
function siteFolder({ leads, hasBooking }: Settings): string {
  const parent = join(import.meta.dirname, '..');
  const other = join(parent, 'sites', hasBooking ? 'booking' : leads);
  if (existsSync(join(other, 'site.json'))) return other;
  return existsSync(join(parent, 'site.json')) ? parent : join(parent, 'build');
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** The checklist of a build names its contact details: it is drawn again for a company with others. Beside this file in a build. */
async function drawDocuments(): Promise<ReadonlyMap<string, Buffer>> {
  const drawing = (await import(new URL('draw-checklist.js', import.meta.url).href)) as {
    drawChecklist: () => Promise<Buffer>;
  };
  return new Map([[checklistPath, await drawing.drawChecklist()]]);
}

// EX_CONFIG of sysexits.h: systemd does not try again until somebody has changed a setting (packaging/systemd).
const wrongSettings = 78;

function stop(error: unknown): never {
  if (error instanceof OperatorError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(wrongSettings);
  }
  createLog('fatal').fatal({ err: error }, 'the server failed');
  process.exit(1);
}

process.on('uncaughtException', stop);
process.on('unhandledRejection', stop);
start().catch(stop);
