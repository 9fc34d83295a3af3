import { X509Certificate } from 'node:crypto';
import { readFile, statfs } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '#api/lib/env.ts';
import { readHostPort } from '#api/lib/hosts.ts';
import { type InstanceSettings, askInstances } from './instances.ts';

/** What this machine knows about the service, without the database. Undefined where it could not be asked. */
export interface Probes {
  /** Part of the disk of DATA_DIR. */
  freeSpace: number | undefined;
  /** Undefined without CLAMD. */
  isScannerUp: boolean | undefined;
  certificateEnds: Date | undefined;
  /** Instances and listeners that do not answer. Undefined where there is one instance without any. */
  silent: readonly string[] | undefined;
}

export type ProbeSettings = Pick<Settings, 'dataDir' | 'clamd' | 'siteUrl' | 'tlsCertificate'> & InstanceSettings;
export type ReadProbes = () => Promise<Probes>;

const scannerCacheMs = 30_000;
const certificateCacheMs = 60 * 60_000;
const retryMs = 5 * 60_000;
const instancesCacheMs = 20_000;
/** An instance may be restarting. */
const restartMs = 60_000;
const timeoutMs = 5_000;

/**
 * Each probe has a timeout of its own. Results are kept for a while: the desk, metrics and alerts all ask. An instance counts as silent once
 * it has not answered for a minute; `isOnce` is for a command, which asks once.
 */
export function createProbes(settings: ProbeSettings, { isOnce = false } = {}): ReadProbes {
  const { dataDir, clamd, siteUrl, tlsCertificate } = settings;
  const instances = keep(instancesCacheMs, silentSince(settings, isOnce ? 0 : restartMs));
  const scanner = keep(scannerCacheMs, () => (clamd === undefined ? Promise.resolve(undefined) : pingScanner(clamd)));
  const certificate = keep(certificateCacheMs, () =>
    tlsCertificate === undefined ? readServedCertificate(siteUrl) : readCertificateFile(tlsCertificate),
  );
  return async () => {
    const [freeSpace, isScannerUp, certificateEnds, silent] = await Promise.all([
      readFreeSpace(dataDir),
      scanner(),
      certificate(),
      instances(),
    ]);
    return { freeSpace, isScannerUp, certificateEnds, silent };
  };
}

function silentSince(settings: InstanceSettings, forMs: number): () => Promise<string[] | undefined> {
  const since = new Map<string, number>();
  return async () => {
    const listeners = await askInstances(settings);
    const now = performance.now();
    for (const { name, fault } of listeners ?? []) {
      if (fault === undefined) since.delete(name);
      else if (!since.has(name)) since.set(name, now);
    }
    return listeners
      ?.map(({ name }) => name)
      .filter((name) => now - (since.get(name) ?? now) >= forMs && since.has(name));
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
