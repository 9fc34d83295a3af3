import { setTimeout as wait } from 'node:timers/promises';
import type { Machine } from './machine.ts';
import { siteUrl } from './people.ts';
import type { Record } from './record.ts';
import { install } from './upgrade-under-load.ts';

interface Packages {
  /** From the oldest to the newest; the one in the middle is installed. */
  files: [string, string, string];
  versions: [string, string, string];
}

/** A command that must succeed, with what its failure means. */
async function check(machine: Machine, what: string, command: string): Promise<void> {
  const { ok, output } = await machine.try(command);
  if (!ok) throw new Error(`${what}: ${command}\n${output}`);
}

async function serves(machine: Machine, version: string, ports: number[]): Promise<void> {
  for (const port of ports)
    await check(
      machine,
      `Version ${version} serves`,
      `curl -fsS http://127.0.0.1:${port}/readyz && curl -fsS http://127.0.0.1:${port}/healthz | grep -F '"${version}"'`,
    );
  for (let at = 0; at < 50; at += 1) {
    if ((await fetch(`${siteUrl}/readyz`).catch(() => undefined))?.ok) return;
    await wait(100);
  }
  throw new Error(`nginx does not serve version ${version}.`);
}

const timers = 'rempart-azur-backup.timer rempart-azur-prove.timer';
const data =
  'test -d /var/lib/rempart-azur && test -n "$(ls /var/lib/rempart-azur-backups)" && runuser -u postgres -- psql -lqtA | grep -q "^rempart-azur|"';

/** A second upgrade on top of the first, two versions back, then remove, install again and purge. */
export async function upgradeAndRemove(
  machine: Machine,
  record: Record,
  { files: [oldest, newer, newest], versions: [first, second, third] }: Packages,
  isSignedIn: () => Promise<void>,
): Promise<void> {
  const put = async (file: string, version: string, ports = [3000]) => {
    record.say(`$ apt-get install --allow-downgrades ./${file}`);
    await machine.run(install(file));
    await serves(machine, version, ports);
    await isSignedIn();
  };
  await record.step('Upgrade again, and back by two versions', async () => {
    await put(newest, third);
    await put(newer, second);
    await put(oldest, first);
    await put(newest, third);
    return 4;
  });

  const secret = await machine.run("grep '^AUTH_SECRET=' /etc/rempart-azur/environment");
  const remove = async (ports: number[]) => {
    await record.type(machine, 'apt-get remove --yes rempart-azur', /^rempart-azur:|warning/);
    for (const port of ports)
      await check(machine, 'Stopped', `! curl -s -o /dev/null http://127.0.0.1:${port}/healthz`);
    await check(machine, 'No unit runs', '! systemctl list-units --plain --no-legend "rempart-azur*" | grep -v timers');
    await check(
      machine,
      'nginx works without the site',
      'test ! -e /etc/nginx/conf.d/rempart-azur.conf && nginx -t -q && systemctl is-active nginx',
    );
    await check(
      machine,
      'Settings stay',
      'test -s /etc/rempart-azur/company.json && grep -q ^AUTH_SECRET= /etc/rempart-azur/environment',
    );
    await check(machine, 'Data stays', data);
    await check(
      machine,
      'No program stays',
      'test ! -e /usr/lib/rempart-azur && test ! -e /usr/bin/rempart-azur && test ! -e /var/cache/rempart-azur',
    );
  };
  const again = async (ports: number[]) => {
    await put(newest, third, ports);
    await check(machine, 'Timers run', `systemctl is-active ${timers}`);
    if ((await machine.run("grep '^AUTH_SECRET=' /etc/rempart-azur/environment")) !== secret)
      throw new Error('The installation replaced AUTH_SECRET.');
  };
  await record.step('Remove, and install again', async () => {
    await remove([3000]);
    await again([3000]);
    return 2;
  });
  await machine.run(
    'echo UPSTREAMS=127.0.0.1:3000,127.0.0.1:3001 >> /etc/rempart-azur/environment; systemctl disable --now rempart-azur; ' +
      'systemctl enable --now rempart-azur@3000 rempart-azur@3001; /usr/lib/rempart-azur/configure-nginx',
  );
  await record.step('The same with two instances', async () => {
    await remove([3000, 3001]);
    await again([3000, 3001]);
    await check(machine, 'The unit that was disabled stays so', '! systemctl is-active rempart-azur.service');
    return 2;
  });

  await record.step('Purge', async () => {
    const output = await record.type(machine, 'apt-get purge --yes rempart-azur', /^rempart-azur:/);
    for (const folder of ['/var/lib/rempart-azur', '/var/lib/rempart-azur-backups'])
      if (!output.includes(`${folder} contains data and was kept`))
        throw new Error(`Nothing says that ${folder} stays.`);
    await check(machine, 'Data stays', data);
    for (const port of [3000, 3001])
      await check(machine, 'Stopped', `! curl -s -o /dev/null http://127.0.0.1:${port}/healthz`);
    await check(machine, 'No settings stay', 'test ! -e /etc/rempart-azur');
    await check(machine, 'No answer stays', '! debconf-show rempart-azur | grep .');
    await check(machine, 'No unit stays', '! systemctl list-unit-files --no-legend "rempart-azur*" | grep .');
    await check(
      machine,
      'No link stays',
      '! find /etc/systemd /var/lib/systemd/deb-systemd-helper-* -name "rempart-azur*" | grep .',
    );
    await check(machine, 'dpkg knows nothing of it', '! dpkg --status rempart-azur');
    await check(machine, 'nginx works', 'nginx -t -q && systemctl is-active nginx');
    return 1;
  });
  await record.step('Install after a purge', async () => {
    await machine.run('debconf-set-selections answers');
    record.say(`$ apt-get install ./${newest}`);
    await machine.run(install(newest));
    await check(machine, 'Another secret', "grep -q '^AUTH_SECRET=.' /etc/rempart-azur/environment");
    if ((await machine.run("grep '^AUTH_SECRET=' /etc/rempart-azur/environment")) === secret)
      throw new Error('A purge kept AUTH_SECRET.');
    return 1;
  });
}
