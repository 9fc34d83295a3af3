import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Machine } from './machine.ts';
import { siteUrl } from './people.ts';
import type { Record } from './record.ts';

const answers = {
  'site-url': `string ${siteUrl}`,
  database: 'select local',
  'smtp-url': 'string smtp://127.0.0.1:25',
  'mail-from': 'string Rempart Azur <contact@example.com>',
  nginx: 'boolean true',
};

/** Invented, like every name under example.com. */
const facts = {
  phone: '+33 4 93 00 00 00',
  email: 'contact@example.com',
  address: '1 rue Exemple, 06000 Nice',
  publisher: {
    legalForm: 'SAS',
    capital: '10 000 €',
    registration: 'RCS Nice 732 829 320',
    siret: '73282932000074',
    vatNumber: 'FR44732829320',
    director: 'Léa Exemple',
    hostName: 'Hébergeur Exemple',
    hostAddress: '2 rue Exemple, 06000 Nice',
    hostPhone: '+33 4 93 00 00 01',
    backupDays: 30,
  },
};

interface Authority {
  certificate: string;
}

/** docs/install.md until the site answers over https. */
export async function installOn(
  machine: Machine,
  record: Record,
  packageFile: string,
  { certificate }: Authority,
  company: string | Buffer = JSON.stringify(facts, null, 2),
): Promise<void> {
  await record.step('Install the package', async () => {
    const questions = Object.entries(answers).map(([name, value]) => `rempart-azur rempart-azur/${name} ${value}`);
    machine.write('root/answers', `${questions.join('\n')}\n`);
    await machine.run('debconf-set-selections answers');
    const install = 'apt-get install --yes --no-install-recommends';
    await machine.run(
      'export DEBIAN_FRONTEND=noninteractive; apt-get install --yes --no-install-recommends postgresql nginx-light certbot',
    );
    record.say('$ apt-get install --no-install-recommends postgresql nginx-light certbot');
    record.say(`$ apt-get install ./${basename(packageFile)}`);
    for (const [name, value] of Object.entries(answers)) record.say(`${name}: ${value.slice(value.indexOf(' ') + 1)}`);
    const output = await machine.run(`export DEBIAN_FRONTEND=noninteractive; ${install} ./${basename(packageFile)}`);
    for (const line of output.split('\n')) if (/^rempart-azur:|^The site/.test(line)) record.say(line);
    return 2;
  });
  await record.step('Say who you are', async () => {
    machine.write('etc/rempart-azur/company.json', company);
    record.say('$ editor /etc/rempart-azur/company.json');
    await record.type(machine, 'systemctl restart rempart-azur');
    await record.type(machine, 'curl -fsS http://127.0.0.1:3000/readyz', /./);
    return 2;
  });
  await record.step('Certificate', async () => {
    machine.write('root/pebble.pem', certificate);
    const command = `certbot certonly --webroot -w /var/www/html -d ${new URL(siteUrl).hostname} --deploy-hook /usr/lib/rempart-azur/configure-nginx`;
    const local =
      '--server https://localhost:14000/dir --agree-tos --register-unsafely-without-email --non-interactive';
    record.say(`$ ${command}`);
    const output = await machine.run(`REQUESTS_CA_BUNDLE=pebble.pem ${command} ${local}`);
    for (const line of output.split('\n')) if (/^Successfully|^Certificate is saved/.test(line)) record.say(line);
    for (let at = 0; at < 50; at += 1) {
      if ((await fetch(`${siteUrl}/readyz`).catch(() => undefined))?.ok) return 1;
      await wait(100);
    }
    throw new Error(`Nothing answers at ${siteUrl}.`);
  });
}
