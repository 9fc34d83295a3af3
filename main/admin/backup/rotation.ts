import { backupTime } from './backup-name.ts';

/** How many days, weeks and months keep their newest backup. */
export interface BackupKeep {
  days: number;
  weeks: number;
  months: number;
}

const dayOf = (time: Date) => Math.floor(time.getTime() / 86_400_000);
// 1 January 1970 was a Thursday; weeks begin on Monday.
const weekOf = (time: Date) => Math.floor((dayOf(time) + 3) / 7);
const monthOf = (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth();

/**
 * The names of backups that may be deleted. Periods are counted back from now, not from the newest backup: the privacy policy
 * says after how many days backups are gone. The newest one and the newest proven one stay whatever their age.
 */
export function findObsolete(
  names: readonly string[],
  { keep, proven, now }: { keep: BackupKeep; proven: ReadonlySet<string>; now: Date },
): string[] {
  const newestFirst = names.toSorted((a, b) => (a < b ? 1 : -1));
  const kept = new Set([newestFirst[0], newestFirst.find((name) => proven.has(name))]);
  const periods = [
    { of: dayOf, count: keep.days },
    { of: weekOf, count: keep.weeks },
    { of: monthOf, count: keep.months },
  ];
  for (const { of, count } of periods) {
    const seen = new Set<number>();
    for (const name of newestFirst) {
      const period = of(backupTime(name));
      if (of(now) - period >= count || seen.has(period)) continue;
      seen.add(period);
      kept.add(name);
    }
  }
  return newestFirst.filter((name) => !kept.has(name)).toReversed();
}

/** After how many days the last backup that is kept by its age is gone. */
export const longestDays = ({ days, weeks, months }: BackupKeep) => Math.max(days, weeks * 7, months * 31);
