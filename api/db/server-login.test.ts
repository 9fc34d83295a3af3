import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { bankHandlers } from '#modules/bank/server/bank-notices.ts';
import { mailsTo, makeCustomer, makeUser, siteUrl } from '#tests/support/api.ts';
import { ibans, setUpBank } from '#tests/support/bank.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

// What an injected statement reaches as portal_app, the role of the server without a caller.

describeApi({ both: true, settings: { readLimit: 0 } }, ({ database, api }) => {
  const { admin, notify, propose, end } = setUpBank(database, api);
  const { makeTicket } = setUpDesk(database, api);
  const log = createLog('silent');
  type Send = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

  /** Rolled back. */
  async function inTransaction<T>(work: (send: Send) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      return await work((text, values = []) => client.query(text, values));
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }
  const codeOf = (text: string, values: unknown[] = []) =>
    inTransaction((send) =>
      send(text, values).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    );

  test('no statement forgets, delays or forges the job that announces a bank account', async () => {
    const owner = await makeCustomer(database, 'Announced');
    const one = await admin();
    const id = await propose(one, ibans[0]);
    const ofKind = `WHERE kind = 'bank-notice' AND done_at IS NULL`;
    for (const text of [
      `DELETE FROM jobs ${ofKind}`,
      `UPDATE jobs SET done_at = now() ${ofKind}`,
      `UPDATE jobs SET failed_at = now() ${ofKind}`,
      `UPDATE jobs SET next_attempt_at = 'infinity' ${ofKind}`,
      `UPDATE jobs SET next_attempt_at = now() + interval '1 day' ${ofKind}`,
      `UPDATE jobs SET kind = 'auto-close' ${ofKind}`,
      `UPDATE jobs SET key = 'other' ${ofKind}`,
      `UPDATE jobs SET data = '{"accountId": "00000000-0000-4000-8000-000000000000"}' ${ofKind}`,
      `INSERT INTO jobs (kind, key, data) VALUES ('bank-notice', 'x', '{}')`,
      `INSERT INTO jobs (id, kind, data) SELECT id, 'auto-close', '{}' FROM jobs ${ofKind} ON CONFLICT (id) DO UPDATE SET done_at = now()`,
    ])
      expect(await codeOf(text), text).toBe('42501');
    // Nobody counts as notified while the job of the account is not running.
    const save = 'SELECT save_bank_notice($1, $2, $3)';
    expect(await codeOf(save, [id, owner.userId, 'h'.repeat(43)])).toBe('42501');
    // Nor does the job end before everybody was.
    await database.pool.query(
      `UPDATE jobs SET attempts = 1, next_attempt_at = now() + interval '10 minutes' ${ofKind}`,
    );
    expect(await codeOf(`UPDATE jobs SET done_at = now(), data = '{}' ${ofKind}`)).toBe('42501');
    await database.pool.query(`UPDATE jobs SET next_attempt_at = now() ${ofKind}`);
    await notify();
    const mails = (await mailsTo(database, owner.email)).filter(({ template }) => template === 'bank-proposed');
    expect(mails).toHaveLength(1);
    const { rows } = await database.pool.query(`SELECT FROM jobs ${ofKind}`);
    expect(rows).toEqual([]);
    expect(await codeOf(save, [id, owner.userId, 'h'.repeat(43)])).toBe('42501');
    // Retention deletes what is done.
    expect(await codeOf(`DELETE FROM jobs WHERE kind = 'bank-notice'`)).toBe('done');
    await end(one, id);
  });

  test('a job that fails is tried again and never given up', async () => {
    const one = await admin();
    const id = await propose(one, ibans[0]);
    const ofAccount = `WHERE kind = 'bank-notice' AND key = '${id}'`;
    await database.pool.query(`UPDATE jobs SET created_at = now() - interval '30 days', attempts = 20 ${ofAccount}`);
    const [handler] = Object.values(bankHandlers({ siteUrl }));
    const failing = {
      'bank-notice': { ...handler, transact: () => Promise.reject(new Error('The mail cannot be written.')) },
    };
    await runDue({ database, handlers: failing, log });
    const { rows } = await database.pool.query(
      `SELECT failed_at, isfinite(next_attempt_at) AS retried FROM jobs ${ofAccount}`,
    );
    expect(rows).toEqual([{ failed_at: null, retried: true }]);
    await end(one, id);
  });

  test('the context of a reply by email has tickets and nothing else', async () => {
    const owner = await makeCustomer(database, 'Replying');
    const billing = await makeUser(database, { customerId: owner.id, roles: ['billing'] });
    const requester = await makeUser(database, { customerId: owner.id, roles: ['requester'] });
    const technical = await makeUser(database, { customerId: owner.id, roles: ['technical', 'billing'] });
    await asOperator(database, async (tx) => {
      await tx.execute(sql`INSERT INTO invoices (customer_id, amount) VALUES (${owner.id}, 5)`);
      await tx.execute(sql`INSERT INTO licenses (customer_id, product_name, license_key, license_type)
        VALUES (${owner.id}, 'Suite', 'KEY', 'trial')`);
    });
    const { id: ticketId } = await makeTicket(owner.id, { authorId: owner.userId });
    const seenBy = async (userId: string) => {
      const hash = randomBytes(32).toString('base64url');
      await database.pool.query('SELECT save_reply_token($1, $2, $3, 1)', [hash, ticketId, userId]);
      return inTransaction(async (send) => {
        await send('SELECT set_reply_context($1)', [hash]);
        const { rows } =
          await send(`SELECT (SELECT count(*) FROM licenses)::integer AS licenses, (SELECT count(*) FROM invoices)::integer AS invoices,
          (SELECT count(*) FROM contracts)::integer AS contracts, (SELECT count(*) FROM payments)::integer AS payments,
          (SELECT count(*) FROM search_licenses(ARRAY['%'], 10))::integer AS found, app_can('people') AS people,
          (SELECT count(*) FROM tickets)::integer AS tickets`);
        return rows[0];
      });
    };
    const nothing = { licenses: 0, invoices: 0, contracts: 0, payments: 0, found: 0, people: false };
    for (const userId of [owner.userId, technical.userId])
      expect(await seenBy(userId)).toEqual({ ...nothing, tickets: 1 });
    for (const userId of [billing.userId, requester.userId])
      expect(await seenBy(userId)).toEqual({ ...nothing, tickets: 0 });
  });
});
