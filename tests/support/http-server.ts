import { languages } from '#contract/languages.ts';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createApp } from '#main/app.ts';
import { type OpenDatabase, createDatabaseHandle } from '#api/db/database-handle.ts';
import type { Database } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { writeFixtureSite } from './site.ts';
import { loadSite } from '#main/server/site/load-site.ts';
import { createWebServer, limits } from '#main/server/create-server.ts';

const database: OpenDatabase = { engine: 'embedded', ping: async () => {}, close: async () => {} };

/** Its AUTH_SECRET. */
export const secret = 'q7Vx2mTz9LbKc4RwYp8NsHf3JdGu6EaX';

/** A whole server on a free port, with the fixture site, whose log lines can be read. */
export async function startFixtureServer(
  changes: {
    logLevel?: string;
    limits?: Partial<typeof limits>;
    siteFolder?: string;
    isHttps?: boolean;
    trustProxy?: number;
  } = {},
) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(changes.logLevel ?? 'info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const settings = {
    siteUrl: changes.isHttps === false ? 'http://localhost:3000' : 'https://www.example.com',
    isSiteUrlGiven: true,
    trustProxy: changes.trustProxy ?? 0,
    ticketLimit: 60,
    readLimit: 20,
    secretsBefore: [],
    currency: 'USD',
    languages: [...languages],
    isRiskHidden: false,
    hasReminders: false,
    reminderDays: [-7, 0, 8, 30],
    leads: 'off' as const,
    leadsTo: undefined,
    hasBooking: true,
    dataDir: 'data',
    s3Url: undefined,
    clamd: undefined,
    mailFrom: undefined,
    mailAuthservId: undefined,
    mailInKey: undefined,
    mailInDomain: undefined,
    mailInAddresses: [],
  };
  const handle = createDatabaseHandle<Database>();
  await handle.open(async () => database as Database);
  const app = createApp({ settings, secret, log, handle });
  const site = loadSite(changes.siteFolder ?? writeFixtureSite(), changes.isHttps ?? true);
  const web = createWebServer({ app, site, settings, log, limits: { ...limits, ...changes.limits } });
  web.server.listen(0, '127.0.0.1');
  await once(web.server, 'listening');
  const { port } = web.server.address() as AddressInfo;
  return { ...web, app, lines, port, url: `http://127.0.0.1:${port}` };
}

/** Sends bytes as they are and returns all that comes back until the server closes the connection. */
export async function sendRaw(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (data: string) => (received += data));
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part, 'latin1');
  await once(socket, 'close');
  return received;
}
