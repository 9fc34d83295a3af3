import { readFileSync } from 'node:fs';
import { runCommand } from './processes.ts';

function systemName(): string | undefined {
  try {
    return /^ID="?(\w+)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

export const isRoot = process.getuid?.() === 0;

/** Packages are installed on Debian only: its derivatives package Chromium differently. */
export const canInstall = isRoot && systemName() === 'debian';

/** Returns the error output of apt-get if it failed. */
export async function installPackages(...packages: string[]): Promise<string | undefined> {
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await runCommand('apt-get', ['update', '--quiet'], { environment });
  if (!updated.ok) return updated.output;
  const args = ['install', '--yes', '--quiet', '--no-install-recommends', ...packages];
  const installed = await runCommand('apt-get', args, { environment });
  return installed.ok ? undefined : installed.output;
}

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
