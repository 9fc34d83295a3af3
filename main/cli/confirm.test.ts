import { expect, test } from 'vitest';
import { call, writeCsv } from '#tests/support/cli.ts';
import { confirmOptions } from './confirm.ts';
import { commands } from './run.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

const staff = 'lea@rempart-azur.example';
const user = 'claire@cabinet.example';

describeOperator(({ operator }) => {
  const count = async () => {
    await operator.client.query('SET ROLE portal_operator');
    const { rows } = await operator.client.query(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM memberships) AS memberships, (SELECT count(*) FROM customers) AS customers,
        (SELECT count(*) FROM two_factors) AS factors, (SELECT count(*) FROM staff_members) AS staff, (SELECT count(*) FROM jobs) AS jobs,
        (SELECT count(*) FROM audit_events) AS events, (SELECT count(*) FROM verifications) AS links`,
    );
    await operator.client.query('RESET ROLE');
    return rows[0];
  };

  test.each([
    ['users unlink', [user]],
    ['users remove-factors', [user]],
    ['staff remove', [staff]],
    ['staff reset-factors', [staff]],
    ['retention', []],
    ['erase-user', [user]],
    ['records delete', ['invoices', 'F-1', '--reason', 'imported twice']],
    ['mails drop', ['6f1c7a52-3c1e-4d53-9a55-0f7e3f6f2a11']],
    ['erase-customer', ['Cabinet Masséna']],
  ])('%s shows what it would do, and does it with --yes', async (name, args) => {
    await operator.client.query(
      `INSERT INTO users (email, name, email_verified) SELECT email, email, true FROM unnest($1::text[]) AS email ON CONFLICT DO NOTHING`,
      [[user, staff, 'admin@rempart-azur.example']],
    );
    await call(operator, 'customers', 'create', 'Cabinet Masséna');
    await call(operator, 'users', 'link', user, '--customer', 'Cabinet Masséna', '--yes');
    for (const email of [staff, 'admin@rempart-azur.example'])
      await call(operator, 'staff', 'add', email, '--permissions', 'admin', '--name', 'Léa', '--yes');
    await operator.client.query(
      `INSERT INTO two_factors (user_id, secret, backup_codes) SELECT id, 's', 'c' FROM users WHERE email = $1 ON CONFLICT DO NOTHING`,
      [user],
    );
    await operator.client.query(
      `INSERT INTO verifications (identifier, value, expires_at) VALUES ('x', 'y', now() - interval '1 day')`,
    );
    await call(
      operator,
      'import',
      'invoices',
      writeCsv('one.csv', 'number,amount\nF-1,10\n'),
      '--customer',
      'Cabinet Masséna',
    );
    await operator.client.query(
      `INSERT INTO jobs (id, kind, data) VALUES ('6f1c7a52-3c1e-4d53-9a55-0f7e3f6f2a11', 'mail',
        '{"template": "invitation", "recipient": "a@b.example", "values": {}}') ON CONFLICT DO NOTHING`,
    );
    const before = await count();
    const command = [...name.split(' '), ...args];
    expect(await call(operator, ...command)).toMatchObject({
      code: 1,
      err: 'Nothing was changed: add --yes to do it.\n',
    });
    expect(await call(operator, ...command, '--dry-run')).toMatchObject({ code: 0 });
    expect(await call(operator, ...command, '--dry-run', '--yes')).toMatchObject({ code: 2 });
    expect(await count()).toEqual(before);
    expect(await call(operator, ...command, '--yes')).toMatchObject({ code: 0 });
    expect(await count()).not.toEqual(before);
  });
});

test('every command with --yes has the same two options', () => {
  // These two ask whether the operator has verified who owns an account: they give access and take nothing.
  const grants = ['users link', 'staff add'];
  const confirmed = commands.filter(({ options = {}, name }) => 'yes' in options && !grants.includes(name));
  expect(confirmed.length).toBeGreaterThan(7);
  for (const { name, options } of confirmed) expect([name, options]).toMatchObject([name, confirmOptions]);
});
