import { expect, test } from 'vitest';
import { readSettings } from './env.ts';

test('backups have a place, a rotation and keys', () => {
  expect(readSettings({})).toMatchObject({ backupKeep: { days: 7, weeks: 4, months: 0 }, backupRecipients: [] });
  const key = `age1${'q'.repeat(58)}`;
  expect(
    readSettings({ BACKUP_TO: '/srv/backups', BACKUP_KEEP: '14d,8w,12m', BACKUP_RECIPIENT: `${key}, ${key}` }),
  ).toMatchObject({
    backupTo: '/srv/backups',
    backupKeep: { days: 14, weeks: 8, months: 12 },
    backupRecipients: [key, key],
  });
  expect(() => readSettings({ BACKUP_KEEP: '30' })).toThrow('BACKUP_KEEP is "30": it must be a number of days');
  expect(() => readSettings({ BACKUP_RECIPIENT: 'backup@example.com' })).toThrow('it must be public keys of age');
  expect(() => readSettings({ BACKUP_IDENTITY: 'backup.key' })).toThrow('it must be the path');
  // A secret may be in it.
  for (const BACKUP_TO of ['backups', 's3://bucket', 'https://host/bucket', 'https://key:secret@host/'])
    expect(() => readSettings({ BACKUP_TO })).toThrow(
      'The setting BACKUP_TO is invalid: it must be a folder or a bucket',
    );
  expect(() => readSettings({ BACKUP_SCRATCH_URL: 'scratch' })).toThrow('BACKUP_SCRATCH_URL is invalid');
});
