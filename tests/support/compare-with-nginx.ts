import { execFileSync } from 'node:child_process';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type SiteFile, siteManifestSchema } from '#api/server/site/load-site.ts';
import { freePort } from '../../scripts/lib/processes.ts';
import { nginxConfiguration } from '../../scripts/build/nginx-configuration.ts';
import { startFixtureServer } from './http-server.ts';
import { relocate, startNginx } from './nginx.ts';

export interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface Received {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type Client = (sent: Sent) => Promise<Received>;

/** Both servers for one built site, each on a free port: ours, and nginx with the configuration that the build writes. */
export async function startBoth(siteFolder: string) {
  const manifest = siteManifestSchema.parse(JSON.parse(readFileSync(join(siteFolder, 'site.json'), 'utf8')));
  const { protocol, host } = new URL(manifest.builtFor);
  const isHttps = protocol === 'https:';
  const node = await startFixtureServer({ siteFolder, isHttps });
  const redirectPort = await freePort();
  const port = await freePort();
  const client = resolve(siteFolder, 'client');
  let logFile = '';
  const nginx = await startNginx({
    port,
    http: (folder) => {
      logFile = join(folder, 'portal.log');
      if (isHttps) writeCertificate(folder, host);
      return relocate(withTestLimits(nginxConfiguration(manifest)), {
        folder,
        client,
        port,
        redirectPort,
        upstream: node.port,
      });
    },
  });
  const agents = [
    new HttpAgent({ keepAlive: true, maxSockets: 1 }),
    new HttpsAgent({ keepAlive: true, maxSockets: 1 }),
  ];
  const [httpAgent, httpsAgent] = agents;
  const toNode: Client = (sent) => exchange(requestHttp, { port: node.port, agent: httpAgent }, host, sent);
  const nginxClient =
    (keepAlive: boolean): Client =>
    (sent) =>
      isHttps
        ? exchange(
            requestHttps,
            { port, agent: keepAlive && httpsAgent, servername: host, rejectUnauthorized: false },
            host,
            sent,
          )
        : exchange(requestHttp, { port, agent: keepAlive && httpAgent }, host, sent);
  const stop = async () => {
    for (const agent of agents) agent.destroy();
    await nginx.stop();
    node.server.closeAllConnections();
    node.server.close();
  };
  return {
    manifest,
    node,
    redirectPort,
    toNode,
    toNginx: nginxClient(true),
    onNewConnection: nginxClient(false),
    readLog: () => readFileSync(logFile, 'utf8'),
    stop,
  };
}

function writeCertificate(folder: string, host: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '1', '-subj', `/CN=${host}`, ...files], {
    stdio: 'ignore',
  });
}

// No rate limit for comparisons; a slow refill for sign-ins, so that the result does not depend on the machine's speed.
const withTestLimits = (text: string) =>
  text
    .replace('rate=50r/s', 'rate=100000r/s')
    .replace('rate=5r/s', 'rate=1r/m')
    .replace('limit_conn portal_connections 100;', 'limit_conn portal_connections 5;')
    .replace('zone=portal_sign_in burst=30', 'zone=portal_sign_in burst=3');

function exchange(
  request: typeof requestHttps,
  options: object,
  host: string,
  { path, method = 'GET', headers = {} }: Sent,
): Promise<Received> {
  const { promise, resolve: finish, reject } = Promise.withResolvers<Received>();
  const all = { host: '127.0.0.1', path, method, headers: { Host: host, ...headers }, ...options };
  request(all, (res) => {
    buffer(res).then((body) => finish({ status: res.statusCode, headers: res.headers, body }), reject);
  })
    .on('error', reject)
    .on('connect', (res, socket) => {
      socket.destroy();
      finish({ status: res.statusCode, headers: res.headers, body: Buffer.alloc(0) });
    })
    .end();
  return promise;
}

/** Of the connection, or different for each response. */
const notCompared = new Set(['connection', 'date', 'keep-alive']);

/** Differences between the responses of our server and of nginx, one line per header. */
export async function findDifferences(toNode: Client, toNginx: Client, sent: Sent): Promise<string[]> {
  const [node, nginx] = [await toNode(sent), await toNginx(sent)];
  const label = `${sent.method ?? 'GET'} ${sent.path} ${JSON.stringify(sent.headers ?? {})}`;
  const differences: string[] = [];
  const compare = (what: string, ours: unknown, theirs: unknown) => {
    if (ours !== theirs)
      differences.push(`${label}: ${what} is ${String(ours)} from node and ${String(theirs)} from nginx`);
  };
  compare('status', node.status, nginx.status);
  if (!node.body.equals(nginx.body)) differences.push(`${label}: the bodies differ`);
  for (const name of new Set([...Object.keys(node.headers), ...Object.keys(nginx.headers)])) {
    const [ours, theirs] = [node.headers[name], nginx.headers[name]];
    if (notCompared.has(name)) continue;
    // nginx cannot leave its name out; we send none.
    if (name === 'server') compare(name, ours ?? 'nginx', theirs);
    // Both are random: a UUID, and 32 hexadecimal digits.
    else if (name === 'x-request-id')
      compare(name, typeof ours, /^[\da-f]{32}$|^[\da-f-]{36}$/.test(String(theirs)) ? 'string' : theirs);
    // nginx sends the length of the 200 with a 304, as RFC 9110 §8.6 allows.
    else if (name === 'content-length' && node.status === 304) compare(name, ours, undefined);
    else compare(name, JSON.stringify(ours), JSON.stringify(theirs));
  }
  return differences;
}

const encodings = ['identity', 'gzip', 'br', 'gzip, deflate, br, zstd'];

/** Every request that the comparison makes for one file: each encoding, its validators, HEAD, other methods, a trailing slash. */
export function requestsFor(files: readonly SiteFile[]): Sent[] {
  return files.flatMap(({ path: decoded, etag }) => {
    const path = encodeURI(decoded);
    const tags = [etag, ...['br', 'gzip'].map((encoding) => `${etag.slice(0, -1)}-${encoding}"`)];
    return [
      ...encodings.map((accepted) => ({ path, headers: { 'Accept-Encoding': accepted } })),
      ...encodings.map((accepted) => ({ path, method: 'HEAD', headers: { 'Accept-Encoding': accepted } })),
      ...tags.flatMap((tag) =>
        encodings.map((accepted) => ({ path, headers: { 'Accept-Encoding': accepted, 'If-None-Match': tag } })),
      ),
      { path, method: 'POST' },
      { path: `${path}/`.replace('//', '/'), method: 'HEAD' },
    ];
  });
}
