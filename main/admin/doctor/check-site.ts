import { lookup } from 'node:dns/promises';
import { type TLSSocket, checkServerIdentity, connect } from 'node:tls';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { type SeenRequest, doctorHeader, doctorProof } from '#api/lib/doctor-proof.ts';
import type { Settings } from '#api/lib/env.ts';
import { isLoopback } from '#api/lib/hosts.ts';
import { securityHeaders } from '#api/lib/security-headers.ts';
import { parseIpAddress } from '#api/lib/ip-address.ts';
import { type Answer, type SiteRequest, requestSite } from '#api/lib/request-site.ts';
import { type Finding, codeOf, failing, ok, reasonOf, trustRemedy, unknown } from './finding.ts';

const timeoutMs = 10_000;
const configure = '/usr/lib/rempart-azur/configure-nginx';

export interface SiteSettings extends Pick<Settings, 'siteUrl' | 'trustProxy' | 'tlsCertificate'> {
  /** The server's own; without it, the server does not say what it saw. */
  authSecret: string | undefined;
  /** Trusted beside the authorities that Node knows. */
  ca?: string | undefined;
}

interface Site extends SiteSettings {
  url: URL;
  host: string;
  /** What the host name resolves to. */
  address: string;
  /** A second address of the loopback tells us apart from a proxy on this machine. */
  localAddress: string | undefined;
}

/** TLS, and what the proxy in front of the server makes of a request, as a visitor would send it. */
export async function checkSite(settings: SiteSettings): Promise<Finding[]> {
  if (settings.tlsCertificate !== undefined)
    return [unknown('proxy', 'TLS_CERTIFICATE is set: the server cannot reach SITE_URL, so ask from another machine')];
  const url = new URL(settings.siteUrl);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  let address: string;
  try {
    ({ address } = await lookup(host, { order: 'ipv4first' }));
  } catch (error) {
    return [
      failing(
        'proxy',
        `The host name ${host} has no address (${codeOf(error)}).`,
        'Add it to the DNS, or correct SITE_URL',
      ),
    ];
  }
  const localAddress = address.startsWith('127.') ? '127.0.0.2' : undefined;
  const site = { ...settings, url, host, address, localAddress };
  const tls = url.protocol === 'https:' ? [await checkTls(site)] : [unknown('tls', `SITE_URL is ${settings.siteUrl}`)];
  return [...tls, ...(await checkProxy(site))];
}

const chainRemedies: Record<string, string> = {
  CERT_HAS_EXPIRED: 'certbot renew, and see journalctl -u certbot',
  CERT_NOT_YET_VALID: 'timedatectl: is the clock right?',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `Let the proxy send fullchain.pem instead of cert.pem: ${configure}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `Let the proxy send fullchain.pem, of an authority that browsers know: ${configure}`,
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Get a certificate that browsers trust: certbot certonly --webroot, as docs/install.md says',
  SELF_SIGNED_CERT_IN_CHAIN: `Get a certificate that browsers trust: certbot certonly --webroot. ${trustRemedy}`,
};

async function checkTls({ url, host, address, ca }: Site): Promise<Finding> {
  let socket: TLSSocket;
  try {
    socket = await openTls({ host: address, port: Number(url.port || 443), rejectUnauthorized: false, ca, name: host });
  } catch (error) {
    return failing(
      'tls',
      `${url.host} does not speak TLS: ${reasonOf(error)}.`,
      `systemctl status nginx, then ${configure}`,
    );
  }
  const certificate = socket.getPeerCertificate();
  const { authorizationError: problem } = socket;
  const version = socket.getProtocol();
  socket.destroy();
  const mismatch = checkServerIdentity(host, certificate);
  if (mismatch !== undefined)
    return failing(
      'tls',
      `The certificate is not for ${host}.`,
      `certbot certonly --webroot -w /var/www/html -d ${host}`,
    );
  const code = codeOf(problem ?? {}) || String(problem ?? '');
  if (code !== '' && code !== 'null')
    return failing(
      'tls',
      `Browsers do not trust the certificate: ${code}, valid until ${certificate.valid_to}.`,
      chainRemedies[code] ?? 'certbot certificates',
    );
  return ok('tls', `${version}, valid until ${certificate.valid_to}`);
}

function openTls({
  name,
  ca,
  ...target
}: {
  host: string;
  port: number;
  rejectUnauthorized: boolean;
  ca: string | undefined;
  name: string;
}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    // TLS allows no IP address as a server name.
    const isName = /[a-z]/i.test(name) && !name.includes(':');
    const socket = connect(
      { ...target, ...(ca !== undefined && { ca }), ...(isName && { servername: name }), timeout: timeoutMs },
      () => resolve(socket),
    );
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer within ten seconds')));
  });
}

const send = (site: Site, path: string, options: SiteRequest = {}) => requestSite(site, path, options);

async function checkProxy(site: Site): Promise<Finding[]> {
  const { authSecret, siteUrl } = site;
  let answer: Answer;
  try {
    const headers = authSecret === undefined ? {} : { [doctorHeader]: doctorProof(deriveKeys(authSecret).doctor) };
    answer = await send(site, '/healthz', { headers });
  } catch (error) {
    return [
      failing('proxy', `${siteUrl} does not answer: ${reasonOf(error)}.`, `systemctl status nginx, then ${configure}`),
    ];
  }
  if (answer.status !== 200)
    return [
      failing(
        'proxy',
        `${siteUrl}/healthz is ${answer.status}: the proxy reaches no instance, or another server.`,
        'systemctl status rempart-azur, and UPSTREAMS',
      ),
    ];
  const found = [
    ...checkSeen(site, answer),
    ...checkHeaders(site, answer),
    ...(await checkRedirect(site)),
    ...(await checkBodySize(site)),
  ];
  return found.length > 0 ? found : [ok('proxy', `${siteUrl} leads here, with the IP address of the visitor`)];
}

function parseSeen(body: string): SeenRequest | undefined {
  try {
    return (JSON.parse(body) as { seen?: SeenRequest }).seen;
  } catch {
    return undefined;
  }
}

function checkSeen({ url, trustProxy, authSecret }: Site, { body, localAddress }: Answer): Finding[] {
  const seen = parseSeen(body);
  if (seen === undefined)
    return [
      authSecret === undefined
        ? unknown('proxy', 'without AUTH_SECRET the server does not say what it saw')
        : failing(
            'proxy',
            `${url.host} leads to another server than this one, or to one with another AUTH_SECRET.`,
            'UPSTREAMS, the DNS, and the same settings for all instances',
          ),
    ];
  const found: Finding[] = [];
  const own = parseIpAddress(localAddress) ?? localAddress;
  // A router may translate addresses: then we cannot know ours, but it is not one of the loopback.
  if (seen.ipAddress !== own && (isLoopback(seen.ipAddress) || isLoopback(own)))
    found.push(
      seen.isForwarded && trustProxy === 0
        ? failing(
            'proxy',
            `The server sees the IP address ${seen.ipAddress} of the proxy: all visitors share one rate limit.`,
            'Set TRUST_PROXY=1, then /usr/lib/rempart-azur/restart-instances',
          )
        : failing(
            'proxy',
            `The server sees the IP address ${seen.ipAddress}, not the visitor’s: the proxy sends no right X-Forwarded-For.`,
            configure,
          ),
    );
  if (seen.host !== url.host)
    found.push(
      failing(
        'proxy',
        `The server sees the host ${seen.host} instead of ${url.host}.`,
        `${configure}, or let the proxy pass on Host`,
      ),
    );
  return found;
}

function checkHeaders({ url }: Site, { headers }: Answer): Finding[] {
  const changed = securityHeaders({ isHttps: url.protocol === 'https:' })
    .filter(([name, value]) => headers[name.toLowerCase()] !== value)
    .map(([name]) => name);
  return changed.length === 0
    ? []
    : [failing('proxy', `The proxy removes or changes ${changed.join(', ')}, or SITE_URL differs.`, configure)];
}

/** Only where both ports are the usual ones. */
async function checkRedirect(site: Site): Promise<Finding[]> {
  if (site.url.protocol !== 'https:' || site.url.port !== '') return [];
  const what = `http://${site.host} does not lead to https`;
  try {
    const { status, headers } = await send(site, '/', { isHttps: false, port: 80 });
    const isRedirect =
      [301, 307, 308].includes(status) && headers.location?.startsWith(`https://${site.url.host}/`) === true;
    return isRedirect ? [] : [failing('proxy', `${what}: it answers ${status}.`, configure)];
  } catch (error) {
    return [
      failing(
        'proxy',
        `${what}: ${reasonOf(error)}. Certificates are not renewed either.`,
        `${configure}, and let the firewall pass port 80`,
      ),
    ];
  }
}

/** As an upload begins, without its body. */
const fileSize = 25 * 1024 * 1024;

async function checkBodySize(site: Site): Promise<Finding[]> {
  const headers = {
    'Content-Length': String(fileSize),
    Expect: '100-continue',
    'Content-Type': 'application/octet-stream',
  };
  try {
    const { status } = await send(site, '/api/portal/tickets/file', { method: 'PUT', headers });
    return status === 413
      ? [
          failing(
            'proxy',
            'The proxy rejects files of 25 MB (413).',
            `${configure}, or client_max_body_size 25m for files`,
          ),
        ]
      : [];
  } catch (error) {
    return [failing('proxy', `An upload ends with: ${reasonOf(error)}.`, configure)];
  }
}
