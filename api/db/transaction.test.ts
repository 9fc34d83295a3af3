import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockClasses } from './lock-classes.ts';
import { withAdvisoryLock } from './transaction.ts';
import { assertDefined } from '#tests/support/api.ts';
import { runIfDue } from '#main/admin/retention/apply-retention.ts';
import { inOperatorTransaction } from './operator-database.ts';
import { importRecords } from '#api/services/import/import-records.ts';
import { recordKinds } from '#api/services/import/fields.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-lock-'));

// On the embedded engine one session does one thing at a time.
describeOperator({ only: 'postgresql' }, ({ operator }) => {
  test('an import can run while the retention job does', async () => {
    const customer = await operator.makeCustomer('Atlas');
    const file = join(folder, 'contracts.csv');
    writeFileSync(file, 'contract_number,title\nC-9,Audit\n');
    const kind = assertDefined(recordKinds.get('contracts'));
    const retention = await operator.database.pool.connect();
    const summary = await withAdvisoryLock(retention, lockClasses.retention, () =>
      inOperatorTransaction(operator, (client) =>
        importRecords(client, { kind, file, customer, isDryRun: false, onRow: () => {}, onBytes: () => {} }),
      ),
    );
    retention.release();
    expect(summary).toMatchObject({ add: 1, bad: 0 });
  });

  test('the retention job can run while an import does', async () => {
    const run = await inOperatorTransaction(operator, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [lockClasses.import]);
      return runIfDue(operator.database, folder, new Date());
    });
    expect(run).toBeDefined();
  });
});
