import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { maintenancePage } from '../nginx/maintenance-page.ts';
import { nginxConfiguration } from '../nginx/nginx-configuration.ts';
import { secret, startFixtureServer } from '#tests/support/http-server.ts';
import { relocate, startNginx } from '#tests/support/nginx.ts';
import { freePort } from '../../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { checkSite } from './check-site.ts';

const hasNginx = await hasSystemPart('nginx');

describe.skipIf(!hasNginx)(`TLS and proxy${hasNginx ? '' : ' (needs nginx and openssl)'}`, () => {
  /** A certificate for 127.0.0.1 and these names, by an authority that is returned. */
  function writeCertificate(folder: string, { names = 'IP:127.0.0.1', days = '30' } = {}): string {
    const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    run('req', '-x509', ...key, '-days', '60', '-subj', '/CN=Test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
    run('req', ...key, '-subj', '/CN=portal', '-keyout', 'privkey.pem', '-out', 'portal.csr');
    writeFileSync(join(folder, 'names'), `subjectAltName=${names}\n`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', days];
    run('x509', '-req', '-in', 'portal.csr', ...signed, '-out', 'fullchain.pem');
    return readFileSync(join(folder, 'ca.pem'), 'utf8');
  }

  interface Proxy {
    certificate?: Parameters<typeof writeCertificate>[1];
    edit?: (configuration: string) => string;
    trustProxy?: number;
    /** Instead of ours. */
    server?: Server;
    isTrusted?: boolean;
  }

  /** nginx as `rempart-azur nginx` configures it, in front of our server, and what the doctor says about both. */
  async function examineProxy({
    certificate,
    edit = (text) => text,
    trustProxy = 1,
    server,
    isTrusted = true,
  }: Proxy = {}) {
    const port = await freePort();
    const redirectPort = await freePort();
    const siteUrl = `https://127.0.0.1:${port}`;
    const own = await startFixtureServer({ trustProxy });
    const upstream = server === undefined ? own.port : (server.address() as AddressInfo).port;
    let ca = '';
    const nginx = await startNginx({
      port,
      http: (folder) => {
        ca = writeCertificate(folder, certificate);
        writeFileSync(join(folder, 'index.html'), maintenancePage());
        const text = nginxConfiguration({ siteUrl, upstreams: ['127.0.0.1:3000'], hasCertificate: true });
        const configuration = relocate(text, { folder, client: folder, port, redirectPort, upstream });
        // The name of the host has no port, and TLS knows no name for an IP address.
        return edit(
          configuration
            .replaceAll('$host;', '$http_host;')
            .replace(
              'ssl_reject_handshake on;',
              'ssl_certificate FOLDER/fullchain.pem; ssl_certificate_key FOLDER/privkey.pem; return 444;',
            )
            .replaceAll('FOLDER', folder)
            .replace(' ssl default_server', ' ssl'),
        );
      },
    });
    try {
      const settings = { siteUrl, trustProxy, tlsCertificate: undefined, authSecret: secret };
      return await checkSite({ ...settings, ...(isTrusted && { ca }) });
    } finally {
      await nginx.stop();
      own.server.closeAllConnections();
      own.server.close();
    }
  }

  test('our own configuration has nothing to repair', async () => {
    expect(await examineProxy()).toMatchObject([
      { check: 'tls', state: 'ok' },
      { check: 'proxy', state: 'ok' },
    ]);
  });

  test.each([
    ['an unknown authority', { isTrusted: false }, 'Browsers do not trust'],
    ['another name', { certificate: { names: 'DNS:other.example' } }, 'is not for 127.0.0.1'],
    ['an expired certificate', { certificate: { days: '-1' } }, 'CERT_HAS_EXPIRED'],
  ])('%s', async (_name, options, what) => {
    const [tls] = await examineProxy(options);
    expect(tls).toMatchObject({ check: 'tls', state: 'failing', what: expect.stringContaining(what) });
    expect(tls?.remedy).toMatch(/certbot|configure-nginx/);
  });

  test.each<[string, Proxy, string, string]>([
    [
      'no X-Forwarded-For',
      { edit: (text) => text.replaceAll('proxy_set_header X-Forwarded-For $remote_addr;', '') },
      'sends no right X-Forwarded-For',
      'configure-nginx',
    ],
    ['TRUST_PROXY=0', { trustProxy: 0 }, 'sees the IP address 127.0.0.1 of the proxy', 'TRUST_PROXY=1'],
    [
      'another Host',
      { edit: (text) => text.replaceAll('proxy_set_header Host $http_host;', 'proxy_set_header Host localhost;') },
      'sees the host localhost',
      'Host',
    ],
    [
      'a header that is removed',
      {
        edit: (text) =>
          text.replace(
            'server_tokens off;\n  client',
            'server_tokens off;\n  proxy_hide_header Strict-Transport-Security;\n  client',
          ),
      },
      'removes or changes Strict-Transport-Security',
      'configure-nginx',
    ],
    [
      'small bodies only',
      { edit: (text) => text.replaceAll('client_max_body_size 25m;', 'client_max_body_size 1m;') },
      'rejects files of 25 MB',
      'client_max_body_size',
    ],
  ])('a proxy with %s', async (_name, options, what, remedy) => {
    const findings = (await examineProxy(options)).filter(({ check }) => check === 'proxy');
    expect(findings).toMatchObject([
      { state: 'failing', what: expect.stringContaining(what), remedy: expect.stringContaining(remedy) },
    ]);
  });

  test('another server behind the proxy, and none', async () => {
    const other = createServer((_request, response) => void response.end('{}')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const [, wrong] = await examineProxy({ server: other });
    expect(wrong).toMatchObject({ state: 'failing', what: expect.stringContaining('leads to another server') });
    const edit = (text: string) => text.replace(/server 127\.0\.0\.1:\d+ max_fails/, 'server 127.0.0.1:9 max_fails');
    const [, none] = await examineProxy({ edit });
    expect(none).toMatchObject({
      state: 'failing',
      what: expect.stringContaining('/healthz is 503'),
      remedy: expect.stringContaining('UPSTREAMS'),
    });
  });
});

test('the server describes a request to nobody without the proof', async () => {
  const { url, server } = await startFixtureServer();
  onTestFinished(() => void server.close());
  for (const headers of [{}, { 'X-Doctor': `${Date.now()}.${'A'.repeat(43)}` }])
    expect(await (await fetch(`${url}/healthz`, { headers })).json()).not.toHaveProperty('seen');
});
