import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSource, server } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeUser } from '#tests/support/api.ts';
import { type OwnerDatabase, createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { pdf, png } from '#tests/support/files.ts';
import { freePort } from '../../scripts/lib/processes.ts';
import { hasSystemPart } from '../../scripts/lib/system-packages.ts';
import { type Installation, install } from './installation.ts';
import { startDebianNginx } from './debian-nginx.ts';

const [hasAge, hasNginx] = [await hasSystemPart('age'), await hasSystemPart('nginx')];
type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };
const isBuilt = existsSync('build/site.json');
// A part that is missing is in the title of what is skipped.
const reason = [!hasPostgres && 'PostgreSQL', !isBuilt && 'npm run build'].filter(Boolean).join(' and ');
const password = 'a password for installations';
const siteUrl = 'https://www.example.com';
const uploads = { 'note.txt': Buffer.from('hello world\n'), 'photo.png': png, 'report.pdf': pdf };

describe.skipIf(reason !== '')(`the installed product${reason && ` (needs ${reason})`}`, () => {
  let database: OwnerDatabase;
  let installed: Installation;
  let url: string;
  let stopServer: () => Promise<void>;
  const cleanUp: (() => Promise<unknown> | void)[] = [];

  const backups = () =>
    readdirSync(installed.at('/var/lib/rempart-azur-backups')).filter((name) => name.startsWith('portal-'));
  const backUp = () => installed.runUnit('rempart-azur-backup.service');
  const clearBackups = () => {
    for (const name of backups()) rmSync(join(installed.at('/var/lib/rempart-azur-backups'), name));
  };

  beforeAll(async () => {
    database = await createOwnerDatabase();
    cleanUp.push(() => database.drop());
    const port = await freePort();
    installed = install({
      PORT: String(port),
      DATABASE_URL: database.servingUrl,
      MIGRATION_DATABASE_URL: database.url,
      AUTH_SECRET: randomBytes(32).toString('base64'),
      SMTP_URL: '',
      ALLOW_PLACEHOLDERS: 'yes',
    });
    cleanUp.push(() => rmSync(installed.root, { recursive: true, force: true }));
    url = `http://127.0.0.1:${port}`;
    const service = installed.startUnit('rempart-azur.service');
    let output = '';
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (text) => (output += String(text)));
    stopServer = async () => {
      if (service.exitCode === null && service.kill('SIGTERM')) await once(service, 'exit');
    };
    cleanUp.push(() => stopServer());
    for (;;) {
      if (service.exitCode !== null) throw new Error(`The server ended:\n${output}`);
      const ready = await fetch(`${url}/readyz`).catch(() => undefined);
      if (ready?.status === 200) break;
      await wait(100);
    }
  });
  afterAll(async () => {
    for (const task of cleanUp.toReversed()) await task();
  });

  /** A customer's user with a session, as a browser opens one. */
  async function signIn() {
    const created = await installed.run(['customers', 'create', 'Cabinet Masséna', '--json']);
    const customer = JSON.parse(created.out) as { id: string };
    const source = await openSource(server(database.url), createLog('silent'));
    const { email } = await makeUser(source, { customerId: customer.id, password });
    await source.close();
    const send = (path: string, { headers = {}, ...init }: Sent) =>
      fetch(`${url}${path}`, { ...init, headers: { Origin: siteUrl, 'X-Forwarded-For': '203.0.113.7', ...headers } });
    const json = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const signedIn = await send('/api/auth/sign-in/password', { method: 'POST', headers: json, body });
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    return {
      customer,
      json,
      send: (path: string, { headers = {}, ...init }: Sent) => send(path, { ...init, headers: { cookie, ...headers } }),
    };
  }

  test('has no sources and no packages, and its folders belong to the service', () => {
    expect(readdirSync(installed.at('/usr/lib/rempart-azur')).toSorted()).toEqual(['build', 'node']);
    expect(installed.settings['DATA_DIR']).toBe(installed.at('/var/lib/rempart-azur'));
    expect(statSync(installed.at('/var/lib/rempart-azur')).uid).toBe(installed.serviceUser?.uid ?? process.getuid?.());
  });

  test('accepts uploads', async () => {
    const { customer, json, send } = await signIn();
    const opened = await send('/api/portal/tickets', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ subject: 'Files', description: 'Three of them' }),
    });
    expect(opened.status).toBe(201);
    const { id } = (await opened.json()) as { id: string };
    for (const [name, content] of Object.entries(uploads)) {
      const path = `/api/portal/tickets/file?${new URLSearchParams({ id, name })}`;
      const headers = { 'Content-Type': 'application/octet-stream' };
      const uploaded = await send(path, { method: 'PUT', headers, body: new Uint8Array(content) });
      expect([name, uploaded.status]).toEqual([name, 201]);
    }
    const stored = readdirSync(join(installed.at('/var/lib/rempart-azur/files'), customer.id)).toSorted();
    expect(stored).toEqual(Object.values(uploads).map(hashOf).toSorted());
  });

  test('has its command line, with the settings and the user of the service', async () => {
    expect(await installed.run(['check'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('No errors'),
    });
    const target = installed.at('/var/lib/rempart-azur/export');
    expect(await installed.run(['export-customer', 'Cabinet Masséna', '--to', target])).toMatchObject({ code: 0 });
    expect(statSync(target).uid).toBe(installed.serviceUser?.uid ?? process.getuid?.());
  });

  /** Restores into an empty database and an empty folder, and compares both. */
  async function restoreAndCompare(args: string[], input?: Buffer): Promise<void> {
    const target = await createOwnerDatabase();
    const dataDir = installed.at(`/var/lib/restored-${randomBytes(4).toString('hex')}`);
    mkdirSync(dataDir, { mode: 0o777 });
    execFileSync('chmod', ['777', dataDir]);
    try {
      const environment = { DATABASE_URL: target.servingUrl, MIGRATION_DATABASE_URL: target.url, DATA_DIR: dataDir };
      expect(await installed.run(['restore', ...args], { environment, input })).toMatchObject({ code: 0, err: '' });
      const held = await installed.run(['check'], { environment });
      expect(held).toMatchObject({ code: 0, err: expect.stringContaining('nothing has left this restored copy') });
      expect(await installed.run(['resume', '--yes'], { environment })).toMatchObject({ code: 0, err: '' });
      expect(await installed.run(['check'], { environment })).toMatchObject({ code: 0, err: '' });
      expect(await countRows(target.url)).toEqual(await countRows(database.url));
      expect(hashFiles(join(dataDir, 'files'))).toEqual(hashFiles(installed.at('/var/lib/rempart-azur/files')));
    } finally {
      await target.drop();
    }
  }

  test('backs up every night to one file, which restores rows and files', async () => {
    expect(await backUp()).toMatchObject({ code: 0, err: '', out: expect.stringContaining(' and 3 files to ') });
    const [file = '', ...others] = backups();
    expect([file, others]).toEqual([expect.stringMatching(/^portal-\d{8}T\d{6}Z\.gz$/), []]);
    await restoreAndCompare([join(installed.at('/var/lib/rempart-azur-backups'), file)]);
    expect(await installed.run(['backup', 'verify'])).toMatchObject({ code: 0 });
  });

  test('proves the last backup every week, in a database that is gone afterwards', async () => {
    const proven = await installed.runUnit('rempart-azur-prove.service');
    expect(proven).toMatchObject({ code: 0, out: expect.stringContaining('was restored and checked') });
    clearBackups();
  });

  test('deletes old backups only after one that has every file', async () => {
    const old = join(installed.at('/var/lib/rempart-azur-backups'), 'portal-20200101T000000Z.gz');
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    const files = installed.at('/var/lib/rempart-azur/files');
    const lost = readdirSync(files, { recursive: true, withFileTypes: true }).find(
      (entry) => entry.name === hashOf(png),
    );
    const path = join(lost?.parentPath ?? '', hashOf(png));
    rmSync(path);
    expect(await backUp()).toMatchObject({ code: 1, err: expect.stringContaining('1 files are missing') });
    expect(backups()).toHaveLength(2);
    writeFileSync(path, png);
    if (installed.serviceUser !== undefined) execFileSync('chown', [`${installed.serviceUser.uid}`, path]);
    // The name of a backup has its second.
    await wait(1000);
    expect(await backUp()).toMatchObject({ code: 0 });
    // One of each day stays.
    expect(backups()).toHaveLength(1);
    expect(existsSync(old)).toBe(false);
    clearBackups();
  });

  test.runIf(hasAge)('encrypts its backups, and no other file is left', async () => {
    const key = join(installed.root, 'backup.key');
    execFileSync('age-keygen', ['-o', key], { stdio: 'ignore' });
    installed.setSetting('BACKUP_RECIPIENT', execFileSync('age-keygen', ['-y', key], { encoding: 'utf8' }).trim());
    expect(await backUp()).toMatchObject({ code: 0, err: '' });
    const [file = '', ...others] = backups();
    expect([file, others]).toEqual([expect.stringMatching(/^portal-\d{8}T\d{6}Z\.gz\.age$/), []]);
    const encrypted = join(installed.at('/var/lib/rempart-azur-backups'), file);
    expect(readFileSync(encrypted).includes(uploads['note.txt'])).toBe(false);
    await restoreAndCompare(['-'], execFileSync('age', ['--decrypt', '--identity', key, encrypted]));
    clearBackups();
  });

  test('a database must be named, although the package has one for proofs', async () => {
    const environment = { DATABASE_URL: '', MIGRATION_DATABASE_URL: '', SITE_URL: 'http://localhost:3000' };
    expect(await installed.run(['check'], { environment })).toMatchObject({
      code: 1,
      err: expect.stringContaining('The setting DATABASE_URL is missing'),
    });
  });

  describe.runIf(hasNginx)('behind nginx as Debian configures it', () => {
    let nginx: Awaited<ReturnType<typeof startDebianNginx>>;
    beforeAll(async () => {
      nginx = await startDebianNginx(installed, { host: new URL(siteUrl).hostname, upstream: new URL(url).port });
      cleanUp.push(() => nginx.stop());
    });

    test('Debian’s default site answers the challenge for the first certificate', async () => {
      nginx.writeChallenge('first', 'first token');
      expect(await nginx.request('http', '/.well-known/acme-challenge/first')).toMatchObject({
        status: 200,
        body: 'first token',
      });
    });

    test('our file is accepted beside it, serves the site, and answers the challenge of a renewal', async () => {
      await nginx.installOurs();
      nginx.writeChallenge('renewal', 'second token');
      for (const family of nginx.families) {
        const challenge = await nginx.request('http', '/.well-known/acme-challenge/renewal', family);
        expect(challenge).toMatchObject({ status: 200, body: 'second token' });
        const redirect = await nginx.request('http', '/services', family);
        expect(redirect).toMatchObject({ status: 301, location: `${siteUrl}/services` });
        const page = await nginx.request('https', '/customer-auth', family);
        expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<html') });
        expect(await nginx.request('https', '/readyz', family)).toMatchObject({ status: 200 });
      }
    });

    test('TLS 1.1 is rejected, whatever Debian allows for other sites', async () => {
      expect(await nginx.acceptsTls('TLSv1.2')).toBe(true);
      expect(await nginx.acceptsTls('TLSv1.1')).toBe(false);
    });

    test('while the server is stopped visitors read pages they could read before, or ours about that; the log says why', async () => {
      expect(await nginx.request('https', '/services')).toMatchObject({ status: 200 });
      await stopServer();
      expect(await nginx.request('https', '/services')).toMatchObject({ status: 200 });
      const other = await nginx.request('https', '/why-us');
      expect(other).toMatchObject({ status: 503, body: expect.stringContaining('Nous revenons dans un instant') });
      const api = await nginx.request('https', '/api/nothing');
      expect(api).toMatchObject({ status: 503, body: expect.stringContaining('"code":"unavailable"') });
      expect(await nginx.request('https', '/readyz')).toMatchObject({ status: 503 });
      expect(nginx.readErrorLog()).toContain('Connection refused');
    });
  });
});

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

function hashFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `${entry.parentPath.slice(folder.length)}/${entry.name} ${hashOf(readFileSync(join(entry.parentPath, entry.name)))}`,
    )
    .toSorted();
}

/** The rows of every table except those that a restore changes. */
async function countRows(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('SET ROLE portal_operator');
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> ALL('{sessions,rate_limits,retention_runs,outbound_holds,audit_events,jobs}') AND has_table_privilege(oid, 'SELECT')`,
    );
    const counts: Record<string, string> = {};
    for (const { name } of rows) {
      const counted = await client.query<{ count: string }>(`SELECT count(*) FROM "${name}"`);
      counts[name] = counted.rows[0]?.count ?? '';
    }
    return counts;
  } finally {
    await client.end();
  }
}
