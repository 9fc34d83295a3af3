import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type SecureVersion, connect } from 'node:tls';
import { accepts, writeCertificate } from '#tests/support/nginx.ts';
import { maintenanceRoot } from '#main/admin/nginx/nginx-configuration.ts';
import { challengeRoot } from '#main/admin/nginx/tls.ts';
import { endWithParent, freePort } from '../../scripts/lib/processes.ts';
import type { Installation } from './installation.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

interface Site {
  host: string;
  upstream: string;
}

/**
 * nginx with the nginx.conf and the default site of Debian's package, copied from this machine with its own ports and
 * folders: nothing of the machine is changed.
 */
export async function startDebianNginx({ root, at, run }: Installation, { host, upstream }: Site) {
  const [plainPort, tlsPort] = [await freePort(), await freePort()];
  const folder = at('/etc/nginx');
  const log = at('/var/log/nginx');
  const webRoot = at(challengeRoot);
  for (const path of [
    '/etc/nginx/conf.d',
    '/etc/nginx/sites-enabled',
    '/var/log/nginx',
    '/run',
    '/var/lib/nginx',
    challengeRoot,
  ])
    mkdirSync(at(path), { recursive: true });
  const ipv6 = (port: number) => (hasIpv6 ? `listen [::1]:${port}` : `listen 127.0.0.2:${port}`);
  const relocate = (configuration: string) =>
    configuration
      .replaceAll(/(?<![\w/.:])\/(?=etc\/nginx|etc\/letsencrypt|opt\/|run\/|var\/)/g, `${root}/`)
      .replaceAll(/listen 80(?=[ ;])/g, `listen 127.0.0.1:${plainPort}`)
      .replaceAll(/listen \[::\]:80(?=[ ;])/g, ipv6(plainPort))
      .replaceAll(/listen 443(?=[ ;])/g, `listen 127.0.0.1:${tlsPort}`)
      .replaceAll(/listen \[::\]:443(?=[ ;])/g, ipv6(tlsPort))
      .replace(/server 127\.0\.0\.1:\d+/, `server 127.0.0.1:${upstream}`);
  const copy = (from: string, to: string) => writeFileSync(at(to), relocate(readFileSync(from, 'utf8')));
  copy('/etc/nginx/nginx.conf', '/etc/nginx/nginx.conf');
  copy('/etc/nginx/sites-available/default', '/etc/nginx/sites-enabled/default');
  cpSync('/etc/nginx/mime.types', at('/etc/nginx/mime.types'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    `${folder}/conf.d/0-folders.conf`,
    temporary.map((name) => `${name}_temp_path ${at('/var/lib/nginx')}/${name};\n`).join(''),
  );
  const options = ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', `${log}/error.log`];
  const check = () => execFileSync('nginx', ['-t', ...options], { stdio: 'pipe' });
  check();
  async function start() {
    const process = endWithParent(spawn('nginx', [...options, '-g', 'daemon off;'], { stdio: 'ignore' }));
    while (!(await accepts(plainPort))) {
      if (process.exitCode !== null) throw new Error(`nginx ended:\n${readFileSync(`${log}/error.log`, 'utf8')}`);
      await wait(50);
    }
    return process;
  }
  let server = await start();
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  };

  const addressOf = (family: 4 | 6) => (family === 4 ? '127.0.0.1' : '::1');
  async function request(scheme: 'http' | 'https', path: string, family: 4 | 6 = 4) {
    const common: RequestOptions = { host: addressOf(family), path, headers: { Host: host }, agent: false };
    const sent =
      scheme === 'http'
        ? requestHttp({ ...common, port: plainPort })
        : requestHttps({ ...common, port: tlsPort, servername: host, rejectUnauthorized: false });
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
    return { status: response.statusCode, location: response.headers.location, body: await text(response) };
  }

  return {
    families: hasIpv6 ? ([4, 6] as const) : ([4] as const),
    request,
    writeChallenge: (name: string, content: string) => {
      const file = `${webRoot}/.well-known/acme-challenge/${name}`;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    /** As docs/install.md says. */
    installOurs: async () => {
      const certificates = at(`/etc/letsencrypt/live/${host}`);
      mkdirSync(certificates, { recursive: true });
      writeCertificate(certificates, host);
      const print = async (...args: string[]) => {
        const { code, out, err } = await run(['nginx', ...args]);
        if (code !== 0) throw new Error(err);
        return out;
      };
      writeFileSync(`${folder}/conf.d/rempart-azur.conf`, relocate(await print()));
      mkdirSync(at(maintenanceRoot), { recursive: true });
      writeFileSync(`${at(maintenanceRoot)}/index.html`, await print('--maintenance-page'));
      check();
      // Not a reload: workers with the former configuration answer for a while.
      await stop();
      server = await start();
    },
    acceptsTls: async (version: SecureVersion) => {
      const settings = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' };
      const socket = connect({
        port: tlsPort,
        host: '127.0.0.1',
        servername: host,
        rejectUnauthorized: false,
        ...settings,
      });
      try {
        await once(socket, 'secureConnect');
        return true;
      } catch {
        return false;
      } finally {
        socket.destroy();
      }
    },
    readErrorLog: () => readFileSync(`${log}/portal-error.log`, 'utf8'),
    stop,
  };
}
