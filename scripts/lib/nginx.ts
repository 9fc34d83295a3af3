import { canInstall, installPackages } from './debian.ts';
import { runCommand } from './run-command.ts';

// Tests create their certificate with openssl.
const programs = { nginx: '-v', openssl: 'version' };

export async function hasNginx(): Promise<boolean> {
  const found = await Promise.all(Object.entries(programs).map(([program, flag]) => runCommand(program, [flag])));
  return found.every(({ ok }) => ok);
}

/** Installs nginx if it is missing and can be installed; returns why there is none. */
export async function installNginx(): Promise<string | undefined> {
  if (await hasNginx()) return undefined;
  const failure = canInstall ? await installPackages('nginx-light', 'openssl') : undefined;
  if (await hasNginx()) return undefined;
  return failure?.trim() ?? 'nginx is missing (on Debian: apt-get install nginx-light openssl).';
}
