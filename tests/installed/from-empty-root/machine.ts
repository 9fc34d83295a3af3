import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, runCommand } from '../../../scripts/lib/processes.ts';

/** What docs/install.md installs; systemd boots the root, and the rest is on every server. */
const server = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'curl', 'iproute2', 'procps', 'debconf'];
const documented = ['postgresql', 'nginx-light', 'certbot', 'age', 'adduser'];

const must = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C.UTF-8' } });

/**
 * An empty Debian with the sources of this machine, for another release if need be; its archive has what the installation
 * downloads, as the root has no network.
 */
export function makeRoot(folder: string, release: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = `${folder}.sources`;
  const [, ours = ''] = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  writeFileSync(sources, readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8').replaceAll(ours, release));
  must(
    'mmdebstrap',
    '--quiet',
    '--variant=minbase',
    `--include=${server.join(',')}`,
    release,
    `${folder}.tar`,
    sources,
  );
  must('tar', '-C', folder, '-xf', `${folder}.tar`);
  for (const file of [`${folder}.tar`, sources]) rmSync(file);
  cpSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'), { dereference: true });
  must('chroot', folder, 'apt-get', 'update', '--quiet');
  must(
    'chroot',
    folder,
    'apt-get',
    'install',
    '--yes',
    '--quiet',
    '--download-only',
    '--no-install-recommends',
    ...documented,
  );
  rmSync(join(folder, 'etc/resolv.conf'));
  writeFileSync(join(folder, 'etc/machine-id'), '');
}

export interface Ran {
  ok: boolean;
  output: string;
}

/** A root that its own systemd has booted, in the network of this process. */
export class Machine {
  readonly folder: string;
  readonly #process: ChildProcess;
  #leader = 0;

  private constructor(folder: string) {
    this.folder = folder;
    cpSync('/etc/hosts', join(folder, 'etc/hosts'));
    const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--resolv-conf=off', '--console=pipe'];
    const child = spawn('systemd-nspawn', [...options, `--directory=${folder}`, `--machine=${process.pid}`], {
      stdio: 'ignore',
    });
    this.#process = endWithParent(child);
  }

  static async boot(folder: string): Promise<Machine> {
    const machine = new Machine(folder);
    const { pid } = machine.#process;
    for (let at = 0; at < 300 && machine.#process.exitCode === null; at += 1) {
      await wait(200);
      machine.#leader = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
      if (machine.#leader === 0) continue;
      const { output } = await machine.try('systemctl is-system-running');
      if (/^(running|degraded)/.test(output)) return machine;
    }
    throw new Error('The root did not boot: systemd-nspawn needs the rights of a machine, not of a container.');
  }

  /** A command of its administrator. */
  try(command: string): Promise<Ran> {
    const environment = ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'LC_ALL=C.UTF-8'];
    const target = ['--target', String(this.#leader), '--all', 'env', '-i', ...environment];
    return runCommand('nsenter', [...target, 'sh', '-c', `cd /root; ${command}`]);
  }

  async run(command: string): Promise<string> {
    const { ok, output } = await this.try(command);
    if (!ok) throw new Error(`${command}\n${output}`);
    return output;
  }

  write(path: string, text: string | Buffer): void {
    writeFileSync(join(this.folder, path), text);
  }

  async powerOff(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    await this.try('systemctl poweroff');
    await ended;
  }
}
