import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Cable {
  /** The same address, through the cable. */
  url: string;
  /** The address of another login of the same database, through the cable. */
  through(databaseUrl: string): string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Forwards nothing more in either direction and closes nothing; with a pattern, from the message that matches it on. */
  silence(from?: RegExp): void;
  /** Forwards what was held back, and all that follows. */
  resume(): void;
}

/**
 * What lies between the server and its database. Cut: connections break, new ones are refused. Silent: all of them stay,
 * new ones too, and nothing is answered.
 */
export async function layCable(databaseUrl: string): Promise<Cable> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let isSilent = false;
  let silentFrom: RegExp | undefined;
  let held: (() => void)[] = [];

  const forward = (step: () => void) => {
    if (isSilent) held.push(step);
    else step();
  };
  const join = (from: Socket, to: Socket) => {
    open.add(from);
    from.on('error', () => undefined).once('close', () => open.delete(from));
    from.on('close', () => forward(() => to.destroy()));
  };
  const mend = async () => {
    server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      join(near, far);
      join(far, near);
      near.on('data', (bytes) => {
        if (silentFrom?.test(bytes.toString('latin1')) === true) isSilent = true;
        forward(() => far.write(bytes));
      });
      far.on('data', (bytes) => forward(() => near.write(bytes)));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const resume = () => {
    isSilent = false;
    silentFrom = undefined;
    const steps = held;
    held = [];
    for (const step of steps) step();
  };
  await mend();
  const through = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  return {
    url: through(databaseUrl),
    through,
    mend,
    silence: (from) => {
      silentFrom = from;
      isSilent = from === undefined;
    },
    resume,
    cut: async () => {
      resume();
      const closed = server === undefined ? undefined : once(server, 'close');
      server?.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
