import { expect, test } from 'vitest';
import { describeOperator } from '#tests/support/fixtures.ts';
import { prepare } from './operator-database.ts';

describeOperator({ both: true }, ({ operator }) => {
  const { client } = operator;

  test('a command that needs the newest schema rejects a database with migrations of another version', async () => {
    await client.query(`INSERT INTO migrations (name, checksum) VALUES ('9000_next.sql', 'x')`);
    await expect(prepare(operator, 'current')).rejects.toThrow(
      'a newer version of this server, which has a migration 9000_next.sql',
    );
    await prepare(operator, 'any');
    await client.query(`DELETE FROM migrations WHERE name = '9000_next.sql'`);
    await prepare(operator, 'current');
  });

  test('a command that needs the newest schema rejects an older database', async () => {
    const { rows } = await client.query(`DELETE FROM migrations WHERE name LIKE '0006%' RETURNING *`);
    await expect(prepare(operator, 'current')).rejects.toThrow('older than this version (it lacks 0006_jobs.sql)');
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [rows[0].name, rows[0].checksum]);
    await prepare(operator, 'current');
  });
});
