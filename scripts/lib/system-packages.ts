import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  // Waits while another process installs packages, as unattended upgrades do.
  const waiting = ['-o', 'DPkg::Lock::Timeout=600'];
  const args = ['install', '--yes', '--quiet', '--no-install-recommends', ...waiting, ...packages];
  const installed = await runCommand('apt-get', args, { environment });
  return installed.ok ? undefined : installed.output;
}

/** Programs of Debian that tests start themselves, with a configuration of their own, and how each tells that it is there. */
const systemParts = {
  // Tests create their certificate with openssl.
  nginx: {
    programs: [
      ['nginx', '-v'],
      ['openssl', 'version'],
    ],
    packages: ['nginx-light', 'openssl'],
  },
  clamd: { programs: [['clamd', '--version']], packages: ['clamav-daemon'] },
  age: {
    programs: [
      ['age', '--version'],
      ['age-keygen', '--version'],
    ],
    packages: ['age'],
  },
  Postfix: { programs: [['postconf', '-d', 'mail_version']], packages: ['postfix'] },
  // Rates what a unit may do; nothing is started.
  systemd: { programs: [['systemd-analyze', '--version']], packages: ['systemd'] },
  PgBouncer: { programs: [['pgbouncer', '--version']], packages: ['pgbouncer'] },
  // A calendar server.
  Radicale: { programs: [['radicale', '--version']], packages: ['radicale'] },
  // Its promtool checks metrics and alert rules.
  Prometheus: { programs: [['promtool', '--version']], packages: ['prometheus'] },
  // Its --version exits with 1.
  wrk: { programs: [['sh', '-c', 'command -v wrk']], packages: ['wrk'] },
  // The rest only for `npm run test:all`.
  Firefox: { programs: [['firefox-esr', '--version']], packages: ['firefox-esr'] },
  // It has no mode without a display.
  WebKit: {
    programs: [
      ['WebKitWebDriver', '--help'],
      ['xvfb-run', '--help'],
      ['xauth', '-V'],
    ],
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
  Java: { programs: [['java', '-version']], packages: ['default-jre-headless'] },
} as const satisfies Record<string, { programs: string[][]; packages: string[] }>;

export type SystemPart = keyof typeof systemParts;
/** What `npm test` needs. */
export const systemPartNames = [
  'nginx',
  'clamd',
  'age',
  'Postfix',
  'systemd',
  'PgBouncer',
  'Radicale',
  'Prometheus',
  'wrk',
] as const satisfies SystemPart[];

export async function hasSystemPart(part: SystemPart): Promise<boolean> {
  const found = await Promise.all(systemParts[part].programs.map(([program, ...args]) => runCommand(program, args)));
  return found.every(({ ok }) => ok);
}

/** Installs a part if it is missing and can be installed; returns why there is none. */
export async function installSystemPart(part: SystemPart): Promise<string | undefined> {
  if (await hasSystemPart(part)) return undefined;
  const { packages } = systemParts[part];
  const failure = canInstall ? await withoutServices(() => installPackages(...packages)) : undefined;
  if (await hasSystemPart(part)) return undefined;
  return failure?.trim() ?? `${part} is missing (on Debian: apt-get install ${packages.join(' ')}).`;
}

const servicePolicy = '/usr/sbin/policy-rc.d';

/** Debian's packages start their services; tests start their own, so that nothing listens on the machine. */
async function withoutServices<Result>(install: () => Promise<Result>): Promise<Result> {
  if (existsSync(servicePolicy)) return install();
  writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    return await install();
  } finally {
    rmSync(servicePolicy, { force: true });
  }
}
