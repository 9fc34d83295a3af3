/** `npm run dev`: the site with hot reload and the API that restarts on a change, in one terminal. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, readSettings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { consentsFile } from '#modules/leads/server/consents.ts';
import { describeConsents } from './build/consents.ts';
import { restartOnChange } from './lib/restart-on-change.ts';
import { freePort, stopWithNpm } from './lib/processes.ts';

const root = join(import.meta.dirname, '..');

function settingsOrStop(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

const { port, host, leads, hasBooking } = settingsOrStop();
const apiPort = String(await freePort());
// Browsers use localhost: with 127.0.0.1 the same-origin check would reject their requests.
const siteHost = host === '127.0.0.1' ? 'localhost' : host;
const siteUrl = process.env.SITE_URL || `http://${siteHost}:${port}`;

function run(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
}

const forms = {
  ...(leads === 'deliver' && { VITE_LEADS: 'deliver' }),
  ...(hasBooking && { VITE_BOOKING: 'on' }),
};
if (leads === 'deliver') {
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(join(root, 'build', consentsFile), JSON.stringify(await describeConsents()));
}

const stopApi = restartOnChange(
  ['api', 'contract', 'main', 'modules'].map((folder) => join(root, folder)),
  () => run(['main/main.ts', '--api-only'], { PORT: apiPort, HOST: '127.0.0.1', SITE_URL: siteUrl }),
);
const site = run(
  ['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', String(port), '--strictPort', '--host', siteHost],
  { API_PORT: apiPort, ...forms },
);

process.on('SIGINT', () => site.kill('SIGINT')).on('SIGTERM', () => site.kill('SIGTERM'));
stopWithNpm();
await once(site, 'exit');
await stopApi();
