import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { runDue, type JobHandlers } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { callWith } from '#tests/support/cli.ts';
import { describeOperator, openOperator } from '#tests/support/fixtures.ts';
import { holdOutbound, readHold } from './outbound-hold.ts';

const root = mkdtempSync(join(tmpdir(), 'outbound-hold-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const log = createLog('silent');

describeOperator(({ engine, operator }) => {
  const settings = { dataDir: join(root, engine) };
  const call = (...argv: string[]) => callWith(settings, operator, ...argv);
  const asOperator = <T>(statements: Parameters<typeof inOperatorTransaction<T>>[1]) =>
    inOperatorTransaction<T>(operator, statements);
  const hold = (isSigned = true) =>
    asOperator((client) => holdOutbound(client, { asOf: '2026-11-15T02:30:00Z', isSigned }));
  const mail = (template: string, recipient = 'claire@b.example') =>
    JSON.stringify({ template, recipient, locale: 'fr', values: {} });
  const queued = async () => {
    const { rows } = await operator.client.query<{ name: string; recipient: string | null; isDue: boolean }>(
      `SELECT coalesce(data->>'template', kind) AS name, data->>'recipient' AS recipient, next_attempt_at <= now() AS "isDue"
      FROM jobs WHERE done_at IS NULL ORDER BY 1, 2`,
    );
    return rows;
  };

  /** The kinds that the workers of an instance would have started. */
  async function work(): Promise<string[]> {
    const started: string[] = [];
    const run = async ({ kind }: { kind: string }) => {
      started.push(kind);
      return 'done' as const;
    };
    const handlers: JobHandlers = {
      mail: { run },
      webhook: { run },
      'ticket-notice': { run },
      'reminder-check': { run },
      'bank-notice': { run },
      'auto-close': { run },
      retention: { run },
    };
    // As the server's role, like every instance.
    await operator.client.query('SET ROLE portal_app');
    const pool = operator.client as unknown as Parameters<typeof runDue>[0]['database']['pool'];
    while ((await runDue({ database: { pool }, handlers, log })) > 0);
    await operator.client.query('RESET ROLE');
    return started.toSorted();
  }

  beforeEach(async () => {
    await operator.client.query('DELETE FROM jobs');
    await asOperator((client) => client.query('DELETE FROM outbound_holds'));
    await operator.client.query(
      `INSERT INTO jobs (kind, key, data, created_at, next_attempt_at) VALUES
        ('mail', NULL, $1, now() - interval '20 days', now() - interval '20 days'), ('mail', NULL, $2, now(), now() + interval '1 hour'),
        ('mail', NULL, $3, now(), now()), ('webhook', NULL, '{"messageId":"00000000-0000-4000-8000-000000000001"}', now(), now()),
        ('ticket-notice', NULL, '{"since":1}', now(), now()), ('reminder-check', 'recurring', '{}', now(), now()),
        ('auto-close', 'recurring', '{}', now(), now()), ('retention', 'recurring', '{}', now(), now())`,
      [mail('ticket-news'), mail('invoice-reminder'), mail('bank-proposed')],
    );
  });

  test('nothing that contacts anybody is started, until it is resumed', async () => {
    await hold();
    expect(await work()).toEqual(['auto-close', 'retention']);
    expect(await work()).toEqual([]);
    expect(await call('resume')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Restored on .* from a backup of 2026-11-15T02:30:00\.000Z\.\n/),
      err: expect.stringContaining('add --yes'),
    });
    expect(await work()).toEqual([]);
    expect(await call('resume', '--yes')).toMatchObject({ code: 0, err: '' });
    expect(await work()).toEqual(['mail', 'mail', 'reminder-check', 'ticket-notice', 'webhook']);
    expect(await call('resume', '--yes')).toMatchObject({ code: 0, out: 'Nothing is on hold.\n' });
  });

  test('what is dropped is not sent, except announcements of bank accounts', async () => {
    await hold();
    for (const [drop, said] of [
      ['digest', 'of which nothing is held'],
      ['bank-proposed', 'customers have to know'],
    ] as const)
      expect(await call('resume', '--drop', drop, '--yes')).toMatchObject({
        code: 2,
        err: expect.stringContaining(said),
      });
    expect(
      JSON.parse((await call('resume', '--drop', 'webhook,ticket-news', '--dry-run', '--json')).out),
    ).toMatchObject({
      isDone: false,
      dropped: [
        { name: 'ticket-news', jobs: 1 },
        { name: 'webhook', jobs: 1 },
      ],
      sent: [{ name: 'bank-proposed' }, { name: 'invoice-reminder' }, { name: 'ticket-notice' }],
    });
    expect(await queued()).toHaveLength(8);
    expect(await call('resume', '--drop', 'all', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 jobs are due now, and 4 were deleted.'),
    });
    expect(await queued()).toMatchObject([
      { name: 'auto-close' },
      { name: 'bank-proposed', isDue: true },
      { name: 'reminder-check' },
      { name: 'retention' },
    ]);
    const { rows } = await operator.client.query(
      `SELECT details->>'sent' AS sent, details->>'dropped' AS dropped, details->>'signed' AS signed FROM audit_events
      WHERE event = 'outbound.resumed' ORDER BY happened_at DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ sent: '1', dropped: '4', signed: 'yes' }]);
  });

  test('a job of weeks ago is as good as new, and one for later stays for later', async () => {
    await hold();
    await call('resume', '--yes');
    const { rows } = await operator.client.query(
      `SELECT data->>'template' AS name, created_at > now() - interval '1 hour' AS "isNew", next_attempt_at <= now() AS "isDue"
      FROM jobs WHERE data->>'template' IN ('ticket-news', 'invoice-reminder') ORDER BY 1`,
    );
    expect(rows).toEqual([
      { name: 'invoice-reminder', isNew: true, isDue: false },
      { name: 'ticket-news', isNew: true, isDue: true },
    ]);
  });

  test('the admins of the copy are told, once it may send', async () => {
    await asOperator((client) =>
      client.query(
        `WITH made AS (INSERT INTO users (name, email, email_verified) SELECT name, name || '@b.example', true
          FROM unnest('{ada,bob,eve}'::text[]) AS name RETURNING id, name)
        INSERT INTO staff_members (user_id, name, permissions, active)
          SELECT id, name, CASE name WHEN 'bob' THEN '{support}' ELSE '{admin}' END::text[], name <> 'eve' FROM made`,
      ),
    );
    await hold(false);
    expect((await call('resume')).out).toContain(', which was not signed.');
    expect((await queued()).filter(({ name }) => name === 'restored-staff')).toEqual([]);
    await call('resume', '--drop', 'all', '--yes');
    expect((await queued()).filter(({ name }) => name === 'restored-staff')).toMatchObject([
      { recipient: 'ada@b.example', isDue: true },
    ]);
    const { rows } = await operator.client.query(
      `SELECT data->'values' AS values FROM jobs WHERE data->>'template' = 'restored-staff'`,
    );
    expect(rows).toMatchObject([
      {
        values: {
          isSigned: 'no',
          staff: [
            { email: 'ada@b.example', permissions: 'admin' },
            { email: 'bob@b.example', permissions: 'support' },
          ],
          accounts: [],
        },
      },
    ]);
  });

  test('check says that nothing leaves the copy', async () => {
    await hold();
    expect((await call('check')).err).toContain('nothing has left this restored copy for 0 hours');
    await call('resume', '--yes');
    expect((await call('check')).err).not.toContain('restored copy');
  });

  test('a schema without the table gets it in the same transaction', async () => {
    await operator.client.query('DROP TABLE outbound_holds');
    await hold();
    expect(await asOperator(readHold)).toMatchObject({ isSigned: true });
    await operator.client.query('GRANT SELECT ON outbound_holds TO portal_app');
    expect(await work()).toEqual(['auto-close', 'retention']);
  });

  test('the server cannot end the hold', async () => {
    await hold();
    await operator.client.query('SET ROLE portal_app');
    for (const statement of [
      'DELETE FROM outbound_holds',
      `UPDATE outbound_holds SET since = now()`,
      'TRUNCATE outbound_holds',
    ])
      await expect(operator.client.query(statement)).rejects.toThrow('permission denied');
    await operator.client.query('RESET ROLE');
  });

  test('a restored database is on hold, says how much, and a failed backup of before the restore is no failure', async () => {
    await asOperator((client) =>
      client.query(`INSERT INTO audit_events (actor, event) VALUES ('operator', 'backup.failed')`),
    );
    const file = join(root, `${engine}.gz`);
    expect(await call('backup', file)).toMatchObject({ code: 0 });
    expect(await asOperator(readHold)).toMatchObject({});
    const empty = await openOperator(engine);
    const target = { dataDir: join(root, `${engine}-restored`) };
    const restored = await callWith(target, empty, 'restore', file);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(/no email and no webhook leaves it until .* resume\. It holds 5 jobs:\n/);
    expect(restored.out).toMatch(/^invoice-reminder +1$/m);
    expect(await inOperatorTransaction(empty, readHold)).toMatchObject({ isSigned: true });
    const { checks } = JSON.parse((await callWith(target, empty, 'check', '--json')).out);
    expect(checks).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'outbound', state: 'failing' })]));
    expect(checks).not.toEqual(expect.arrayContaining([expect.objectContaining({ name: 'backup', state: 'failing' })]));
    await empty.close();
  });
});
