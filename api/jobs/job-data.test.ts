import { expect, test } from 'vitest';
import { describeDatabase } from '#tests/support/fixtures.ts';
import { jobSchemas, newsValues } from './job-data.ts';

const mail = { template: 'verify-email', recipient: 'a@b.example', values: {} };

test.each([undefined, null, 'de', '__proto__'])('an unknown locale (%s) falls back to English', (locale) => {
  expect(jobSchemas.mail.parse({ ...mail, locale })).toEqual({ ...mail, locale: 'en' });
});

test('events that this version does not know are left out', () => {
  const values = { since: 1, until: 2, events: ['reply', 'unheard-of'] };
  expect(newsValues.parse(values).events).toEqual(['reply']);
});

describeDatabase(({ database }) => {
  const insert = (data: object, doneAt: Date | null) =>
    database.pool.query(`INSERT INTO jobs (kind, data, done_at) VALUES ('mail', $1, $2)`, [
      JSON.stringify(data),
      doneAt,
    ]);

  test.each([
    ['without a template', { ...mail, template: undefined }, null],
    ['with null as recipient', { ...mail, recipient: null }, null],
    ['that waits without its values', { ...mail, values: undefined }, null],
    ['that was sent and still has them', mail, new Date()],
    ['that waits and was rejected', { ...mail, isRejected: true }, null],
  ])('a mail %s is not stored', async (_what, data, doneAt) => {
    await expect(insert(data, doneAt)).rejects.toThrow(/jobs_(mail|rejected)_check/);
  });

  test('a job has a kind', async () => {
    await expect(database.pool.query('INSERT INTO jobs DEFAULT VALUES')).rejects.toThrow('null value in column "kind"');
  });
});
