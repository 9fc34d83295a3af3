import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';

type Place = Pick<Settings, 'port' | 'host'>;

/** PORT=0: a port that the system chooses, known before the server is made, as its pages and mails name it. */
export async function reservePort({ host }: Place): Promise<{ port: number; reserved: NetServer }> {
  const reserved = createServer().listen(0, host);
  await listening(reserved, { port: 0, host });
  return { port: (reserved.address() as AddressInfo).port, reserved };
}

/** Starts to accept connections and says where, as an address that a person can open. */
export async function listen(server: Server, { port, host }: Place, reserved?: NetServer): Promise<string> {
  if (reserved === undefined) server.listen(port, host);
  else server.listen(reserved);
  await listening(server, { port, host });
  const { port: actual } = server.address() as AddressInfo;
  return `http://${openableHost(host)}:${actual}`;
}

async function listening(server: NetServer, { port, host }: Place): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new OperatorError(sentence((error as NodeJS.ErrnoException).code, port, host));
  }
}

function sentence(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already taken by another program: stop that one, or choose another port, for example PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user: choose one from 1024 up, for example PORT=3000.`;
    default:
      return `The setting HOST is "${host}", where this machine cannot listen (${code}): use one of its own addresses, for example HOST=127.0.0.1.`;
  }
}

function openableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
