import { isAbsolute } from 'node:path';
import { z } from 'zod';

const place = (value: string) => isAbsolute(value) || /^https?:\/\/[^/:@]+:[^/@]+@[^/]+\/[^/?]+/.test(value);
const keep = /^(\d{1,3})d,(\d{1,3})w,(\d{1,3})m$/;

/** For the commands `backup` and `backup prove`. */
export const backupSettings = {
  // Not set: beside DATA_DIR.
  BACKUP_TO: z
    .string()
    .refine(
      place,
      'must be a folder or a bucket, for example BACKUP_TO=/var/backups/portal or BACKUP_TO=https://key:secret@s3.eu-west-3.amazonaws.com/bucket/prefix?region=eu-west-3',
    )
    .optional(),
  // How many days, weeks and months keep their newest backup. The privacy policy says that none is older than 30 days.
  BACKUP_KEEP: z
    .string()
    .regex(keep, 'must be a number of days, weeks and months, for example BACKUP_KEEP=7d,4w,0m')
    .default('7d,4w,0m'),
  BACKUP_RECIPIENT: z
    .string()
    .transform((value) => value.split(',').map((one) => one.trim()))
    .refine(
      (keys) => keys.every((key) => /^age1[\da-z]{20,100}$/.test(key)),
      'must be public keys of age, separated by commas, as `age-keygen` prints them: age1…',
    )
    .default([]),
  BACKUP_IDENTITY: z
    .string()
    .refine(
      isAbsolute,
      'must be the path of the file with the private key, for example BACKUP_IDENTITY=/root/backup.key',
    )
    .optional(),
  // Where the login may not create databases.
  BACKUP_SCRATCH_URL: z
    .string()
    .regex(
      /^postgres(?:ql)?:\/\//,
      'must be the URL of an empty PostgreSQL database, for example BACKUP_SCRATCH_URL=postgresql://owner:password@127.0.0.1:5432/scratch',
    )
    .optional(),
};

type BackupEnvironment = z.infer<z.ZodObject<typeof backupSettings>>;

function readKeep(value: string) {
  const [, days = 0, weeks = 0, months = 0] = (keep.exec(value) ?? []).map(Number);
  return { days, weeks, months };
}

export const readBackupSettings = (environment: BackupEnvironment) => ({
  backupTo: environment.BACKUP_TO,
  backupKeep: readKeep(environment.BACKUP_KEEP),
  backupRecipients: environment.BACKUP_RECIPIENT,
  backupIdentity: environment.BACKUP_IDENTITY,
  backupScratchUrl: environment.BACKUP_SCRATCH_URL,
});
