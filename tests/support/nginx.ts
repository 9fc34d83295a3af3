import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, freePort, runCommand } from '../../scripts/lib/processes.ts';
import { assetsRoot, maintenanceRoot, nginxConfiguration } from '#main/admin/nginx/nginx-configuration.ts';
import { maintenancePage } from '#main/admin/nginx/maintenance-page.ts';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { type SiteFile, siteManifestSchema } from '#main/server/site/load-site.ts';
import { startFixtureServer } from './http-server.ts';

const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

interface Nginx {
  /** Workers with the former configuration finish what they have. */
  reload: () => void;
  stop: () => Promise<void>;
}

interface NginxOptions {
  port: number;
  /** Contents of the http block; `folder` is temporary. */
  http: (folder: string) => string;
}

/** nginx with one worker, as our server is one process, and nothing of the machine's own configuration. */
export async function startNginx({ port, http }: NginxOptions): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    // As root, nginx would give its worker to a user who cannot read temporary folders.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { ${temporaryFolders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')} ${http(folder)} }`,
  );
  const tested = await runCommand('nginx', ['-t', '-p', folder, '-c', file]);
  if (!tested.ok) throw new Error(`nginx rejects its configuration:\n${tested.output}`);
  const server = endWithParent(spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' }));
  while (!(await accepts(port))) {
    if (server.exitCode !== null) throw new Error('nginx did not start.');
    await wait(50);
  }
  return {
    reload: () => void server.kill('SIGHUP'),
    stop: async () => {
      if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Places extends Record<'port' | 'redirectPort' | 'upstream', number> {
  /** For logs, and the certificate if there is one. */
  folder: string;
  client: string;
}

/** The configuration with the ports and folders of a test instead of those of an installation. */
export function relocate(text: string, { folder, client, port, redirectPort, upstream }: Places): string {
  const plainPort = text.includes('listen 443 ') ? redirectPort : port;
  return text
    .replaceAll(/^ *listen \[::\]:.*\n/gm, '')
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replaceAll(maintenanceRoot, folder)
    .replaceAll(assetsRoot, client)
    .replace('/var/lib/nginx/portal', `${folder}/pages`)
    .replaceAll(/\/etc\/letsencrypt\/live\/[^/]+/g, folder)
    .replaceAll('/var/log/nginx', folder);
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

interface Received {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type Client = (sent: Sent) => Promise<Received>;

/** Both servers for one built site, each on a free port: ours, and nginx in front of it. */
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
      writeFileSync(join(folder, 'index.html'), maintenancePage());
      const settings = { siteUrl: manifest.builtFor, upstreams: ['127.0.0.1:3000'], hasCertificate: true };
      return relocate(withTestLimits(nginxConfiguration(settings)), {
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
    port,
    readLog: () => readFileSync(logFile, 'utf8'),
    stop,
  };
}

export function writeCertificate(folder: string, host: string): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '1', '-subj', `/CN=${host}`, ...files], {
    stdio: 'ignore',
  });
}

// No rate limit for comparisons; a slow refill for sign-ins, so that the result does not depend on the machine's speed. A test
// does not wait 15 s for a slow upload.
const withTestLimits = (text: string) =>
  text
    .replace('rate=50r/s', 'rate=100000r/s')
    .replace('rate=5r/s', 'rate=1r/m')
    .replace('client_body_timeout 15s', 'client_body_timeout 1s')
    .replace('limit_conn portal_connections 100;', 'limit_conn portal_connections 5;')
    .replace('zone=portal_sign_in burst=30', 'zone=portal_sign_in burst=3');

function exchange(
  request: typeof requestHttps,
  options: object,
  host: string,
  { path, method = 'GET', headers = {}, body }: Sent,
): Promise<Received> {
  const { promise, resolve: finish, reject } = Promise.withResolvers<Received>();
  const all = { host: '127.0.0.1', path, method, headers: { Host: host, ...headers }, ...options };
  request(all, (res) => {
    buffer(res).then((received) => finish({ status: res.statusCode, headers: res.headers, body: received }), reject);
  })
    .on('error', reject)
    .on('connect', (res, socket) => {
      socket.destroy();
      finish({ status: res.statusCode, headers: res.headers, body: Buffer.alloc(0) });
    })
    .end(body);
  return promise;
}

/** Per connection, or different for each response. */
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
    // nginx serves files that never change from the disk, without a validator, and does not know which are too small to be compressed.
    else if (name === 'etag' && isAsset(sent.path)) compare(name, ours, theirs ?? ours);
    else if (name === 'vary' && isAsset(sent.path)) compare(name, ours ?? theirs, theirs);
    else compare(name, JSON.stringify(ours), JSON.stringify(theirs));
  }
  return differences;
}

const isAsset = (path: string) => path.startsWith('/assets/');
const encodings = ['identity', 'gzip', 'br', 'gzip, deflate, br, zstd'];

/** Every request that the comparison makes for one file: each encoding, its validators, HEAD, other methods, a trailing slash. */
export function requestsFor(files: readonly SiteFile[]): Sent[] {
  return files.flatMap(({ path: decoded, etag }) => {
    const path = encodeURI(decoded);
    const tags = [etag, ...['br', 'gzip'].map((encoding) => `${etag.slice(0, -1)}-${encoding}"`)];
    return [
      ...encodings.map((accepted) => ({ path, headers: { 'Accept-Encoding': accepted } })),
      ...encodings.map((accepted) => ({ path, method: 'HEAD', headers: { 'Accept-Encoding': accepted } })),
      ...(isAsset(path) ? [] : tags).flatMap((tag) =>
        encodings.map((accepted) => ({ path, headers: { 'Accept-Encoding': accepted, 'If-None-Match': tag } })),
      ),
      ...(isAsset(path) ? [] : [{ path, method: 'POST' }]),
      { path: `${path}/`.replace('//', '/'), method: 'HEAD' },
    ];
  });
}
