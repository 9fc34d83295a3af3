import { setTimeout as wait } from 'node:timers/promises';
import { Load } from '#tests/resilience/upgrade/load.ts';
import { formatTable, measureRow, type Row } from '#tests/resilience/upgrade/scenarios.ts';
import type { Machine } from './machine.ts';
import { siteUrl } from './people.ts';
import type { Record } from './record.ts';

interface Packages {
  older: string;
  newer: string;
}

export const install = (file: string) =>
  `DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends --allow-downgrades ./${file}`;

/** Returns the table of what failed. */
export async function upgradeUnderLoad(
  machine: Machine,
  record: Record,
  { older, newer }: Packages,
  cookie: string,
): Promise<string> {
  await machine.run(
    'printf "TICKET_LIMIT=0\\nREAD_LIMIT=0\\n" >> /etc/rempart-azur/environment; systemctl restart rempart-azur',
  );
  const load = new Load({ port: 443, siteUrl, cookie });
  load.start();
  const rows: Row[] = [];
  const measure = async (name: string, command: string) => {
    console.error(name);
    rows.push(await measureRow(load, name, async () => void (await machine.run(command))));
    console.error(JSON.stringify(rows.at(-1)?.measured));
    return rows.at(-1);
  };
  await wait(3_000);
  await measure('1 running: nothing happens for ten seconds', 'sleep 10');
  await record.step('Upgrade under load, one instance', async () => {
    record.say(`$ apt-get install ./${newer}`);
    await measure('1 running: upgrade', install(newer));
    await record.type(machine, 'curl -fsS http://127.0.0.1:3000/healthz', /./);
    return 1;
  });
  await measure('1 running: back to the older version', install(older));
  await measure('1 running: systemctl restart', 'systemctl restart rempart-azur');
  await measure('1 running: SIGKILL', 'systemctl kill -s KILL rempart-azur; sleep 5');

  await record.step('A second instance', async () => {
    await machine.run('echo UPSTREAMS=127.0.0.1:3000,127.0.0.1:3001 >> /etc/rempart-azur/environment');
    record.say('(UPSTREAMS=127.0.0.1:3000,127.0.0.1:3001 goes into /etc/rempart-azur/environment)');
    for (const command of [
      'systemctl disable --now rempart-azur',
      'systemctl enable --now rempart-azur@3000 rempart-azur@3001',
      '/usr/lib/rempart-azur/configure-nginx',
    ])
      await record.type(machine, command);
    return 4;
  });
  await wait(3_000);
  await measure('2 running: nothing happens for ten seconds', 'sleep 10');
  await record.step('Upgrade under load, two instances', async () => {
    record.say(`$ apt-get install ./${newer}`);
    await measure('2 running: upgrade', install(newer));
    await record.type(machine, 'curl -fsS http://127.0.0.1:3000/healthz http://127.0.0.1:3001/healthz', /./);
    return 1;
  });
  await measure('2 running: back to the older version', install(older));
  await measure('2 running: restart-instances', '/usr/lib/rempart-azur/restart-instances');
  await measure('2 running: SIGKILL of one', 'systemctl kill -s KILL rempart-azur@3000; sleep 5');
  await measure('2 running: nginx reloads', 'systemctl reload nginx; sleep 3');
  await measure(
    '2 running: a certificate is renewed',
    'certbot renew --quiet --force-renewal --no-random-sleep-on-renew; sleep 3',
  );
  await measure('2 running: PostgreSQL restarts', 'systemctl restart postgresql; sleep 5');
  await load.stop();
  await machine.run(install(newer));
  return formatTable(rows);
}
