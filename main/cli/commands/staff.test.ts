import { expect, test } from 'vitest';
import { call } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator(({ operator }) => {
  const staff = (...argv: string[]) => call(operator, 'staff', ...argv);
  // The embedded engine has one connection, which the operator holds.
  const newUser = async (email: string, isVerified = true) => {
    await operator.client.query('INSERT INTO users (email, name, email_verified) VALUES ($1, $1, $2)', [
      email,
      isVerified,
    ]);
    return email;
  };

  test('a user becomes staff with permissions, after a confirmation', async () => {
    const email = await newUser('lea@rempart-azur.example');
    expect(await staff('add', email)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--permissions is missing'),
    });
    expect(await staff('add', email, '--permissions', 'support,root')).toMatchObject({
      code: 2,
      err: expect.stringContaining('must be one of support, accounts, sales, records, admin'),
    });
    const unconfirmed = await staff('add', email, '--permissions', 'support,admin');
    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('add --yes') });
    const added = await staff('add', email, '--permissions', 'admin,support', '--name', 'Léa Roux', '--yes');
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining(`${email} is now staff: support, admin.`) });
    expect(added.out).toMatch(/enrolment code/i);
    expect((await staff('list')).out).toMatch(/lea@rempart-azur\.example +Léa Roux +support, admin +yes +no +never/);
  });

  test('an unknown or unverified user does not become staff', async () => {
    const email = await newUser('nobody@rempart-azur.example', false);
    expect((await staff('add', email, '--permissions', 'admin', '--yes')).err).toContain('is not verified');
    expect((await staff('add', 'x@y.example', '--permissions', 'admin', '--yes')).err).toContain('There is no user');
  });

  test('permissions are changed; the last admin keeps that one and is neither suspended, removed nor erased', async () => {
    const last = 'lea@rempart-azur.example';
    for (const argv of [
      ['staff', 'add', last, '--permissions', 'support'],
      ['staff', 'suspend', last],
      ['staff', 'remove', last, '--yes'],
      ['erase-user', last, '--yes'],
    ]) {
      const { code, err } = await call(operator, ...argv);
      expect([argv, code, err]).toEqual([argv, 1, expect.stringContaining('last active admin')]);
    }
    const second = await newUser('marc@rempart-azur.example');
    await staff('add', second, '--permissions', 'admin', '--yes');
    expect((await staff('add', last, '--permissions', 'support')).out).toContain('now has: support');
    expect((await staff('suspend', last)).out).toContain('can no longer open the desk');
    expect(JSON.parse((await staff('list', '--json')).out)).toMatchObject([
      { email: last, permissions: ['support'], active: false },
      { email: second, active: true },
    ]);
    expect((await staff('suspend', last, '--resume')).out).toContain('can open the desk again');
    expect((await staff('remove', last, '--yes')).out).toContain('is no longer staff');
    expect((await staff('remove', last, '--yes')).err).toContain('is not staff');
    const { rows } = await operator.client.query(
      `SELECT event FROM audit_events WHERE event LIKE 'staff.%' ORDER BY happened_at`,
    );
    const changes = rows.map(({ event }: { event: string }) => event).filter((event) => !event.includes('enrolment'));
    expect(changes).toEqual([
      'staff.added',
      'staff.added',
      'staff.changed',
      'staff.suspended',
      'staff.resumed',
      'staff.removed',
    ]);
  });
});
