import { networkInterfaces } from 'node:os';
import type { Settings } from './env.ts';
import { isLoopback, readHostPort } from './hosts.ts';

/** What our listeners for other programs call themselves, so that an operator can tell them from another program on their port. */
export const serverName = 'Rempart Azur';

/** Whether an address of UPSTREAMS is one of this machine. */
export function isOnThisMachine(upstream: string): boolean {
  const host = readHostPort(upstream)?.host ?? '';
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
  return isLoopback(host) || host === '::1' || own.includes(host);
}

type InstanceSettings = Pick<Settings, 'port' | 'metrics' | 'upstreams'>;

/** The ports of UPSTREAMS, in order: instances on several machines may have the same ones. */
const portsOf = (upstreams: readonly string[]) => [...new Set(upstreams.map((one) => readHostPort(one)?.port))];

/**
 * Where each instance of a machine serves its metrics. They share their settings, so METRICS is for the first port of UPSTREAMS, and each
 * further instance has the next port.
 */
export function metricsTargets({ metrics, upstreams }: Pick<Settings, 'metrics' | 'upstreams'>) {
  if (metrics === undefined) return [];
  return portsOf(upstreams).map((instance, place) => ({ instance, host: metrics.host, port: metrics.port + place }));
}

/** Where this instance serves its metrics. */
export const metricsTargetOf = (settings: InstanceSettings) =>
  metricsTargets(settings).find(({ instance }) => instance === settings.port) ?? settings.metrics;
