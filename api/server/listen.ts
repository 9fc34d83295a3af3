import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import type { Settings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';

type ListenSettings = Pick<Settings, 'port' | 'host'>;

/** PORT=0: lets the system choose a port before the server is created, since pages and mails contain it. */
export async function reservePort({ host }: ListenSettings): Promise<{ port: number; reserved: NetServer }> {
  const reserved = createServer().listen(0, host);
  await waitForListening(reserved, { port: 0, host });
  return { port: (reserved.address() as AddressInfo).port, reserved };
}

/** Starts to accept connections and returns a URL that a browser can open. */
export async function listen(server: Server, { port, host }: ListenSettings, reserved?: NetServer): Promise<string> {
  if (reserved === undefined) server.listen(port, host);
  else server.listen(reserved);
  await waitForListening(server, { port, host });
  const { port: actual } = server.address() as AddressInfo;
  return `http://${openableHost(host)}:${actual}`;
}

async function waitForListening(server: NetServer, { port, host }: ListenSettings): Promise<void> {
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new OperatorError(describeListenError((error as NodeJS.ErrnoException).code, port, host));
  }
}

function describeListenError(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use: stop the other program, or choose another port, for example PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} requires privileges: choose one from 1024 up, for example PORT=3000.`;
    default:
      return `The setting HOST is "${host}", which is not an IP address of this machine (${code}): use one that is, for example HOST=127.0.0.1.`;
  }
}

function openableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
