/** `npm run bench -- serving [seconds]`: pages and assets from our server, from nginx in front of it, and from nginx with nothing but the files; one process each. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanUp, cleanUpOnSignals, freePort, whenDone } from '../scripts/lib/processes.ts';
import { installSystemPart } from '../scripts/lib/system-packages.ts';
import { nginxConfiguration } from '#main/admin/nginx/nginx-configuration.ts';
import { relocate, startNginx } from '#tests/support/nginx.ts';
import { residentMegabytes, startBuiltServer } from '#tests/support/server.ts';
import { measure, median, type Measured, prepareWrk } from './measure.ts';

const seconds = Number(process.argv[2] ?? 4);
const rounds = 5;
const client = resolve('build/client');
const script = readdirSync('build/client/assets').find((file) => /^public-.*\.js$/.test(file));
const paths = ['/', '/services/cybersecurity', `/assets/${script}`, '/favicon.svg'];
const names = ['node', 'our nginx', 'bare nginx'] as const;
type Origins = Record<(typeof names)[number], string>;

const common = 'access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;';

/** The same precompressed files, without headers, validators or a page for unknown paths of our own. */
const bare = (port: number) => `${common} open_file_cache max=1000 inactive=60s; gzip_static on;
  types { text/html html; text/javascript js; font/woff2 woff2; image/svg+xml svg; application/json json; }
  server { listen 127.0.0.1:${port}; root ${client}; location / { try_files $uri $uri/index.html =404; } }`;

async function startOurs(nodePort: number): Promise<string> {
  const port = await freePort();
  const upstreams = [`127.0.0.1:${nodePort}`];
  const text = nginxConfiguration({ siteUrl: 'http://localhost', upstreams, hasCertificate: false });
  const nginx = await startNginx({
    port,
    http: (folder) =>
      `${common} ${relocate(text, { folder, client, port, redirectPort: port, upstream: nodePort })
        // What is compared is the serving, not the limits or the log.
        .replaceAll(/^ *(?:limit_\w+|access_log) .*;$/gm, '')}`,
  });
  whenDone(nginx.stop);
  return `http://127.0.0.1:${port}`;
}

async function startBare(): Promise<string> {
  const port = await freePort();
  whenDone((await startNginx({ port, http: () => bare(port) })).stop);
  return `http://127.0.0.1:${port}`;
}

/** Alternates, so that other load on the machine affects all of them equally. */
async function measureInTurns(origins: Origins, path: string, pause?: number) {
  const results: Record<keyof Origins, Measured[]> = { node: [], 'our nginx': [], 'bare nginx': [] };
  const headers = { Host: 'localhost', 'Accept-Encoding': 'gzip' };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const url = `${origins[name]}${path}`;
      results[name].push(await measure({ url, seconds, headers, ...(pause === undefined ? {} : { pause }) }));
    }
  }
  return results;
}

cleanUpOnSignals();
try {
  await prepareWrk();
  const failure = await installSystemPart('nginx');
  if (failure !== undefined) throw new Error(failure);
  const site = await startBuiltServer();
  whenDone(async () => void (await site.stop()));
  const origins = {
    node: site.url,
    'our nginx': await startOurs(Number(new URL(site.url).port)),
    'bare nginx': await startBare(),
  };
  const before = residentMegabytes(site.pid);
  for (const path of paths) {
    const fast = await measureInTurns(origins, path);
    // Latency at full speed is only the rate again; under the same load it is the server's own.
    const paced = await measureInTurns(origins, path, 2);
    console.log(path);
    for (const name of names) {
      const rate = median(fast[name].map(({ perSecond }) => perSecond));
      const ofBare = median(
        fast[name].map(({ perSecond }, at) => perSecond / (fast['bare nginx'][at]?.perSecond ?? 0)),
      );
      const p99 = median(paced[name].map((one) => one.p99));
      const load = median(paced[name].map(({ perSecond }) => perSecond));
      console.log(
        `  ${name.padEnd(11)}${rate.toFixed(0).padStart(7)}/s, ${ofBare.toFixed(2)} of bare nginx; p99 ${p99.toFixed(2)} ms at ${load.toFixed(0)}/s`,
      );
    }
  }
  console.log(`\nmemory of node: ${before} MB at rest, ${residentMegabytes(site.pid)} MB after all of it`);
} finally {
  await cleanUp();
}
