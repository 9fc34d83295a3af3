import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { checkDatabase } from '#main/admin/integrity-check/check-database.ts';
import { inOperatorTransaction, openForOperator } from '#api/db/operator-database.ts';
import { createCustomer } from '#api/services/customers/operator-customers.ts';
import { findPostgres, postgresUser } from '../../scripts/lib/postgres.ts';
import { cleanUp, freePort, makeTemporaryFolder, runCommand, whenDone } from '../../scripts/lib/processes.ts';

const bin = findPostgres();
afterAll(cleanUp);

/** The steps of docs/backups.md, on a cluster of its own. */
test.skipIf(bin === undefined)(
  'a cluster with an archive is recovered to a point in time',
  { timeout: 600_000 },
  async () => {
    const root = makeTemporaryFolder('point-in-time', '/tmp');
    const user = postgresUser();
    const as = { cwd: root, ...(user !== undefined && { user }) };
    const own = (path: string, mode = 0o700) => {
      if (user !== undefined) chownSync(path, user.uid, user.gid);
      chmodSync(path, mode);
    };
    own(root);
    const at = (name: string) => join(root, name);
    for (const name of ['wal', 'recovered']) {
      mkdirSync(at(name));
      own(at(name));
    }
    const run = async (program: string, ...args: string[]) => {
      const { ok, output } = await runCommand(program, args, as);
      if (!ok) throw new Error(`${program} failed: ${output}`);
    };
    const postgres = (program: string, ...args: string[]) => run(join(bin ?? '', program), ...args);
    const port = await freePort();
    const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
    const start = (folder: string) =>
      postgres('pg_ctl', '-D', at(folder), '-w', '-t', '600', '-l', at(`${folder}.log`), 'start');
    const stop = (folder: string, mode: string) =>
      postgres('pg_ctl', '-D', at(folder), '-m', mode, '-w', '-t', '600', 'stop');

    await postgres('initdb', '-D', at('data'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync');
    appendFileSync(
      at('data/postgresql.conf'),
      `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${root}'
archive_mode = on
archive_command = 'test ! -f ${root}/wal/%f && cp %p ${root}/wal/%f.part && mv ${root}/wal/%f.part ${root}/wal/%f'
archive_timeout = 60
`,
    );
    await start('data');
    whenDone(() => stop('data', 'immediate').catch(() => undefined));
    const administrator = new pg.Client({ connectionString: url('postgres') });
    administrator.on('error', () => undefined);
    await administrator.connect();
    await administrator.query('CREATE DATABASE portal');
    const portal = await openForOperator({ databaseUrl: url('portal'), dataDir: at('portal') });
    const makeCustomer = (name: string) =>
      inOperatorTransaction(portal, (client) =>
        createCustomer(client, { name: `${name} ${randomBytes(2).toString('hex')}` }),
      );
    await makeCustomer('Before the base backup');
    await postgres(
      'pg_basebackup',
      '-h',
      '127.0.0.1',
      '-p',
      `${port}`,
      '-U',
      'postgres',
      '-D',
      at('base'),
      '-Ft',
      '-z',
      '-c',
      'fast',
    );
    await makeCustomer('After it');
    const generation = async (connection: typeof portal) =>
      (await connection.client.query<{ id: string }>('SELECT change_generation() AS id')).rows[0]?.id;
    const before = await generation(portal);
    expect(await generation(portal)).toBe(before);
    const { rows } = await portal.client.query<{ at: string }>('SELECT now()::text AS at');
    await wait(1000);
    await makeCustomer('After the target');
    await inOperatorTransaction(portal, (client) => client.query('DELETE FROM customers'));
    // What is not archived is lost with the machine.
    await administrator.query('SELECT pg_switch_wal()');
    for (;;) {
      const archived = await administrator.query(
        `SELECT FROM pg_stat_archiver WHERE last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1)`,
      );
      if (archived.rows.length > 0) break;
      await wait(50);
    }
    await portal.close();
    await administrator.end().catch(() => undefined);
    await stop('data', 'immediate');

    await run('tar', '-xzf', at('base/base.tar.gz'), '-C', at('recovered'));
    await run('tar', '-xzf', at('base/pg_wal.tar.gz'), '-C', at('recovered/pg_wal'));
    appendFileSync(
      at('recovered/postgresql.conf'),
      `restore_command = 'cp ${root}/wal/%f %p'
recovery_target_time = '${rows[0]?.at}'
recovery_target_action = 'promote'
archive_mode = off
`,
    );
    writeFileSync(at('recovered/recovery.signal'), '');
    own(at('recovered/recovery.signal'), 0o600);
    await start('recovered');
    whenDone(() => stop('recovered', 'immediate').catch(() => undefined));
    const recovered = await openForOperator({ databaseUrl: url('portal'), dataDir: at('portal') }, 'any');
    for (;;) {
      const state = await recovered.client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
      if (state.rows[0]?.is === false) break;
      await wait(50);
    }
    const found = await inOperatorTransaction(recovered, (client) =>
      client.query<{ name: string }>('SELECT name FROM customers ORDER BY created_at'),
    );
    expect(found.rows.map(({ name }) => name.replace(/ \w+$/, ''))).toEqual(['Before the base backup', 'After it']);
    expect((await checkDatabase(recovered, () => {})).problems).toEqual([]);
    // Transaction ids are given again: a program that follows changes has to start again.
    expect(await generation(recovered)).not.toBe(before);
    await recovered.close();
  },
);
