import { expect, test } from 'vitest';
import { call } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';

const secret = 'https://www.example.com/#secret-link';

describeOperator(({ operator }) => {
  const { client } = operator;
  const addMail = async (values: { error?: string; isFailed?: boolean; recipient?: string } = {}) => {
    const { error = null, isFailed = false, recipient = 'bob@cabinet.example' } = values;
    const data = { template: 'invitation', recipient, locale: 'en', ...(!isFailed && { values: { link: secret } }) };
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO jobs (kind, data, attempts, last_error, failed_at, next_attempt_at)
      VALUES ('mail', $1, 3, $2, $3, now() + interval '5 hours') RETURNING id`,
      [JSON.stringify(data), error, isFailed ? new Date() : null],
    );
    return rows[0]?.id ?? '';
  };
  const dueOf = async (id: string) => {
    const { rows } = await client.query<{ is: boolean }>(
      'SELECT next_attempt_at <= now() AS is FROM jobs WHERE id = $1',
      [id],
    );
    return rows[0]?.is;
  };
  const eventsOf = async (event: string) =>
    (await call(operator, 'audit', '--event', event, '--json')).out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { entity: string | null; details: Record<string, unknown> });

  test('mails are listed without their secrets, and sent again', async () => {
    const [waiting, other] = [await addMail({ error: '451 try again' }), await addMail({ error: '451 try again' })];
    const listed = await call(operator, 'mails', 'list');
    expect(listed.out).toContain('451 try again');
    expect(listed.out).toContain('bob@cabinet.example');
    expect(listed.out + (await call(operator, 'mails', 'list', '--json')).out).not.toContain('secret-link');
    expect((await call(operator, 'mails', 'retry', waiting)).out).toBe('1 mail is tried again now.\n');
    expect([await dueOf(waiting), await dueOf(other)]).toEqual([true, false]);
    expect((await call(operator, 'mails', 'retry', 'all')).out).toBe('1 mail is tried again now.\n');
    expect(await dueOf(other)).toBe(true);
    expect((await call(operator, 'mails', 'retry', 'all')).out).toContain('Nothing to do');
    expect(await eventsOf('job.retried')).toMatchObject([
      { details: { count: 1, by: expect.stringMatching(/./) } },
      { entity: `job:${waiting}`, details: { template: 'invitation', by: expect.stringMatching(/./) } },
    ]);
  });

  test('a mail that was given up has lost its content, and says what to do', async () => {
    const failed = await addMail({ error: '550 5.1.1 no such user', isFailed: true });
    expect(await call(operator, 'mails', 'retry', failed)).toMatchObject({
      code: 1,
      err: expect.stringContaining('users resend-invitation bob@cabinet.example'),
    });
    expect((await call(operator, 'mails', 'list', '--state', 'failed')).out).toContain(failed);
    expect((await call(operator, 'mails', 'list', '--state', 'waiting')).out).not.toContain(failed);
    expect((await call(operator, 'mails', 'list', '--state', 'x')).code).toBe(2);
  });

  test('a waiting mail is dropped after --yes; other jobs and hostile ids are not', async () => {
    const id = await addMail({ recipient: 'typo@cabinet.example' });
    expect(await call(operator, 'mails', 'drop', id)).toMatchObject({
      code: 1,
      out: 'The mail "invitation" to typo@cabinet.example would be deleted.\n',
      err: 'Nothing was changed: add --yes to do it.\n',
    });
    expect(await call(operator, 'mails', 'drop', id, '--yes')).toMatchObject({ code: 0 });
    expect(await call(operator, 'mails', 'drop', id, '--yes')).toMatchObject({ code: 1 });
    expect(await eventsOf('job.dropped')).toMatchObject([{ entity: `job:${id}` }]);
    const { rows } = await client.query<{ id: string }>(`INSERT INTO jobs (kind) VALUES ('sla-check') RETURNING id`);
    for (const wanted of [rows[0]?.id ?? '', "' OR ''='", '%', '\u001b[2J'])
      expect(await call(operator, 'mails', 'drop', wanted, '--yes')).toMatchObject({ code: 1 });
  });

  test('jobs are listed without mails, and run again', async () => {
    await client.query(`DELETE FROM jobs`);
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO jobs (kind, next_attempt_at, last_error) VALUES ('sla-check', now() + interval '1 hour', 'no') RETURNING id`,
    );
    const id = rows[0]?.id ?? '';
    const mail = await addMail();
    const { out } = await call(operator, 'jobs', 'list');
    expect(out).toContain('sla-check');
    expect(out).not.toContain(mail);
    expect((await call(operator, 'jobs', 'retry', mail)).code).toBe(1);
    expect((await call(operator, 'jobs', 'retry', id)).out).toBe('1 job is tried again now.\n');
    expect(await dueOf(id)).toBe(true);
    expect((await eventsOf('job.retried'))[0]).toMatchObject({ details: { kind: 'sla-check' } });
  });
});
