import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachFiles } from '#tests/support/attached-files.ts';
import { callWith } from '#tests/support/cli.ts';
import { describeOperator } from '#tests/support/fixtures.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';

const hasAge = await hasSystemPart('age');
const root = mkdtempSync(join(tmpdir(), 'backup-places-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const makeKey = (name: string) => {
  const file = join(root, name);
  execFileSync('age-keygen', ['-o', file], { stdio: 'ignore' });
  return { file, recipient: execFileSync('age-keygen', ['-y', file], { encoding: 'utf8' }).trim() };
};

describeOperator(({ engine, operator }) => {
  const dataDir = join(root, `${engine}-data`);
  const base = { dataDir, databaseUrl: operator.database.url };
  const lastEvents = async (count: number) => {
    const { rows } = await operator.client.query<{ event: string }>(
      `SELECT event FROM audit_events WHERE event LIKE 'backup.%' ORDER BY happened_at DESC, id LIMIT $1`,
      [count],
    );
    return rows;
  };
  beforeAll(() => attachFiles(operator, { dataDir }));

  describe.runIf(hasAge)('encrypted with age', () => {
    const own = hasAge ? makeKey(`${engine}.key`) : { file: '', recipient: '' };
    const other = hasAge ? makeKey(`${engine}-other.key`) : own;
    const sealed = {
      ...base,
      backupTo: join(root, `${engine}-sealed`),
      backupRecipients: [own.recipient, other.recipient],
    };
    const newest = () => join(sealed.backupTo, readdirSync(sealed.backupTo).toSorted().at(-1) ?? '');

    test('only a private key opens it, and the proof without one makes a new backup', async () => {
      expect(await callWith(sealed, operator, 'backup')).toMatchObject({ code: 0, err: '' });
      const file = newest();
      expect(file).toMatch(/\.gz\.age$/);
      expect(readFileSync(file).includes('Mass')).toBe(false);
      const verify = (...argv: string[]) => callWith(sealed, undefined, 'backup', 'verify', ...argv);
      expect(await verify(file)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is encrypted: name the file'),
      });
      for (const { file: key } of [own, other])
        expect(await verify(file, '--identity', key)).toMatchObject({
          code: 0,
          out: expect.stringContaining('is complete'),
        });
      const third = makeKey(`${engine}-third.key`);
      expect(await verify(file, '--identity', third.file)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is encrypted for another key'),
      });
      expect(await verify(file, '--identity', '/nowhere')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The private key in /nowhere cannot be read'),
      });
      const pasted = readFileSync(own.file, 'utf8').trim().split('\n').at(-1) ?? '';
      const refused = await verify(file, '--identity', pasted);
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--identity is a private key')]);
      expect(refused.err).not.toContain(pasted);

      renameSync(file, join(sealed.backupTo, 'portal-20260101T000000Z.gz.age'));
      const proven = await callWith(sealed, operator, 'backup', 'prove');
      expect(proven).toMatchObject({ code: 0, out: expect.stringContaining('The new backup') });
      expect(newest()).not.toContain('portal-20260101');
      expect(await lastEvents(2)).toMatchObject([{ event: 'backup.proven' }, { event: 'backup.made' }]);
      expect(await callWith({ ...sealed, backupIdentity: own.file }, operator, 'backup', 'prove')).toMatchObject({
        code: 0,
        out: expect.not.stringContaining('The new backup'),
      });
    });

    test('altered and cut off files are found', async () => {
      const whole = readFileSync(newest());
      const file = join(root, `${engine}-altered.age`);
      const flipped = Buffer.from(whole);
      flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
      for (const bytes of [flipped, whole.subarray(0, -1000), Buffer.concat([whole, Buffer.from('x')])]) {
        writeFileSync(file, bytes);
        expect(await callWith(sealed, undefined, 'backup', 'verify', file, '--identity', own.file)).toMatchObject({
          code: 1,
          err: expect.stringContaining('was altered or cut off'),
        });
      }
    });

    test('a key that age rejects ends the backup, and nothing is left of it', async () => {
      const before = readdirSync(sealed.backupTo);
      const bad = { ...sealed, backupRecipients: ['age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'] };
      expect(await callWith(bad, operator, 'backup')).toMatchObject({
        code: 1,
        err: expect.stringContaining('The backup cannot be encrypted: malformed recipient'),
      });
      expect(readdirSync(sealed.backupTo)).toEqual(before);
      expect(await lastEvents(1)).toMatchObject([{ event: 'backup.failed' }]);
      expect(await callWith(bad, operator, 'backup', 'prove')).toMatchObject({ code: 1 });
    });
  });

  test('a backup goes to a bucket, and is verified and proven from there', async () => {
    const s3 = await startS3Server();
    const settings = { ...base, backupTo: s3.url.replace('/files?', '/files/nightly?') };
    expect(await callWith(settings, operator, 'backup')).toMatchObject({
      code: 0,
      out: expect.not.stringContaining('secret'),
    });
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^nightly\/portal-\d{8}T\d{6}Z\.gz$/)]);
    expect(await callWith(settings, undefined, 'backup', 'verify')).toMatchObject({ code: 0, err: '' });
    expect(await callWith(settings, operator, 'backup', 'prove')).toMatchObject({ code: 0, err: '' });
    await s3.close();
    expect(await callWith(settings, operator, 'backup')).toMatchObject({ code: 1 });
    expect(await lastEvents(1)).toMatchObject([{ event: 'backup.failed' }]);
  });
});
