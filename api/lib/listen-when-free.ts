import { once } from 'node:events';
import type { Server } from 'node:net';
import { OperatorError } from './errors.ts';
import type { Log } from './log.ts';

interface Listener {
  server: Server;
  /** As the operator wrote it: `METRICS=127.0.0.1:9464`. */
  setting: string;
  target: { host: string; port: number };
  /** Said once while another process has the port. */
  onBusy: (sentence: string) => void;
  log: Pick<Log, 'info' | 'error'>;
  retryMs?: number;
}

/**
 * Listens on a port that the site does not depend on. While another process has it, the server goes on without and tries again, so that
 * an instance takes over from one that ends. Any other failure is a wrong setting. Returns a function that ends the attempts.
 */
export async function listenWhenFree({ server, setting, target, onBusy, log, retryMs = 1000 }: Listener) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const tryAgain = () => {
    if (!isStopped) timer = setTimeout(() => void retry(), retryMs).unref();
  };
  const retry = async () => {
    const problem = await tryToListen(server, target);
    if (problem !== undefined) return tryAgain();
    if (isStopped) server.close();
    else log.info({ setting }, 'the port is free: this instance listens there now');
  };
  const problem = await tryToListen(server, target);
  if (problem === 'EADDRINUSE') {
    onBusy(`${setting}: another process listens there. This instance serves without it and tries again.`);
    tryAgain();
  } else if (problem !== undefined) {
    throw new OperatorError(
      `The setting ${setting.replace('=', ' is ')}, where the server cannot listen (${problem}).`,
    );
  }
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** The code of the error; undefined once it listens. */
async function tryToListen(server: Server, { host, port }: Listener['target']): Promise<string | undefined> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
