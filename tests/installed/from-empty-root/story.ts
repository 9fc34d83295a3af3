import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterNextVersion, nextVersion } from '#tests/resilience/upgrade/cluster.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { whenDone } from '../../../scripts/lib/processes.ts';
import { startCertificateAuthority } from './certificate-authority.ts';
import { installOn } from './installation.ts';
import { Machine } from './machine.ts';
import { makeNextPackage } from './next-package.ts';
import { enrol, linkMailedTo, newContext, openBrowser, password, post, signUp, siteUrl } from './people.ts';
import { Record } from './record.ts';
import { upgradeAndRemove } from './upgrade-and-remove.ts';
import { install, upgradeUnderLoad } from './upgrade-under-load.ts';

const customer = 'Cabinet Masséna';
const [staffEmail, customerEmail] = ['lea@example.com', 'claire@cabinet.example'];
const shots = join('release', 'transcript');

export async function tellStory(folder: string, packageFile: string): Promise<void> {
  mkdirSync(shots, { recursive: true });
  const record = new Record();
  const authority = await startCertificateAuthority(folder);
  const mail = await startMailServer({ port: 25 });
  const browser = await openBrowser();
  const one = await Machine.boot(join(folder, 'one'));
  whenDone(async () => {
    await one.powerOff();
    await browser.close();
    await mail.close();
    authority.stop();
  });
  const next = makeNextPackage(packageFile, folder);
  const give = (machine: Machine, file: string) => machine.write(`root/${basename(file)}`, readFileSync(file));
  give(one, packageFile);
  await installOn(one, record, packageFile, authority);

  const staff = await newContext(browser);
  await record.step('First staff member', async () => {
    record.say(`(${staffEmail} signs up at ${siteUrl}/customer-auth and opens the link in the mail)`);
    await signUp(staff.request, mail.received, staffEmail);
    const added = await record.type(
      one,
      `rempart-azur staff add ${staffEmail} --permissions support,accounts,sales,records,admin --name "Léa" --yes`,
      /is now staff|Enrolment code/,
    );
    record.say('(she signs in, enters the code, adds an authenticator app and signs in with it)');
    await enrol(staff.request, staffEmail, /Enrolment code: (\S+)/.exec(added)?.[1] ?? '');
    return 3;
  });

  const person = await newContext(browser);
  const page = await person.newPage();
  await record.step('First customer', async () => {
    await record.type(one, `rempart-azur customers create "${customer}" --contact "Claire"`, /./);
    const invite = `rempart-azur users invite ${customerEmail} --customer "${customer}" --roles owner --language fr`;
    await record.type(one, invite, /./);
    record.say('(an admin creates an API key at the desk, under « Intégrations »)');
    const scopes = ['customers:read', 'invoices:read', 'invoices:write'];
    const { key = '' } = await post(staff.request, '/api/desk/api-keys', { name: 'Comptabilité', scopes, days: 365 });
    one.write('root/ca.pem', authority.root);
    const body = JSON.stringify({ customer, amount: '1250.50', dueDate: '2026-12-31', status: 'pending' });
    const put = `curl -sS --cacert ca.pem -X PUT ${siteUrl}/api/v1/invoices/FA-2026-0042 -H 'Content-Type: application/json' -d '${body}'`;
    record.say(`$ ${put.replace(' --cacert ca.pem', '')} -H "Authorization: Bearer $API_KEY"`);
    record.say((await one.run(`${put} -H 'Authorization: Bearer ${key}'`)).trim());
    record.say('(Claire opens the link of her invitation, chooses a password, and sees the invoice)');
    await page.goto(await linkMailedTo(mail.received, customerEmail, 'invitation'));
    await page.locator('input[autocomplete="name"]').fill('Claire Masséna');
    await page.locator('input[type="password"]').first().fill(password);
    await page.locator('form button[type="submit"]').first().click();
    await page.waitForURL('**/customer-portal');
    await page.goto('/customer-portal/invoices');
    await page.getByText('FA-2026-0042').first().waitFor();
    await page.screenshot({ path: join(shots, 'invoice.png') });
    return 5;
  });
  const untilFirstInvoice = record.format();

  const after = new Record();
  give(one, next);
  const cookie = (await person.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const packages = { older: basename(packageFile), newer: basename(next) };
  let failures = '';
  if (process.argv.includes('--without-load')) await one.run(install(packages.newer));
  else failures = await upgradeUnderLoad(one, after, packages, cookie);

  let backup = '';
  await after.step('Back up, and lose the machine', async () => {
    const result = /^(Backed up|Made on|The (backup|file) )/;
    await after.type(one, 'rempart-azur backup', result);
    await after.type(one, 'rempart-azur backup verify', result);
    await after.type(one, 'rempart-azur backup prove', result);
    backup = (await one.run('ls -t /var/lib/rempart-azur-backups | head -n 1')).trim();
    return 3;
  });
  const stored = readFileSync(join(one.folder, 'var/lib/rempart-azur-backups', backup));
  const secret = (await one.run("grep '^AUTH_SECRET=' /etc/rempart-azur/environment")).trim();
  const company = readFileSync(join(one.folder, 'etc/rempart-azur/company.json'));
  await one.powerOff();

  const two = await Machine.boot(join(folder, 'two'));
  whenDone(() => two.powerOff());
  give(two, next);
  await installOn(two, after, next, authority, company);
  await after.step('Restore', async () => {
    two.write(`var/lib/rempart-azur-backups/${backup}`, stored);
    await two.run(`chown rempart-azur: /var/lib/rempart-azur-backups/${backup}`);
    await two.run(
      `sed -i '/^AUTH_SECRET=/d' /etc/rempart-azur/environment; echo "${secret}" >> /etc/rempart-azur/environment`,
    );
    after.say('(the AUTH_SECRET that was kept elsewhere goes into /etc/rempart-azur/environment)');
    for (const command of [
      "systemctl stop rempart-azur 'rempart-azur@*' rempart-azur-backup.timer rempart-azur-prove.timer",
      `runuser -u postgres -- psql -c 'ALTER DATABASE "rempart-azur" RENAME TO "rempart-azur-before"'`,
      '/usr/lib/rempart-azur/create-database',
      'mv /var/lib/rempart-azur /var/lib/rempart-azur-before',
      'install -d -m 0700 -o rempart-azur -g rempart-azur /var/lib/rempart-azur',
      `rempart-azur restore /var/lib/rempart-azur-backups/${backup}`,
      'rempart-azur resume --yes',
      'systemctl start rempart-azur rempart-azur-backup.timer rempart-azur-prove.timer',
      'rempart-azur check',
    ])
      await after.type(two, command, /Restored|jobs are due|warning|error|ok\b/i);
    return 9;
  });
  await person.clearCookies();
  await post(person.request, '/api/auth/sign-in/password', { email: customerEmail, password });
  await page.goto('/customer-portal/invoices');
  await page.getByText('FA-2026-0042').first().waitFor();
  await page.screenshot({ path: join(shots, 'restored.png') });
  after.say('(Claire signs in with her password and sees the invoice)');

  const life = new Record();
  const newest = makeNextPackage(next, folder, afterNextVersion);
  for (const file of [packageFile, newest]) give(two, file);
  const version = basename(packageFile).split('_')[1] ?? '';
  await upgradeAndRemove(
    two,
    life,
    {
      files: [basename(packageFile), basename(next), basename(newest)],
      versions: [version, nextVersion, afterNextVersion],
    },
    async () => {
      await page.goto('/customer-portal/invoices');
      await page.getByText('FA-2026-0042').first().waitFor();
    },
  );
  console.log(`${untilFirstInvoice}\n\n${after.format()}\n${life.format()}\n${failures}`);
}
