import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endPidWithParent, freePort, makeTemporaryFolder, runCommand } from '../../scripts/lib/processes.ts';
import { hasSystemPart, isRoot } from '../../scripts/lib/system-packages.ts';

/** Postfix starts as root and gives its work to users of its own. */
export const canStartPostfix = async () => isRoot && (await hasSystemPart('Postfix'));

const services = [
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'proxymap unix - - n - - proxymap',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'lmtp unix - - n - - lmtp',
  'anvil unix - - n - 1 anvil',
  'showq unix n - n - - showq',
  'postlog unix-dgram n - n - 1 postlogd',
];

function postfixUser(): number {
  const line = /^postfix:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (line === null) throw new Error('There is no user "postfix".');
  return Number(line[1]);
}

/**
 * Debian's Postfix on loopback with its own configuration, queue and log in a temporary folder; that of the machine is
 * neither read nor changed. Mails to `domain` go to LMTP with the settings of docs/operations.md, all others nowhere.
 */
export async function startPostfix({ domain, lmtpPort }: { domain: string; lmtpPort: number }) {
  // Its users must be able to reach it, which they could not in the folder of a test run.
  const folder = makeTemporaryFolder('portal-postfix', '/tmp');
  chmodSync(folder, 0o755);
  const [configuration, queue, data] = ['configuration', 'queue', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [configuration, queue, data]) mkdirSync(one);
  chownSync(data, postfixUser(), 0);
  const port = await freePort();
  const settings = {
    compatibility_level: '3.6',
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    meta_directory: '/etc/postfix',
    shlib_directory: '/usr/lib/postfix',
    queue_directory: queue,
    data_directory: data,
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: `mx.${domain}`,
    mydestination: '',
    alias_maps: '',
    alias_database: '',
    mynetworks: '127.0.0.1/32',
    relay_domains: domain,
    relay_recipient_maps: `regexp:${join(configuration, 'recipients')}`,
    smtpd_client_message_rate_limit: '60',
    smtpd_client_recipient_rate_limit: '120',
    transport_maps: `inline:{ ${domain}=lmtp:[127.0.0.1]:${lmtpPort} }`,
    default_transport: 'error:not from a test',
    message_size_limit: `${40 * 1024 * 1024}`,
    maillog_file_prefixes: folder,
    maillog_file: join(folder, 'log'),
    // Its service does not run here, and waiting for it keeps mails locked.
    fast_flush_domains: '',
    // A mail that was not accepted comes again soon, but not before the process that has tried it lets go of it: Postfix
    // would then leave it until it is reloaded.
    queue_run_delay: '1s',
    minimal_backoff_time: '3s',
    maximal_backoff_time: '3s',
  };
  writeFileSync(
    join(configuration, 'main.cf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  const escaped = domain.replaceAll('.', String.raw`\.`);
  const recipients = [String.raw`reply\+[a-z2-7]{26}`, 'support'].map((local) => `/^${local}@${escaped}$/ OK\n`);
  writeFileSync(join(configuration, 'recipients'), recipients.join(''));
  writeFileSync(join(configuration, 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${services.join('\n')}\n`);
  const run = (command: string) => runCommand('postfix', ['-c', configuration, command]);
  const started = await run('start');
  if (!started.ok) throw new Error(`Postfix did not start: ${started.output}`);
  endPidWithParent(Number.parseInt(readFileSync(join(queue, 'pid/master.pid'), 'utf8').trim(), 10));
  return {
    url: `smtp://127.0.0.1:${port}`,
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    /** Tries every mail again. */
    reload: () => run('reload'),
    stop: async () => {
      await run('stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
