import { setTimeout as wait } from 'node:timers/promises';
import { type ReceivedMail, startMailServer } from '#tests/support/mail-server.ts';

/** A mail server that can go away and come back; what it took stays known. */
export interface SiegeMail {
  url: string;
  received(): ReceivedMail[];
  /** The token of the newest link to choose a password, once it has come; nothing where the siege ends first. */
  newestToken(email: string, signal: AbortSignal): Promise<string | undefined>;
  /** The token that confirms an address, if its mail has come. */
  verification(email: string): string | undefined;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

const patience = 8_000;

export async function startSiegeMail(): Promise<SiegeMail> {
  const taken: ReceivedMail[] = [];
  let server = await startMailServer();
  const { port, url } = server;
  let isUp = true;
  const received = () => [...taken, ...server.received];
  const newest = (email: string, link: RegExp) =>
    received()
      .toReversed()
      .filter(({ to }) => to.includes(email))
      .map(({ readable }) => link.exec(readable)?.[1])
      .find((token) => token !== undefined);
  const tokenFor = (email: string) => newest(email, /#reset=([\w-]+)/);
  return {
    url,
    received,
    newestToken: async (email, signal) => {
      const before = tokenFor(email);
      for (const end = performance.now() + patience; performance.now() < end && !signal.aborted;) {
        const token = tokenFor(email);
        if (token !== undefined && token !== before) return token;
        await wait(100);
      }
      return undefined;
    },
    verification: (email) => newest(email, /#verify=([\w.-]+)/),
    cut: async () => {
      if (!isUp) return;
      isUp = false;
      await server.close();
    },
    mend: async () => {
      if (isUp) return;
      // Only now: it may take a last mail while it closes.
      taken.push(...server.received);
      server = await startMailServer({ port });
      isUp = true;
    },
  };
}
