import { beforeAll, expect, test } from 'vitest';
import { checkDatabase } from './check-database.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator({ both: true }, ({ engine, operator }) => {
  beforeAll(async () => {
    const id = await operator.makeCustomer('Cabinet Masséna');
    await operator.client.query(
      `SET ROLE portal_operator; INSERT INTO invoices (customer_id, amount) VALUES ('${id}', 5); RESET ROLE`,
    );
  });

  const check = () => checkDatabase(operator, () => {});

  test('a new database has no findings', async () => {
    const steps: [number, number][] = [];
    const report = await checkDatabase(operator, (done, all) => steps.push([done, all]));
    const { length } = steps;
    expect(length).toBeGreaterThan(50);
    expect([steps[0], steps.at(-1)]).toEqual([
      [1, length],
      [length, length],
    ]);
    expect(report).toMatchObject({ problems: [], warnings: [] });
    expect(report.counts).toMatchObject({ customers: 1, invoices: 1, tickets: 0 });
  });

  test('a view of an extension, such as pg_stat_statements, is not ours to judge', async () => {
    await operator.client.query(
      'CREATE VIEW statistics AS SELECT 1 AS calls; ALTER EXTENSION plpgsql ADD VIEW statistics',
    );
    expect((await check()).problems).toEqual([]);
    await operator.client.query('ALTER EXTENSION plpgsql DROP VIEW statistics');
    expect((await check()).problems).toEqual([{ where: 'statistics', what: 'is not security_invoker' }]);
    await operator.client.query('DROP VIEW statistics');
  });

  test('a set balance that contradicts the unpaid invoices is a warning', async () => {
    const set = (amount: string) =>
      operator.client.query(`SET ROLE portal_operator; UPDATE customers SET total_outstanding = ${amount}; RESET ROLE`);
    await set('7.50');
    const report = await check();
    expect(report.problems).toEqual([]);
    expect(report.warnings).toEqual([
      { where: 'customers', rows: 1, what: expect.stringContaining('not the sum of their unpaid invoices') },
    ]);
    for (const amount of ['5', 'NULL']) {
      await set(amount);
      expect((await check()).warnings).toEqual([]);
    }
    // Without invoices there is nothing to contradict.
    await operator.makeCustomer('Atlas');
    await operator.client.query(
      `SET ROLE portal_operator; UPDATE customers SET total_outstanding = 9 WHERE name = 'Atlas'; RESET ROLE`,
    );
    expect((await check()).warnings).toEqual([]);
    await operator.client.query(`SET ROLE portal_operator; DELETE FROM customers WHERE name = 'Atlas'; RESET ROLE`);
  });

  const damages: [what: string, damage: string, repair: string, finding: object][] = [
    [
      'a policy dropped',
      'DROP POLICY tenant_select ON invoices',
      'CREATE POLICY tenant_select ON invoices FOR SELECT TO portal_tenant USING (customer_id = (SELECT app_customer_id()))',
      { where: 'invoices', what: 'has no policy for portal_tenant' },
    ],
    [
      'row-level security off',
      'ALTER TABLE licenses DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE licenses ENABLE ROW LEVEL SECURITY',
      { where: 'licenses', what: 'row-level security is off' },
    ],
    [
      'row-level security not forced',
      'ALTER TABLE tickets NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE tickets FORCE ROW LEVEL SECURITY',
      { where: 'tickets', what: 'row-level security is not forced on its owner' },
    ],
    [
      'a policy for everybody',
      'CREATE POLICY leak ON invoices FOR SELECT TO PUBLIC USING (true)',
      'DROP POLICY leak ON invoices',
      { where: 'invoices', what: 'shows rows without a session' },
    ],
    [
      'an extra grant',
      'GRANT SELECT ON payments TO portal_app',
      'REVOKE SELECT ON payments FROM portal_app',
      { where: 'payments', what: 'portal_app may select it' },
    ],
    [
      'an update grant',
      'GRANT UPDATE ON contracts TO portal_tenant',
      'REVOKE UPDATE ON contracts FROM portal_tenant',
      { where: 'contracts', what: 'portal_tenant may update it' },
    ],
    [
      'internal notes that customers may read',
      'GRANT SELECT (body) ON ticket_notes TO portal_tenant',
      'REVOKE SELECT (body) ON ticket_notes FROM portal_tenant',
      { where: 'ticket_notes', what: 'portal_tenant may select it' },
    ],
    [
      'a message of another customer’s ticket',
      `ALTER TABLE ticket_messages DISABLE TRIGGER ALL; SET ROLE portal_operator;
        INSERT INTO ticket_messages (ticket_id, customer_id, position, author_kind, body, source)
          SELECT gen_random_uuid(), id, 2, 'system', 'B', 'desk' FROM customers LIMIT 1; RESET ROLE; ALTER TABLE ticket_messages ENABLE TRIGGER ALL`,
      'SET ROLE portal_operator; DELETE FROM ticket_messages; RESET ROLE',
      { where: 'ticket_messages', rows: 1, what: expect.stringContaining('missing row') },
    ],
    [
      'a view that reads with its owner’s rights',
      'ALTER VIEW customer_balances RESET (security_invoker)',
      'ALTER VIEW customer_balances SET (security_invoker = true)',
      { where: 'customer_balances', what: 'is not security_invoker' },
    ],
    [
      'a changed migration',
      `UPDATE migrations SET checksum = 'x' || checksum WHERE name LIKE '0001%'`,
      `UPDATE migrations SET checksum = substr(checksum, 2) WHERE name LIKE '0001%'`,
      { where: '0001_roles.sql', what: 'is applied, but unknown to this version or changed since' },
    ],
    [
      'an orphan',
      `ALTER TABLE invoices DISABLE TRIGGER ALL; SET ROLE portal_operator; INSERT INTO invoices (customer_id, amount) VALUES (gen_random_uuid(), 77); RESET ROLE; ALTER TABLE invoices ENABLE TRIGGER ALL`,
      'SET ROLE portal_operator; DELETE FROM invoices WHERE amount = 77; RESET ROLE',
      { where: 'invoices', rows: 1, what: expect.stringContaining('missing row') },
    ],
    [
      'a dropped foreign key',
      'ALTER TABLE invoices DROP CONSTRAINT invoices_customer_id_fkey',
      'ALTER TABLE invoices ADD CONSTRAINT invoices_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers ON DELETE CASCADE',
      { where: 'invoices', what: 'customer_id has no foreign key' },
    ],
    [
      'a violated constraint',
      'ALTER TABLE invoices ADD CONSTRAINT small CHECK (amount < 5) NOT VALID',
      'ALTER TABLE invoices DROP CONSTRAINT small',
      { where: 'invoices', rows: 1, what: 'violate the constraint small' },
    ],
  ];

  // Roles belong to the whole cluster, which other tests use at the same time; the embedded engine has one of its own.
  if (engine === 'embedded') {
    damages.push([
      'a login that inherits the role of the search functions',
      'CREATE ROLE reader LOGIN INHERIT; GRANT portal_search TO reader',
      'DROP ROLE reader',
      { where: 'reader', what: 'inherits portal_search, which reads every customer' },
    ]);
  }

  test.each(damages)('%s is found', async (_what, damage, repair, finding) => {
    await operator.client.query(damage);
    const { problems } = await check();
    await operator.client.query(repair);
    expect(problems).toContainEqual(finding);
    expect((await check()).problems).toEqual([]);
  });
});
