import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenBuild, type DeliverBuild, deliverBuilds } from '../../scripts/ci/deliver-build.ts';
import { freePort } from '../../scripts/lib/processes.ts';

/** Builds in which public forms deliver run on the embedded engine. */
type Engine = 'embedded' | 'postgresql' | DeliverBuild;

/** The server that a journey uses. */
export interface JourneyOptions {
  /** The server's data folder, where it writes its mails. */
  dataDir: string;
  /** Why there is no server; the journey is then skipped. */
  isMissing: string | undefined;
}

const chosen = (name: string, choose: () => string) => (process.env[name] ??= choose());

/** Workers load the configuration too and inherit the environment, so the first process chooses the port. */
export async function placeFor(engine: Engine) {
  const free = String(await freePort());
  const port = chosen(`E2E_${engine.toUpperCase()}_PORT`, () => free);
  return { engine, port, origin: `http://127.0.0.1:${port}`, dataDir: join(tmpdir(), `portal-journeys-${port}`) };
}

/** With which journeys hand in mails. */
export const mailInKey = 'key-of-the-journeys-that-hand-in-mails';

/** The mailbox that is notified of what public forms deliver. */
export const leadsTo = 'demandes@rempart-azur.example';

/** `TRUST_PROXY`: each journey is a visitor of a network of its own. */
const deliverEnvironment = chosenBuild && {
  ...deliverBuilds[chosenBuild].settings,
  LEADS_TO: leadsTo,
  TRUST_PROXY: '1',
};

/** The users whom main/admin/demo creates have it. */
export const demoPassword = 'correct horse battery';

export function journeyServer({ engine, port, origin, dataDir }: Awaited<ReturnType<typeof placeFor>>) {
  return {
    command: `"${process.execPath}" tests/e2e/serve.ts ${engine}`,
    url: `${origin}/readyz`,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      SITE_URL: origin,
      DEMO_PASSWORD: demoPassword,
      // One line per request: a journey that fails shows those of its time.
      LOG_LEVEL: 'info',
      MAIL_IN_KEY: mailInKey,
      MAIL_IN_DOMAIN: 'portal.example',
      ...deliverEnvironment,
    },
  };
}
