const ourName = /^portal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?$/;

export const isBackupName = (name: string) => ourName.test(name);

/** `portal-20261115T023000Z.gz`: the names sort by time. */
export const backupName = (at: Date, isEncrypted: boolean) =>
  `portal-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.gz${isEncrypted ? '.age' : ''}`;

export const isEncryptedName = (name: string) => name.endsWith('.age');

/** When a backup with a name of ours was made. */
export function backupTime(name: string): Date {
  const [year = 0, month = 1, day = 1, ...time] = (ourName.exec(name) ?? []).slice(1, 7).map(Number);
  return new Date(Date.UTC(year, month - 1, day, ...time));
}
