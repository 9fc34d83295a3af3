import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openForOperator } from '#api/db/operator-database.ts';
import { readSettings } from '#api/lib/env.ts';
import { connect } from '#tests/support/cli.ts';
import { createOwnerDatabase, hasPostgres } from '#tests/support/database.ts';
import { secret } from '#tests/support/http-server.ts';
import { smtpError, startMailServer } from '#tests/support/mail-server.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { cleanUp as stopPrograms, makeTemporaryFolder } from '../../../scripts/lib/processes.ts';
import { checkClock } from './check-logins.ts';
import { type DoctorDeps, runDoctor } from './doctor.ts';

const root = makeTemporaryFolder('doctor');
const cleanUp: (() => unknown)[] = [() => stopPrograms()];
afterAll(async () => {
  for (const task of cleanUp.toReversed()) await task();
});

function makeDataDir(mode = 0o700): string {
  const folder = join(root, randomBytes(4).toString('hex'));
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

/** What it finds with these settings; everything else is in order. */
async function examine(given: NodeJS.ProcessEnv, deps: Partial<DoctorDeps> = {}) {
  const environment = {
    // A port that nobody listens on.
    SITE_URL: 'http://127.0.0.1:9',
    DATA_DIR: makeDataDir(),
    AUTH_SECRET: secret,
    ...given,
  };
  const open: DoctorDeps['open'] = (needed) => openForOperator(readSettings(environment), needed);
  const findings = await runDoctor({ environment, open, ...deps });
  const of = (check: string) => findings.filter((one) => one.check === check);
  return { findings, of };
}

/** A remedy is a command or a setting: the reader has something to do. */
const isActionable = (remedy = '') =>
  /\b[A-Z]{3,}(?:_[A-Z]+)*\b|\/usr\/|(?:systemctl|chmod|chown|certbot|timedatectl) /.test(remedy);

describe('settings and files', () => {
  test('an invalid setting is all there is to say', async () => {
    const { findings } = await examine({ PORT: 'x' });
    expect(findings).toMatchObject([
      { check: 'settings', state: 'failing', what: expect.stringContaining('The setting PORT is "x"') },
    ]);
    expect(isActionable(findings[0]?.remedy)).toBe(true);
  });

  test('contradictions, mistyped names and passwords of the documentation are named', async () => {
    const { findings, of } = await examine({
      SITE_URL: 'https://127.0.0.1:9',
      ALLOW_PLACEHOLDERS: 'yes',
      DATABASE_URL: 'postgresql://portal:password@127.0.0.1:9/portal',
      SMTP_URI: 'smtp://127.0.0.1',
      METRICS: '3000',
      AUTH_SECRET_BEFORE: secret,
      MAIL_IN_KEY: 'a'.repeat(40),
      MAIL_IN_DOMAIN: 'support.example.com',
    });
    const said = of('settings')
      .map(({ what }) => what)
      .join('\n');
    for (const part of [
      'SMTP_URI is not a setting',
      'TRUST_PROXY is 0',
      'SMTP_URL is not set',
      'METRICS has the port 3000',
    ])
      expect(said).toContain(part);
    for (const part of ['not rotated', 'MAIL_IN_KEY can be guessed', 'DATABASE_URL has a password'])
      expect(said).toContain(part);
    expect(of('database')).toMatchObject([{ state: 'failing', what: expect.stringContaining('ECONNREFUSED') }]);
    // It works without the database: the rest was checked.
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        'settings',
        'files',
        'database',
        'instances',
        'roles',
        'clock',
        'backup',
        'proof',
        'outbound',
        'mail',
        'jobs',
        'disk',
        'scanner',
        'certificate',
        'mail-server',
        'tls',
        'proxy',
      ]),
    );
    for (const { state, remedy, what } of findings)
      expect([what, state === 'failing' ? isActionable(remedy) : remedy === undefined]).toEqual([what, true]);
    // No secret of the settings is printed.
    expect(JSON.stringify(findings)).not.toContain(secret);
    expect(JSON.stringify(findings)).not.toContain('portal:password');
  });

  test('files that others may read are named with the command that closes them', async () => {
    const environmentFile = join(root, 'environment');
    writeFileSync(environmentFile, '');
    chmodSync(environmentFile, 0o644);
    const dataDir = makeDataDir(0o755);
    const { of } = await examine(
      { DATA_DIR: dataDir, DATABASE_URL: 'postgresql://127.0.0.1:9/x' },
      { environmentFile },
    );
    expect(of('files')).toMatchObject([
      { state: 'failing', remedy: `chmod 640 ${environmentFile}` },
      { state: 'failing', remedy: `chmod 700 ${dataDir}` },
    ]);
    chmodSync(environmentFile, 0o640);
    const fine = await examine({ DATABASE_URL: 'postgresql://127.0.0.1:9/x' }, { environmentFile });
    expect(fine.of('files')).toMatchObject([{ state: 'ok' }]);
    const notAFolder = join(root, 'a-file');
    writeFileSync(notAFolder, '', { mode: 0o600 });
    const wrong = await examine({ DATA_DIR: notAFolder, DATABASE_URL: 'postgresql://127.0.0.1:9/x' });
    expect(wrong.of('files')).toMatchObject([{ state: 'failing', what: expect.stringContaining('is not a folder') }]);
  });
});

describe.skipIf(!hasPostgres)(`the database${hasPostgres ? '' : ' (needs PostgreSQL)'}`, () => {
  async function startDatabase() {
    const database = await createOwnerDatabase();
    cleanUp.push(() => database.drop());
    return database;
  }

  test('two logins, a wrong database, and a login with too many rights', async () => {
    const { url, servingUrl } = await startDatabase();
    // As the first start of the server.
    const client = await openForOperator({ databaseUrl: url, dataDir: root }, 'current');
    const serving = new URL(servingUrl).username;
    await client.client.query(`GRANT portal_app, portal_tenant, portal_staff, portal_key TO "${serving}"`);
    await client.close();
    const both = await examine({ DATABASE_URL: servingUrl, MIGRATION_DATABASE_URL: url });
    expect(both.of('roles')).toMatchObject([{ state: 'ok' }]);
    expect(both.of('database')).toMatchObject([{ state: 'ok' }]);
    expect(both.of('clock')).toMatchObject([{ state: 'ok' }]);

    const change = (to: (target: URL) => void) => {
      const target = new URL(url);
      to(target);
      return target.href;
    };
    const absent = await examine({ DATABASE_URL: change((target) => (target.pathname = '/nothing')) });
    expect(absent.of('database')).toMatchObject([{ remedy: expect.stringContaining('create-database') }]);
    const owner = await examine({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url });
    expect(owner.of('roles')).toMatchObject([{ state: 'failing', what: expect.stringContaining('of DATABASE_URL') }]);
  });

  test('a wrong password', async () => {
    const { url } = await startPostgres();
    await connect(url, async (client) => {
      const { rows } = await client.query<{ hba_file: string }>('SHOW hba_file');
      await client.query(`ALTER ROLE postgres PASSWORD 'Right-0'`);
      writeFileSync(rows[0]?.hba_file ?? '', 'host all all 127.0.0.1/32 scram-sha-256\n');
      await client.query('SELECT pg_reload_conf()');
    });
    const wrong = await examine({ DATABASE_URL: url.replace('postgres@', 'postgres:Wrong-0@') });
    expect(wrong.of('database')).toMatchObject([
      {
        state: 'failing',
        what: expect.stringContaining('password'),
        remedy: expect.stringContaining('Correct the password'),
      },
    ]);
    expect(JSON.stringify(wrong.findings)).not.toContain('Wrong-0');
  });

  test('a clock that differs from the database’s', async () => {
    const { url } = await startDatabase();
    const database = await openForOperator({ databaseUrl: url, dataDir: root }, 'current');
    try {
      for (const [offset, state] of [
        [0, 'ok'],
        [60_000, 'failing'],
        [-60_000, 'failing'],
      ] as const)
        expect((await checkClock(database, () => Date.now() + offset))[0]).toMatchObject({ check: 'clock', state });
    } finally {
      await database.close();
    }
  });
});

test('instances and listeners that the settings name are asked one by one', async () => {
  const { of } = await examine({
    DATABASE_URL: 'postgresql://127.0.0.1:9/x',
    UPSTREAMS: '127.0.0.1:1,127.0.0.1:2',
    METRICS: '127.0.0.1:3',
  });
  expect(of('instances').map(({ what }) => what.split(' ', 1)[0])).toEqual([
    '127.0.0.1:1',
    '127.0.0.1:2',
    'METRICS=127.0.0.1:3',
    'METRICS=127.0.0.1:4',
  ]);
  for (const { state, remedy } of of('instances')) expect([state, isActionable(remedy)]).toEqual(['failing', true]);
  expect((await examine({ DATABASE_URL: 'postgresql://127.0.0.1:9/x' })).of('instances')).toMatchObject([
    { state: 'unknown' },
  ]);
});

describe('the mail server', () => {
  const without = { DATABASE_URL: 'postgresql://127.0.0.1:9/x', MAIL_FROM: 'contact@example.com' };

  test('is connected to, and sends a mail where that is asked for', async () => {
    const server = await startMailServer();
    cleanUp.push(() => server.close());
    const { of } = await examine({ ...without, SMTP_URL: server.url });
    expect(of('mail-server')).toMatchObject([{ state: 'ok' }]);
    expect(server.received).toEqual([]);
    const sent = await examine({ ...without, SMTP_URL: server.url }, { mailTo: 'lea@example.com' });
    expect(sent.of('mail-server')).toMatchObject([{ state: 'ok', what: expect.stringContaining('lea@example.com') }]);
    expect(server.received).toMatchObject([{ to: ['lea@example.com'] }]);
  });

  test('rejects the login, the recipient, or is not there', async () => {
    const rejecting = await startMailServer({ rejectSignIn: smtpError(535, 'Authentication failed') });
    const picky = await startMailServer({ rejectRecipient: () => smtpError(550, '5.7.1 relaying denied') });
    cleanUp.push(
      () => rejecting.close(),
      () => picky.close(),
    );
    const login = await examine({ ...without, SMTP_URL: rejecting.url });
    expect(login.of('mail-server')).toMatchObject([
      { state: 'failing', remedy: 'Correct user and password in SMTP_URL' },
    ]);
    const relay = await examine({ ...without, SMTP_URL: picky.url }, { mailTo: 'lea@example.com' });
    expect(relay.of('mail-server')).toMatchObject([{ state: 'failing', remedy: expect.stringContaining('MAIL_FROM') }]);
    const absent = await examine({ ...without, SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(absent.of('mail-server')).toMatchObject([{ state: 'failing', remedy: expect.stringContaining('SMTP_URL') }]);
    expect((await examine(without)).of('mail-server')).toMatchObject([{ state: 'unknown' }]);
  });
});
