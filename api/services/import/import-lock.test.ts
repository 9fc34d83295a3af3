import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { inOperatorTransaction } from '#api/db/operator-database.ts';
import { assertDefined } from '#tests/support/api.ts';
import { describeOperator } from '#tests/support/fixtures.ts';
import { lockImports } from './import-records.ts';

describeOperator({ only: 'postgresql' }, ({ operator }) => {
  test('a second import says which process runs the first, and works when it has ended', async () => {
    const other = new pg.Client(assertDefined(operator.database.url));
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN');
    await lockImports(other);
    const second = () => inOperatorTransaction(operator, (client) => lockImports(client));
    await expect(second()).rejects.toThrow(
      /^Another import is running \(PostgreSQL process \d+, since \d\d:\d\d UTC\)/,
    );
    await other.query('ROLLBACK');
    await expect(second()).resolves.toBeUndefined();
  });
});
