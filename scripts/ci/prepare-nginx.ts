import { canInstall, install } from './debian.ts';
import { runCommand } from './run-command.ts';
import { say } from './steps.ts';
import { oneSkipped, type Tally } from './tally.ts';

// openssl makes the certificate of the tests.
const programs = { nginx: '-v', openssl: 'version' };

export async function hasNginx(): Promise<boolean> {
  const found = await Promise.all(Object.entries(programs).map(([program, flag]) => runCommand(program, [flag])));
  return found.every(({ ok }) => ok);
}

/** Installs nginx where we may; elsewhere its tests count as skipped. */
export async function prepareNginx(): Promise<Tally> {
  const failure = (await hasNginx()) || !canInstall ? undefined : await install('nginx-light', 'openssl');
  if (await hasNginx()) return { passed: 0, failed: 0, skipped: 0 };
  if (failure !== undefined) console.log(`\n${failure.trim()}\n`);
  say('nginx', 'skipped: install it, with apt-get install nginx-light openssl on Debian');
  return oneSkipped;
}
