import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isPublicAddress } from '#api/lib/public-address.ts';

/** Why nothing was sent, or no response came: a code, which is stored and shown in the words of the desk. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

interface Address {
  address: string;
  family: number;
}

export interface WebhookNetwork {
  /** For tests: our own machine, over plain http. */
  allowsLoopback?: boolean;
  resolve?: (host: string) => Promise<Address[]>;
  timeoutMs?: number;
}

const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1';
const resolveAll = (host: string) => lookup(host, { all: true });
/** What a receiver has to say fits into it; nothing of it is kept. */
const maxResponseBytes = 64 * 1024;

/**
 * Posts to an endpoint that a staff member named, which must not lead into our own network: the name is resolved once, every address of it
 * must be public, and the connection goes to the address that was checked, whatever the name resolves to later. Redirects are not followed.
 */
export async function postWebhook(
  given: string,
  headers: Record<string, string>,
  body: string,
  { allowsLoopback = false, resolve = resolveAll, timeoutMs = 15_000 }: WebhookNetwork = {},
): Promise<number> {
  const url = new URL(given);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const addresses = await resolve(host).catch(() => {
    throw new WebhookError('unknown_host');
  });
  const [first] = addresses;
  const isOurs = allowsLoopback && addresses.every(({ address }) => isLoopback(address));
  if (first === undefined || (!isOurs && !addresses.every(({ address }) => isPublicAddress(address))))
    throw new WebhookError('not_public');
  if (url.protocol !== 'https:' && !isOurs) throw new WebhookError('not_https');
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolved, rejected) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      signal,
      // Pinned. The certificate is still that of the name.
      lookup: (_host, options, callback) =>
        options.all ? callback(null, [first]) : callback(null, first.address, first.family),
    });
    sent.on('error', (error: NodeJS.ErrnoException) =>
      rejected(new WebhookError(signal.aborted ? 'timeout' : 'no_response', { cause: error })),
    );
    // Also where the connection ends within a response, or changes to another protocol: neither is an error there.
    sent.on('close', () => rejected(new WebhookError(signal.aborted ? 'timeout' : 'no_response')));
    sent.on('response', (response) => {
      let size = 0;
      const { statusCode = 0 } = response;
      const finish = () => {
        response.destroy();
        // Node reads `099`, which is not a status.
        if (statusCode < 100) rejected(new WebhookError('no_response'));
        else resolved(statusCode);
      };
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxResponseBytes) finish();
      });
      response.on('end', finish);
    });
    sent.end(body);
  });
}
