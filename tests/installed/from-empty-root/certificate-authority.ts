import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { endWithParent } from '../../../scripts/lib/processes.ts';

/** pebble, which issues certificates by ACME to anyone who answers on port 80 of this network. */
export async function startCertificateAuthority(folder: string) {
  mkdirSync(folder, { recursive: true });
  const [certificate, privateKey] = [join(folder, 'pebble.pem'), join(folder, 'pebble.key')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
      .concat(['-addext', 'subjectAltName=DNS:localhost'])
      .concat(['-keyout', privateKey, '-out', certificate]),
    { stdio: 'ignore' },
  );
  const addresses = { listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000' };
  const ports = { httpPort: 80, tlsPort: 443, ocspResponderURL: '', externalAccountBindingRequired: false };
  const config = join(folder, 'pebble.json');
  writeFileSync(config, JSON.stringify({ pebble: { ...addresses, certificate, privateKey, ...ports } }));
  const environment = { ...process.env, PEBBLE_VA_NOSLEEP: '1' };
  const child = endWithParent(spawn('pebble', ['-config', config], { env: environment, stdio: 'ignore' }));
  const own = readFileSync(certificate, 'utf8');
  tls.setDefaultCACertificates([own]);
  for (let at = 0; at < 100; at += 1) {
    const root = await fetch('https://localhost:15000/roots/0').catch(() => undefined);
    if (root?.ok) {
      const text = await root.text();
      // From here on requests of this process trust what it issues.
      tls.setDefaultCACertificates([own, text]);
      return { certificate: own, root: text, stop: () => child.kill() };
    }
    await wait(100);
  }
  throw new Error('pebble does not answer.');
}
