import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '#api/lib/env.ts';
import { readHostPort } from '#api/lib/hosts.ts';

/** What this machine knows about the service, without the database. Undefined where it could not be asked. */
export interface Probes {
  /** Part of the disk of DATA_DIR. */
  freeSpace: number | undefined;
  /** Undefined without CLAMD. */
  isScannerUp: boolean | undefined;
  certificateEnds: Date | undefined;
}

export type ProbeSettings = Pick<Settings, 'dataDir' | 'clamd' | 'siteUrl' | 'tlsCertificate'>;
export type ReadProbes = () => Promise<Probes>;

const scannerCacheMs = 30_000;
const certificateCacheMs = 60 * 60_000;
const retryMs = 5 * 60_000;
const timeoutMs = 5_000;

/** Each probe has a timeout of its own. Results are kept for a while: the desk, metrics and alerts all ask. */
export function createProbes({ dataDir, clamd, siteUrl, tlsCertificate }: ProbeSettings): ReadProbes {
  const scanner = keep(scannerCacheMs, () => (clamd === undefined ? Promise.resolve(undefined) : pingScanner(clamd)));
  const certificate = keep(certificateCacheMs, () =>
    tlsCertificate === undefined ? readServedCertificate(siteUrl) : readCertificateFile(tlsCertificate),
  );
  return async () => {
    const [freeSpace, isScannerUp, certificateEnds] = await Promise.all([
      readFreeSpace(dataDir),
      scanner(),
      certificate(),
    ]);
    return { freeSpace, isScannerUp, certificateEnds };
  };
}

/** One question at a time; what is unknown is asked again sooner. */
function keep<T>(forMs: number, ask: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let until = -Infinity;
  let latest: Promise<T | undefined> | undefined;
  return () => {
    if (latest !== undefined && performance.now() < until) return latest;
    until = performance.now() + forMs;
    latest = ask().then((value) => {
      if (value === undefined) until = Math.min(until, performance.now() + retryMs);
      return value;
    });
    return latest;
  };
}

async function readFreeSpace(folder: string): Promise<number | undefined> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? undefined : bavail / blocks;
  } catch {
    return undefined;
  }
}

/** clamd's PING, which it answers with PONG. */
function pingScanner(clamd: string): Promise<boolean> {
  const target = readHostPort(clamd);
  if (target === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connectSocket(target, () => socket.write('zPING\0'));
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    let reply = '';
    socket.on('data', (chunk: Buffer) => {
      reply = (reply + chunk.toString('latin1')).slice(0, 64);
      if (reply.length >= 4) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(reply.startsWith('PONG'));
    });
  });
}

async function readCertificateFile(path: string): Promise<Date | undefined> {
  try {
    return new Date(new X509Certificate(await readFile(path)).validTo);
  } catch {
    return undefined;
  }
}

/** As visitors get it. An expired one is read too: that is what the check is for. */
function readServedCertificate(siteUrl: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== 'https:') return Promise.resolve(undefined);
  const host = hostname.replaceAll(/[[\]]/g, '');
  return new Promise((resolve) => {
    let ends: Date | undefined;
    const socket = connectTls(
      // No name in the handshake for an IP address, where TLS does not allow one.
      {
        host,
        port: Number(port || 443),
        rejectUnauthorized: false,
        ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      },
      () => {
        const { valid_to: validTo } = socket.getPeerCertificate();
        ends = Number.isNaN(Date.parse(validTo)) ? undefined : new Date(validTo);
        socket.destroy();
      },
    );
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(ends);
    });
  });
}
