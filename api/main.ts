import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from './app.ts';
import { authSecret } from './lib/auth-secret.ts';
import { connectWithRetry, createDatabaseHandle } from './db/database-handle.ts';
import { openDatabase, type Database } from './db/connect.ts';
import { databaseLine, demoLines, siteLines } from './server/startup-messages.ts';
import { type Demo, createDemo } from './admin/demo/create-demo.ts';
import { readSettings, withPort } from './lib/env.ts';
import { createLog } from './lib/log.ts';
import { startDelivery } from './mail/delivery.ts';
import { createMailTransport } from './mail/transports.ts';
import { OperatorError } from './lib/errors.ts';
import { startRetention } from './admin/retention/daily.ts';
import { createWebServer } from './server/create-server.ts';
import { drain, stopOnSignals } from './server/shutdown.ts';
import { listen, reservePort } from './server/listen.ts';
import { startRateLimitCleanup } from './db/rate-limit.ts';
import { loadSite } from './server/site/load-site.ts';
import { startWarnings, unencryptedConnections } from './lib/start-warnings.ts';

async function start(): Promise<void> {
  const { values: flags } = parseArgs({
    options: { site: { type: 'string' }, 'api-only': { type: 'boolean', default: false } },
    strict: false,
  });
  const given = readSettings();
  const { port, reserved } = given.port === 0 ? await reservePort(given) : { port: given.port, reserved: undefined };
  const settings = withPort(given, port);
  const log = createLog(settings.logLevel);
  for (const sentence of unencryptedConnections(settings)) log.warn(sentence);
  const secret = authSecret(settings);
  const site = flags['api-only']
    ? undefined
    : loadSite(String(flags.site ?? buildFolder()), settings.siteUrl.startsWith('https:'), settings.siteUrl);

  const handle = createDatabaseHandle<Database>();
  const app = createApp({ settings, secret, log, handle });
  const web = createWebServer({ app, site, settings, log });
  const address = await listen(web.server, settings, reserved);
  if (site !== undefined) say(siteLines(address, settings));
  for (const sentence of startWarnings(settings, site?.unfilled ?? [])) log.warn(sentence);

  const stopping = new AbortController();
  const transport = createMailTransport(settings, log);
  const delivery = startDelivery({ database: () => handle.current, transport, siteUrl: settings.siteUrl, log });
  const retention = startRetention({ database: () => handle.current, dataDir: settings.dataDir, log });
  const cleanup = startRateLimitCleanup({ database: () => handle.current, log });
  stopOnSignals(log, async () => {
    stopping.abort();
    await drain(web);
    await Promise.all([delivery.stop(), retention.stop(), cleanup.stop()]);
    await handle.close();
  });

  let demo: Demo | undefined;
  const connect = async () => {
    const opened = await openDatabase(settings, log);
    try {
      demo = await createDemo(opened, settings);
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
  if (demo !== undefined) say(demoLines(demo));
}

// build/api in a build, api in the source tree.
function buildFolder(): string {
  const parent = join(import.meta.dirname, '..');
  return existsSync(join(parent, 'site.json')) ? parent : join(parent, 'build');
}

const say = (text: string) => process.stdout.write(`${text}\n`);

function stop(error: unknown): never {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else createLog('fatal').fatal({ err: error }, 'the server failed');
  process.exit(1);
}

process.on('uncaughtException', stop);
process.on('unhandledRejection', stop);
start().catch(stop);
