import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import type { Finding } from '#main/admin/doctor/finding.ts';
import { unreachableDatabase } from '#tests/support/server.ts';
import { makeTemporaryFolder, runCommand } from '../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../scripts/lib/system-packages.ts';

const hasOpenssl = await hasSystemPart('nginx');
const folder = makeTemporaryFolder('authority');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The options of Node in a script or a unit of the package. */
function nodeOptions(text: string): string[][] {
  const commands = [...text.matchAll(/(?:\$folder\/node"|rempart-azur\/node)((?: --\S+)*) \S*build\/api\//g)];
  return commands.map(([, options = '']) =>
    options.split(' ').filter((one) => one !== '' && !one.includes('env-file')),
  );
}

test('everything that the package starts trusts the authorities that Debian trusts', () => {
  const units = readdirSync('packaging/systemd').filter((name) => name.endsWith('.service'));
  const files = ['packaging/rempart-azur', ...units.map((name) => join('packaging/systemd', name))];
  for (const file of files) {
    const found = nodeOptions(readFileSync(file, 'utf8'));
    expect([file, found]).toEqual([file, found.map(() => ['--use-system-ca'])]);
    expect([file, found.length]).not.toEqual([file, 0]);
  }
});

/** A folder of authorities as update-ca-certificates makes it, and a certificate of its authority for localhost. */
function createAuthority() {
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '1'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  const [names, signedBy] = [
    ['-addext', 'subjectAltName=DNS:localhost'],
    ['-CA', 'ca.pem', '-CAkey', 'ca.key'],
  ];
  openssl(
    'req',
    '-x509',
    ...key,
    '-subj',
    '/CN=localhost',
    ...names,
    ...signedBy,
    '-keyout',
    'own.key',
    '-out',
    'own.pem',
  );
  const hash = openssl('x509', '-hash', '-noout', '-in', 'ca.pem').trim();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const own = { key: read('own.key'), cert: read('own.pem') };
  for (const name of ['own.key', 'own.pem', 'ca.key']) rmSync(join(folder, name));
  renameSync(join(folder, 'ca.pem'), join(folder, `${hash}.0`));
  return own;
}

test.runIf(hasOpenssl)('a mail server with a certificate of a private authority is trusted', async () => {
  const server = new SMTPServer({ ...createAuthority(), secure: true, authOptional: true, logger: false });
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const environment = {
    ...unreachableDatabase,
    SITE_URL: 'http://127.0.0.1:9',
    DATA_DIR: folder,
    SMTP_URL: `smtps://localhost:${port}`,
    MAIL_FROM: 'contact@portal.test',
    SSL_CERT_DIR: folder,
    SSL_CERT_FILE: '/dev/null',
  };
  const ask = async (options: string[]) => {
    const command = [...options, 'main/cli/main.ts', 'doctor', '--json'];
    const { output } = await runCommand(process.execPath, command, { environment });
    const findings = JSON.parse(/^\[\{.*\}\]$/m.exec(output)?.[0] ?? '[]') as Finding[];
    return findings.find(({ check }) => check === 'mail-server');
  };
  expect(await ask([])).toMatchObject({ state: 'failing', remedy: expect.stringContaining('update-ca-certificates') });
  const [options = []] = nodeOptions(readFileSync('packaging/rempart-azur', 'utf8'));
  expect(await ask(options)).toMatchObject({ state: 'ok' });
  await new Promise<void>((resolve) => server.close(resolve));
});
