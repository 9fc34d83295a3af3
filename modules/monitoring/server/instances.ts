import { connect } from 'node:net';
import type { Settings } from '#api/lib/env.ts';
import { hostOf, readHostPort } from '#api/lib/hosts.ts';
import { isOnThisMachine, metricsTargets, serverName } from '#api/lib/instances.ts';

export type InstanceSettings = Pick<Settings, 'upstreams' | 'metrics' | 'mailIn'>;

export interface Listener {
  /** What an operator calls it: `127.0.0.1:3001`, or the setting. */
  name: string;
  /** Undefined if it answers as it should. */
  fault: string | undefined;
}

const timeoutMs = 5_000;

/** Every instance of UPSTREAMS and every optional listener of this machine. Undefined where there is one instance without any. */
export async function askInstances(settings: InstanceSettings): Promise<Listener[] | undefined> {
  const { upstreams, metrics, mailIn } = settings;
  if (upstreams.length < 2 && metrics === undefined && mailIn === undefined) return undefined;
  const ports = upstreams.filter(isOnThisMachine).map((one) => readHostPort(one)?.port);
  const scraped = metricsTargets(settings).filter(({ instance }) => upstreams.length < 2 || ports.includes(instance));
  return Promise.all([
    // The health of a single instance is the proxy's to tell, and it may listen elsewhere.
    ...(upstreams.length < 2 ? [] : upstreams).map((one) => ask(one, `http://${one}/readyz`)),
    ...scraped.map(({ host, port }) => {
      const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
      return askMetrics(`METRICS=${address}`, `http://${address}/`);
    }),
    ...(mailIn === undefined ? [] : [greet(mailIn)]),
  ]);
}

async function ask(name: string, url: string): Promise<Listener> {
  const { status, reason } = await request(url);
  if (status === undefined) return { name, fault: reason };
  return { name, fault: status === 200 ? undefined : `is not ready (${status})` };
}

/** Not with a scrape, which asks the instances in turn. */
async function askMetrics(name: string, url: string): Promise<Listener> {
  const { status, server, reason } = await request(url);
  if (status === undefined) return { name, fault: reason };
  return { name, fault: server === serverName ? undefined : 'is another program' };
}

async function request(url: string) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    await response.body?.cancel();
    return { status: response.status, server: response.headers.get('Server') };
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    return { reason: `does not answer (${cause?.code ?? name})` };
  }
}

/** The greeting of LMTP, which any instance may give. */
function greet(mailIn: string): Promise<Listener> {
  const name = `MAIL_IN=${mailIn}`;
  const target = readHostPort(mailIn.slice('lmtp://'.length)) ?? { host: hostOf(mailIn), port: 0 };
  return new Promise((resolve) => {
    let fault: string | undefined = 'does not answer';
    const socket = connect(target);
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (fault = `does not answer (${code})`));
    socket.once('data', (data: Buffer) => {
      // 421: it has as many clients as it takes.
      const isOurs = new RegExp(`^(?:220 .*LMTP ${serverName}|421 )`).test(data.toString('latin1'));
      fault = isOurs ? undefined : 'is another program';
      socket.end('QUIT\r\n').destroySoon();
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ name, fault });
    });
  });
}
