import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import type { OutgoingMail } from '#api/mail/transports.ts';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { createMonitor } from './monitor.ts';
import { readFacts } from './facts.ts';
import type { Probes } from './probes.ts';
import { eventually } from '#tests/support/eventually.ts';

const log = createLog('silent');
const alertTo = 'operations@example.com';
const minute = 60_000;

describeDatabase(({ engine, database }) => {
  function setUp({
    dataDir = mkdtempSync(join(tmpdir(), 'monitor-')),
    send,
  }: { dataDir?: string; send?: () => Promise<void> } = {}) {
    const state = {
      isOpen: true,
      now: 0,
      probes: { freeSpace: 0.5, isScannerUp: true, certificateEnds: undefined } as Probes,
    };
    const sent: OutgoingMail[] = [];
    const monitor = createMonitor({
      database: () => (state.isOpen ? database : undefined),
      settings: {
        siteUrl: 'https://www.example.com',
        dataDir,
        clamd: '127.0.0.1:3310',
        hasReminders: false,
        hasBooking: false,
        alertTo,
      },
      readProbes: () => Promise.resolve(state.probes),
      transport: {
        send: async (mail) => {
          await send?.();
          sent.push(mail);
        },
      },
      log,
      now: () => state.now,
      sendTimeoutMs: 20,
    });
    return { ...monitor, state, sent, dataDir };
  }
  type Item = { name: string; state: string };
  /** What was enqueued since the last call: the checks of each mail with what happened to them. */
  const mails = async () => {
    const { rows } = await database.pool.query<{ recipient: string; items: Item[] }>(
      `DELETE FROM jobs WHERE kind = 'mail' RETURNING data->>'recipient' AS recipient, data->'values'->'items' AS items`,
    );
    for (const { recipient } of rows) expect(recipient).toBe(alertTo);
    return rows.map(({ items }) => items.map(({ name, state }) => `${name} ${state}`));
  };
  const clear = () => database.pool.query('DELETE FROM jobs; DELETE FROM alerts');
  const passMinutes = (minutes: number) =>
    database.pool.query('UPDATE alerts SET seen_at = seen_at - make_interval(mins => $1)', [minutes]);

  test('one mail when something begins, none while it lasts, one a day, and one when it is over', async () => {
    await clear();
    const { run, state } = setUp();
    await run();
    expect(await mails()).toEqual([]);
    state.probes = { ...state.probes, freeSpace: 0.01, isScannerUp: false };
    await run();
    expect(await mails()).toEqual([['disk began', 'scanner began']]);
    await run();
    expect(await mails()).toEqual([]);
    await database.pool.query(`UPDATE alerts SET notified_at = now() - interval '1 day' WHERE name = 'disk'`);
    await run();
    expect(await mails()).toEqual([['disk continues']]);
    await run();
    expect(await mails()).toEqual([]);
    // Unknown is neither good nor bad.
    state.probes = { ...state.probes, freeSpace: undefined };
    await run();
    expect(await mails()).toEqual([]);
    state.probes = { ...state.probes, freeSpace: 0.5, isScannerUp: true };
    await run();
    expect(await mails()).toEqual([]);
    await passMinutes(10);
    await run();
    expect(await mails()).toEqual([['disk ended', 'scanner ended']]);
    await run();
    expect(await mails()).toEqual([]);
  });

  test('a check that passes and fails by turns is one alert until it has passed for a while', async () => {
    await clear();
    const { run, state } = setUp();
    for (let turn = 0; turn < 10; turn += 1) {
      state.probes = { ...state.probes, freeSpace: 0.01 };
      await run();
      await passMinutes(6);
      state.probes = { ...state.probes, freeSpace: 0.5 };
      await run();
    }
    expect(await mails()).toEqual([['disk began']]);
    await passMinutes(10);
    await run();
    expect(await mails()).toEqual([['disk ended']]);
  });

  test('another instance and a restart send nothing again', async () => {
    await clear();
    const monitors = [setUp(), setUp(), setUp()];
    for (const { state } of monitors) state.probes = { ...state.probes, freeSpace: 0.01 };
    await Promise.all(monitors.map(({ run }) => run()));
    expect(await mails()).toEqual([['disk began']]);
    for (const { state } of monitors) state.probes = { ...state.probes, freeSpace: 0.9 };
    await passMinutes(10);
    await Promise.all(monitors.map(({ run }) => run()));
    expect(await mails()).toEqual([['disk ended']]);
  });

  test('alerts of a machine that is gone are forgotten without a mail', async () => {
    await clear();
    await database.pool.query(
      `INSERT INTO alerts (name, scope, seen_at) VALUES ('disk', 'gone', now() - interval '3 days'), ('disk', 'other', now())`,
    );
    const { run, state } = setUp();
    state.probes = { ...state.probes, freeSpace: 0.01 };
    await run();
    expect(await mails()).toEqual([['disk began']]);
    const { rows } = await database.pool.query(`SELECT scope FROM alerts WHERE scope IN ('gone', 'other')`);
    expect(rows).toEqual([{ scope: 'other' }]);
  });

  test('while mails are stuck, the alert is also sent directly, with the same id', async () => {
    await clear();
    await database.pool.query(
      `INSERT INTO jobs (kind, data, attempts, created_at, next_attempt_at) VALUES ('mail',
        '{"template":"verify-email","recipient":"${alertTo}","values":{}}', 5, now() - interval '2 hours', now() + interval '1 hour')`,
    );
    const { run, sent } = setUp();
    await run();
    await eventually(() => expect(sent).toHaveLength(1));
    const { rows } = await database.pool.query(`SELECT id FROM jobs WHERE data->>'template' = 'alert-staff'`);
    expect(rows).toEqual([{ id: sent[0]?.id }]);
    expect(sent[0]).toMatchObject({ recipient: alertTo, template: 'alert-staff' });
    expect(sent[0]?.subject).toContain('e-mails bloqués');
  });

  test('a restored copy that is on hold sends no alert, neither about a check nor about an outage', async () => {
    await clear();
    const hold = (text: string) => database.pool.query(`BEGIN; SET LOCAL ROLE NONE; ${text}; COMMIT`);
    await hold('INSERT INTO outbound_holds (as_of, is_signed) VALUES (now(), true)');
    const { run, state, sent } = setUp();
    state.probes = { ...state.probes, freeSpace: 0.01 };
    await run();
    state.isOpen = false;
    await run();
    state.now += 6 * minute;
    await run();
    state.isOpen = true;
    expect([await mails(), sent]).toEqual([[], []]);
    await hold('DELETE FROM outbound_holds');
    await run();
    expect(await mails()).toEqual([['disk began']]);
  });

  test('an outage of five minutes is told once without the database, again after a day, and its end once', async () => {
    await clear();
    const { run, state, sent, dataDir } = setUp();
    state.isOpen = false;
    expect(await run()).toBe(false);
    state.now += 4.9 * minute;
    await run();
    expect(sent).toEqual([]);
    state.now += 0.2 * minute;
    await run();
    await eventually(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.subject).toContain('base de données injoignable');
    const file = join(dataDir, 'database-outage.json');
    await eventually(async () => expect(await import('node:fs').then(({ existsSync }) => existsSync(file))).toBe(true));
    // A restart, while it lasts.
    const restarted = setUp({ dataDir });
    restarted.state.isOpen = false;
    restarted.state.now = 10 * minute;
    await restarted.run();
    expect(restarted.sent).toEqual([]);
    const old = { since: '2020-01-01T00:00:00Z', notifiedAt: '2020-01-01T00:00:00Z' };
    await writeFile(file, JSON.stringify(old));
    await restarted.run();
    await eventually(() => expect(restarted.sent).toHaveLength(1));
    expect(restarted.sent[0]?.subject).toContain('Rappel');
    // Two instances had the outage.
    const other = setUp();
    await writeFile(join(other.dataDir, 'database-outage.json'), JSON.stringify(old));
    restarted.state.isOpen = true;
    await eventually(async () => {
      await restarted.run();
      expect((await mails()).flat()).toEqual(['database ended']);
    });
    await other.run();
    await restarted.run();
    expect(await mails()).toEqual([]);
  });

  test('a file from the future, a broken one and a mail server that hangs end nothing', async () => {
    await clear();
    const hanging = setUp({ send: () => new Promise(() => {}) });
    hanging.state.isOpen = false;
    await hanging.run();
    hanging.state.now = 6 * minute;
    expect(await hanging.run()).toBe(false);
    expect(hanging.sent).toEqual([]);
    const { run, state, sent, dataDir } = setUp();
    const file = join(dataDir, 'database-outage.json');
    state.isOpen = false;
    await writeFile(file, JSON.stringify({ since: '2999-01-01T00:00:00Z', notifiedAt: '2999-01-01T00:00:00Z' }));
    await run();
    expect(sent).toEqual([]);
    await writeFile(file, '{"since":');
    state.now = 6 * minute;
    await run();
    await eventually(() => expect(sent).toHaveLength(1));
  });

  test('facts are those of the queue, the audit log and the tickets', async () => {
    await clear();
    await database.pool.query(
      `INSERT INTO jobs (kind, key, attempts, created_at, next_attempt_at) VALUES
        ('retention', 'recurring', 1, now() - interval '1 day', now() + interval '5 minutes'),
        ('digest', 'a', 0, now() - interval '3 hours', now() - interval '1 hour')`,
    );
    const { jobs, ...facts } = await readFacts(database.pool);
    const ages = Object.fromEntries(
      jobs.map(({ kind, overdue, oldest }) => [kind, [Math.round(overdue), Math.round(oldest)]]),
    );
    expect(ages).toEqual({ retention: [0, 0], digest: [3600, 3600] });
    expect(facts).toMatchObject({ mailsHeld: 0, ticketsOverdue: 0, leadsWaiting: 0, hasBackupFailed: false });
    expect(engine).toBeDefined();
  });
});
