import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { keyVersion } from '#api/auth/core/totp-keys.ts';
import { recordEvent } from '#api/db/audit-log.ts';
import { ormOn } from '#api/db/transaction-context.ts';
import { call as callCli, callWith, folder, writeCsv } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

describeOperator(({ engine, operator }) => {
  const call = (...argv: string[]) => callCli(operator, ...argv);
  const listEvents = async (...argv: string[]) =>
    (await call('audit', '--json', ...argv)).out
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('check names authenticators that no configured secret opens', async () => {
    const secrets = { authSecret: 'a'.repeat(32), secretsBefore: ['b'.repeat(32)] };
    const version = keyVersion(deriveKeys(secrets.authSecret, secrets.secretsBefore).library[1] ?? '');
    await operator.client.query(`INSERT INTO users (email, name) VALUES ('code@x.example', 'X')`);
    await operator.client.query(
      `INSERT INTO two_factors (user_id, secret, backup_codes) SELECT id, $1, '[]' FROM users WHERE email = 'code@x.example'`,
      [`$ba$${version}$ciphertext`],
    );
    const sentence = '1 authenticator is encrypted with a secret that is not configured';
    const known = await callWith(secrets, operator, 'check');
    expect(known.err).not.toContain(sentence);
    // What matters is not below a table.
    expect(known.out.split('\n').length).toBeLessThan(6);
    const forgotten = await callWith({ ...secrets, secretsBefore: [] }, operator, 'check');
    expect(forgotten.err).toContain(sentence);
    expect(forgotten.code).toBe(1);
    await operator.client.query(`DELETE FROM users WHERE email = 'code@x.example'`);
  });

  test('operator commands are logged under stable event names', async () => {
    await call('customers', 'create', 'Cabinet Masséna');
    await call('customers', 'update', 'Cabinet Masséna', '--risk', 'medium');
    await call('users', 'invite', 'claire@cabinet.example', '--customer', 'Cabinet Masséna');
    await call('users', 'unlink', 'claire@cabinet.example', '--yes');
    await operator.client.query(
      `INSERT INTO users (email, name, email_verified) VALUES ('claire@cabinet.example', 'Claire', true)`,
    );
    const link = ['users', 'link', 'claire@cabinet.example', '--customer', 'Cabinet Masséna', '--yes'];
    await call(...link);
    await operator.client.query(`INSERT INTO users (email, name, email_verified) VALUES ('x@x.example', 'X', true)`);
    await call('users', 'link', 'x@x.example', '--customer', 'Cabinet Masséna', '--yes');
    await call(...link, '--roles', 'billing');
    await call('users', 'unlink', 'claire@cabinet.example', '--yes');
    const file = writeCsv(`audit-${engine}.csv`, 'contract_number,title\nCT-1,Hosting\n');
    await call('import', 'contracts', file, '--customer', 'Cabinet Masséna', '--dry-run');
    await call('import', 'contracts', file, '--customer', 'Cabinet Masséna');
    await call('backup', join(folder, `audit-${engine}.gz`));

    const events = await listEvents();
    expect(events.map(({ event }) => event).toReversed()).toEqual([
      'customer.created',
      'customer.changed',
      'user.invited',
      'invitation.withdrawn',
      'user.linked',
      'user.linked',
      'user.roles_changed',
      'user.unlinked',
      'records.imported',
      'backup.made',
    ]);
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['operator']));
    expect(events[1]).toMatchObject({
      customer: 'Cabinet Masséna',
      details: { list: 'contracts', added: 1, changed: 0 },
    });
    expect(JSON.stringify(events.map(({ details }) => details))).not.toMatch(/claire|Masséna/);
  });

  test('revoked sessions are logged with their number', async () => {
    const email = 'claire@cabinet.example';
    expect(await call('users', 'sign-out', email)).toMatchObject({ code: 0, out: `${email} had no session.\n` });
    expect(await call('users', 'sign-out', 'nobody@example.com')).toMatchObject({ code: 1 });
    expect(await listEvents('--event', 'session')).toMatchObject([
      { event: 'session.revoked', details: { sessions: 0 } },
    ]);
  });

  test('events are filtered by user, customer, event and time', async () => {
    await operator.client.query(`INSERT INTO users (email, name) VALUES ('other@cabinet.example', 'Other')`);
    await call('users', 'invite', 'other@cabinet.example', '--customer', 'Cabinet Masséna');
    await call('users', 'sign-out', 'other@cabinet.example');
    const own = await listEvents('--user', 'Other@cabinet.example');
    expect(own.map(({ event }) => event)).toEqual(['session.revoked', 'user.invited']);
    expect(await listEvents('--user', String(own[0]?.user_id), '--event', 'user.invited')).toHaveLength(1);
    expect((await listEvents('--customer', 'cabinet massena')).length).toBeGreaterThan(5);
    expect(await listEvents('--since', '2100-01-01')).toEqual([]);
    expect((await listEvents('--since', '1h', '--limit', '3')).length).toBe(3);
    expect((await call('audit', '--event', 'user')).out).toMatch(
      /user\.invited +1 +operator \S+ +other@cabinet\.example/,
    );
  });

  test('an erased user is found by its id', async () => {
    const userId = '00000000-0000-4000-8000-000000000001';
    await recordEvent(ormOn(operator.client), { event: 'sign_in.done', actor: 'user', userId });
    expect(await listEvents('--user', userId)).toMatchObject([{ user_id: userId, email: null }]);
  });

  test('invalid filters are rejected', async () => {
    expect(await call('audit', '--since', 'yesterday')).toMatchObject({ code: 2 });
    expect(await call('audit', '--limit', '0')).toMatchObject({ code: 2 });
    expect(await call('audit', '--user', 'nobody@example.com')).toMatchObject({ code: 1 });
    expect(await call('audit', '--event', 'no.such')).toMatchObject({ code: 0, err: 'No matching events.\n' });
  });
});
