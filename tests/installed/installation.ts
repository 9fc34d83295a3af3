import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, cpSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { endWithParent, makeTemporaryFolder } from '../../scripts/lib/processes.ts';
import { isRoot } from '../../scripts/lib/system-packages.ts';

/** An account that every Debian has; only root can run the service as somebody else. */
const serviceUser = isRoot ? { name: 'daemon', uid: 1, gid: 1 } : undefined;
const credentials = serviceUser === undefined ? {} : { uid: serviceUser.uid, gid: serviceUser.gid };

export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

interface Running {
  environment?: Record<string, string>;
  input?: Buffer | undefined;
}

async function finish(child: ChildProcess, input?: Buffer): Promise<Finished> {
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
  // The child may end before it has read its input.
  child.stdin?.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err: err.replaceAll(progressLine, '') };
}

/** On a slow machine, commands say how far they are. */
const progressLine = /^[\w ]+ \d+ %\n/gm;

/** `KEY=value` lines as systemd reads them: no expansion, one pair of quotes removed. */
const parseAssignments = (text: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [
        line.slice(0, line.indexOf('=')),
        line.slice(line.indexOf('=') + 1).replace(/^(['"])(.*)\1$/, '$2'),
      ]),
  ) as Record<string, string>;

/** The first block of docs/install.md that assigns this setting. */
function documentedSettings(): Record<string, string> {
  // It is a part of a list.
  const text = readFileSync('docs/install.md', 'utf8').replaceAll(/^ {2}/gm, '');
  const blocks = text.match(/```sh\n[\s\S]*?```/g) ?? [];
  const block = blocks.find((one) => one.includes('\nSITE_URL='));
  if (block === undefined) throw new Error('docs/install.md has no environment file.');
  return parseAssignments(block);
}

/**
 * The product as its package installs it, below a temporary root: `build` and Node, without sources and `node_modules`;
 * the units' settings, folders and user.
 */
export function install(settings: Record<string, string>) {
  // Not below TMPDIR: the path of gpg-agent's socket may have 108 characters, and another user must be able to enter.
  const root = makeTemporaryFolder('installed', '/tmp');
  chmodSync(root, 0o755);
  const at = (path: string) => join(root, path);
  const relocate = (text: string) =>
    text.replaceAll(/(?<![\w/.])\/(?=usr\/lib\/rempart|usr\/bin\/rempart|etc\/|var\/)/g, `${root}/`);
  const home = at('/usr/lib/rempart-azur');
  mkdirSync(home, { recursive: true });
  cpSync('build', join(home, 'build'), { recursive: true });
  // As in a package, which has a site for each combination of settings; one that is missing is the one of the build.
  mkdirSync(join(home, 'build/sites'), { recursive: true });
  mkdirSync(at('/usr/bin'));
  linkOrCopy(process.execPath, join(home, 'node'));

  const environmentFile = at('/etc/rempart-azur/environment');
  mkdirSync(dirname(environmentFile), { recursive: true });
  const documented = { ...documentedSettings(), ...settings };
  const assignments = Object.entries(documented).map(([name, value]) => `${name}=${relocate(value)}`);
  writeFileSync(environmentFile, `${assignments.join('\n')}\n`, { mode: 0o640 });
  copyFileSync('packaging/company.example.json', at('/etc/rempart-azur/company.json'));
  if (serviceUser !== undefined) chownSync(environmentFile, 0, serviceUser.gid);

  const wrapper = at('/usr/bin/rempart-azur');
  const script = relocate(readFileSync('packaging/rempart-azur', 'utf8'));
  const ofUser = (text: string) =>
    serviceUser === undefined ? text : text.replace('user=rempart-azur', `user=${serviceUser.name}`);
  writeFileSync(wrapper, ofUser(script), { mode: 0o755 });

  /** The environment, folder, user and state folders of a unit. */
  function startUnit(name: string): ChildProcess {
    const unit = relocate(readFileSync(join('packaging/systemd', name), 'utf8'));
    const valuesOf = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    for (const folder of valuesOf('StateDirectory').flatMap((one) => one.split(' '))) {
      const path = at(`/var/lib/${folder}`);
      mkdirSync(path, { recursive: true });
      chmodSync(path, 0o700);
      if (serviceUser !== undefined) chownSync(path, serviceUser.uid, serviceUser.gid);
    }
    const [command = '', ...args] = (valuesOf('ExecStart')[0] ?? '').split(' ');
    const child = spawn(command, args, {
      ...credentials,
      cwd: valuesOf('WorkingDirectory')[0],
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
        ...parseAssignments(valuesOf('Environment').join('\n')),
        ...Object.assign(
          {},
          ...valuesOf('EnvironmentFile').map((file) => parseAssignments(readFileSync(file, 'utf8'))),
        ),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return endWithParent(child);
  }

  return {
    root,
    at,
    settings: parseAssignments(assignments.join('\n')),
    setSetting: (name: string, value: string) =>
      writeFileSync(environmentFile, `${name}=${value}\n`, { flag: 'a', mode: 0o640 }),
    startUnit,
    runUnit: (name: string) => finish(startUnit(name)),
    /** The command line as root calls it. */
    run: (args: string[], { environment = {}, input }: Running = {}) =>
      finish(
        spawn(wrapper, args, { cwd: '/', env: { PATH: process.env['PATH'], ...environment }, stdio: 'pipe' }),
        input,
      ),
    /** Any other program, as the user of the service. */
    runAsService: (command: string, ...args: string[]) =>
      finish(spawn(command, args, { ...credentials, cwd: '/', env: { PATH: process.env['PATH'] }, stdio: 'pipe' })),
    serviceUser,
  };
}

export type Installation = ReturnType<typeof install>;

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    chmodSync(to, 0o755);
  }
}
