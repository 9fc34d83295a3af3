import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';

export interface SiteTarget {
  url: URL;
  /** Its host, without brackets and port. */
  host: string;
  /** The IP address to connect to. */
  address: string;
  /** Our side of the connection. */
  localAddress: string | undefined;
}

export interface SiteRequest {
  /** With another one than GET, only the head of the request is sent. */
  method?: 'PUT';
  headers?: Readonly<Record<string, string>>;
  isHttps?: boolean;
  port?: number;
}

export interface Answer {
  /** 100: the body would be taken. */
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
  localAddress: string;
}

const timeoutMs = 10_000;

/** As a visitor sends it, through whatever is in front of the server. Certificates are judged apart. */
export function requestSite(target: SiteTarget, path: string, options: SiteRequest): Promise<Answer> {
  const { url, host, address, localAddress } = target;
  const {
    method,
    headers = {},
    isHttps = url.protocol === 'https:',
    port = Number(url.port || (isHttps ? 443 : 80)),
  } = options;
  // TLS allows no IP address as a server name.
  const isName = /[a-z]/i.test(host) && !host.includes(':');
  return new Promise((resolve, reject) => {
    const request = (isHttps ? requestHttps : requestHttp)({
      host: address,
      port,
      path,
      method: method ?? 'GET',
      ...(localAddress !== undefined && { localAddress }),
      ...(isHttps && { ...(isName && { servername: host }), rejectUnauthorized: false }),
      agent: false,
      timeout: timeoutMs,
      headers: { Host: url.host, ...headers },
    });
    const finish = (status: number, received: IncomingMessage['headers'], body: string) =>
      resolve({ status, headers: received, body, localAddress: request.socket?.localAddress ?? '' });
    request.on('response', (response) => {
      text(response).then((body) => finish(response.statusCode ?? 0, response.headers, body), reject);
    });
    request.on('continue', () => {
      finish(100, {}, '');
      request.destroy();
    });
    request.on('timeout', () => request.destroy(new Error('no answer within ten seconds')));
    request.on('error', reject);
    if (method === undefined) request.end();
    else request.flushHeaders();
  });
}
