import { setTimeout as wait } from 'node:timers/promises';
import { type MainProcess, startMain } from './process.ts';
import { writeFixtureSite } from './site.ts';

export const password = 'a password for faults';
export const secret = 'a-secret-of-at-least-thirty-two-characters';

const site = writeFixtureSite();

export interface RunningServer extends MainProcess {
  url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  signIn(email: string, password: string): Promise<string>;
}

/** The real server as a process, listening; its database may not have opened yet. */
export async function startServer(settings: Record<string, string>): Promise<RunningServer> {
  const main = startMain(
    // One customer writes as fast as the server answers.
    {
      AUTH_SECRET: secret,
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'warn',
      TICKET_LIMIT: '0',
      READ_LIMIT: '0',
      ...settings,
    },
    '--site',
    site,
  );
  const url = `http://127.0.0.1:${await main.port()}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    ...main,
    url,
    fetch: (path, init) => fetch(`${url}${path}`, init),
    post,
    signIn: async (email, given) => {
      const answer = await post('/api/auth/sign-in/email', { email, password: given });
      if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
  };
}

export async function startReadyServer(settings: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(settings);
  await isReady(server);
  return server;
}

/** Waits; a server that ends meanwhile, or never gets ready, fails the test that waits. */
export async function isReady(server: RunningServer): Promise<void> {
  await until(async () => (await server.fetch('/readyz')).status === 200, server);
}

export async function until(condition: () => Promise<boolean>, server?: RunningServer): Promise<void> {
  let hasEnded = false;
  void server?.exitCode.then(() => (hasEnded = true));
  while (!(await condition())) {
    if (hasEnded) throw new Error(`The server ended:\n${server?.output()}${server?.errors()}`);
    await wait(50);
  }
}
