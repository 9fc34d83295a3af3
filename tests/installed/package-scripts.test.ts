import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const isRoot = process.getuid?.() === 0;
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'package-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** `put` of postinst, which writes an answer into the environment file. */
function put(name: string, value: string): string {
  const script = readFileSync('packaging/debian/postinst', 'utf8');
  const functions = script.slice(script.indexOf('put() {'), script.indexOf('create_user() {'));
  const environment = join(root, 'environment');
  const own = `set -e\nchown() { :; }\nuser=nobody\nenvironment=${environment}\n${functions}\nput "$1" "$2"`;
  execFileSync('sh', ['-c', own, 'sh', name, value]);
  return readFileSync(environment, 'utf8');
}

test.each([`L'Azur <contact@example.com>`, '"Azur, Nice" <contact@example.com>', 'smtp://user:a#b$c@mail.example.com'])(
  'an answer with quotes is what the server reads, also after the next upgrade: %s',
  (value) => {
    writeFileSync(join(root, 'environment'), 'PORT=3000\n');
    const written = put('MAIL_FROM', value);
    expect(parseEnv(written)).toEqual({ PORT: '3000', MAIL_FROM: value });
    expect(put('MAIL_FROM', value)).toBe(written);
  },
);

test('what an administrator has written stays as it is', () => {
  const written = '# Ours.\nSITE_URL="https://www.example.com"\nPORT=3000\n';
  writeFileSync(join(root, 'environment'), written);
  expect(put('SITE_URL', 'https://www.example.com')).toBe(written);
});

/** The answers that config.sh begins with, as debconf would have them before anybody is asked. */
function seededAnswers(environment: string | undefined): Record<string, string> {
  const file = join(root, 'environment');
  if (environment !== undefined) writeFileSync(file, environment);
  const stub = 'db_set() { echo "$1=$2"; }\ndb_input() { :; }\ndb_go() { :; }';
  const script = readFileSync('packaging/debian/config', 'utf8')
    .replace('. /usr/share/debconf/confmodule', stub)
    .replace('/etc/rempart-azur/environment', file);
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  return Object.fromEntries(
    output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace('rempart-azur/', '').split('=', 2)),
  ) as Record<string, string>;
}

test('a new installation is asked for currency and languages, and one in use keeps what it has', () => {
  const templates = readFileSync('packaging/debian/templates', 'utf8');
  expect(templates).toMatch(/^Template: rempart-azur\/currency\nType: string\nDefault: EUR$/m);
  expect(templates).toMatch(/^Template: rempart-azur\/languages\nType: string\nDefault: fr,en,ar$/m);
  expect(seededAnswers(undefined)).toEqual({});
  // Before the package asked, the server's defaults were in use.
  expect(seededAnswers('SITE_URL=https://a.test\n')).toMatchObject({ currency: 'USD', languages: 'en,fr,ar' });
  expect(seededAnswers("PORTAL_CURRENCY='CHF'\nPORTAL_LANGUAGES=fr\n")).toMatchObject({
    currency: 'CHF',
    languages: 'fr',
  });
});

test.each([
  'https://www.example.com',
  "'https://www.example.com'",
  '"https://www.example.com"',
  'https://www.example.com:443',
])('nginx gets the certificate of SITE_URL=%s', (value) => {
  for (const folder of [
    'bin',
    'etc/nginx/conf.d',
    'etc/rempart-azur',
    'etc/letsencrypt/live/www.example.com',
    'var/cache',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'etc/letsencrypt/live/www.example.com/fullchain.pem'), '');
  writeFileSync(join(root, 'etc/rempart-azur/environment'), `SITE_URL=${value}\n`);
  const script = readFileSync('packaging/configure-nginx', 'utf8').replaceAll(
    /(?<![\w}])\/(?=etc\/|var\/|run\/)/g,
    `${root}/`,
  );
  writeFileSync(join(root, 'configure-nginx'), script, { mode: 0o755 });
  for (const program of ['rempart-azur', 'nginx'])
    writeFileSync(join(root, 'bin', program), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  execFileSync(join(root, 'configure-nginx'), { env: { PATH: `${root}/bin:/usr/bin:/bin` } });
  expect(readFileSync(join(root, 'etc/nginx/conf.d/rempart-azur.conf'), 'utf8')).toBe('nginx\n');
});

/** Runs write-proxy-files of the container with certificates that only their owner may read; returns the configuration. */
function writeProxyFiles(isOwner: boolean): string {
  for (const folder of ['bin', 'proxy', 'letsencrypt/www.example.com', 'var/cache/rempart-azur'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'letsencrypt/www.example.com/fullchain.pem'), '');
  chmodSync(join(root, 'letsencrypt'), isOwner ? 0o700 : 0o000);
  const script = readFileSync('packaging/container/write-proxy-files', 'utf8')
    .replaceAll('/etc/letsencrypt/live', join(root, 'letsencrypt'))
    .replaceAll(/(?<![\w}])\/(?=proxy\/|var\/)/g, `${root}/`)
    .replace('/usr/lib/rempart-azur/keep-assets', 'true');
  writeFileSync(join(root, 'write-proxy-files'), script, { mode: 0o755 });
  writeFileSync(join(root, 'bin/rempart-azur'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  // As in the container: without capabilities, root may read only what its permissions allow.
  const confined = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  execFileSync('env', [...confined, join(root, 'write-proxy-files')], {
    env: { PATH: `${root}/bin:/usr/bin:/bin`, SITE_URL: 'https://www.example.com' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return readFileSync(join(root, 'proxy/default.conf'), 'utf8');
}

test('nginx in a container gets the certificate, or an error says why not', () => {
  expect(writeProxyFiles(true)).toBe('nginx\n');
  try {
    expect(() => writeProxyFiles(false)).toThrow('may not read');
  } finally {
    chmodSync(join(root, 'letsencrypt'), 0o700);
  }
});

test('the container backs up every night, and proves the backup of a Sunday', () => {
  const log = join(root, 'log');
  mkdirSync(join(root, 'bin'));
  const program = (name: string, body: string) =>
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  program('sleep', `[ "$1" -gt 0 ] && [ "$1" -le 90000 ]`);
  // Saturday, Sunday, and the end: the second proof never comes.
  program('date', `[ "$1" = +%u ] || exec /bin/date "$@"; [ "$(grep -c . ${log})" -gt 1 ] && echo 7 || echo 6`);
  program('rempart-azur', `echo "$@" >> ${log}; [ "$2" != prove ] || kill -TERM $PPID`);
  execFileSync(resolve('packaging/container/backup-nightly'), { env: { PATH: `${root}/bin:/usr/bin:/bin` } });
  expect(readFileSync(log, 'utf8')).toBe('backup\nbackup\nbackup prove\n');
});
