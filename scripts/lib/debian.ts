import { readFileSync } from 'node:fs';
import { runCommand } from './run-command.ts';

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
