import { expect, test } from 'vitest';
import { backupName, backupTime } from './backup-name.ts';
import { findObsolete, longestDays } from './rotation.ts';

const day = 86_400_000;
const now = new Date('2026-11-18T02:30:10Z');
const ago = (days: number, isEncrypted = false) => backupName(new Date(now.getTime() - days * day), isEncrypted);
const nightly = Array.from({ length: 400 }, (_, days) => ago(days));
const none = new Set<string>();

test('a name has its time', () => {
  expect(ago(0)).toBe('portal-20261118T023010Z.gz');
  expect(ago(0, true)).toBe('portal-20261118T023010Z.gz.age');
  expect(backupTime(ago(3, true))).toEqual(new Date('2026-11-15T02:30:10Z'));
});

test('keeps the newest of each day, week and month', () => {
  const keep = { days: 3, weeks: 3, months: 3 };
  const obsolete = findObsolete(nightly, { keep, proven: none, now });
  expect(nightly.filter((name) => !obsolete.includes(name))).toEqual([
    // Wednesday, and two days before.
    'portal-20261118T023010Z.gz',
    'portal-20261117T023010Z.gz',
    'portal-20261116T023010Z.gz',
    // Sundays of the weeks before.
    'portal-20261115T023010Z.gz',
    'portal-20261108T023010Z.gz',
    // The last of October and September.
    'portal-20261031T023010Z.gz',
    'portal-20260930T023010Z.gz',
  ]);
});

test('of several a day the newest stays', () => {
  const names = ['portal-20261117T010000Z.gz', 'portal-20261117T230000Z.gz.age', 'portal-20261118T020000Z.gz'];
  const keep = { days: 7, weeks: 0, months: 0 };
  expect(findObsolete(names, { keep, proven: none, now })).toEqual(['portal-20261117T010000Z.gz']);
});

test('never deletes the newest, nor the newest that is proven', () => {
  const keep = { days: 1, weeks: 0, months: 0 };
  const names = [ago(300), ago(200), ago(100), ago(90)];
  expect(findObsolete(names, { keep, proven: new Set([ago(300), ago(200)]), now })).toEqual([ago(300), ago(100)]);
  expect(findObsolete([ago(300)], { keep: { days: 0, weeks: 0, months: 0 }, proven: none, now })).toEqual([]);
  expect(findObsolete([], { keep, proven: none, now })).toEqual([]);
});

test('by default no backup is older than the 30 days of the privacy policy', () => {
  const keep = { days: 7, weeks: 4, months: 0 };
  for (let at = 0; at < 60; at += 1) {
    const then = new Date(now.getTime() - at * day);
    const names = nightly.filter((name) => backupTime(name) <= then);
    const obsolete = findObsolete(names, { keep, proven: none, now: then });
    const oldest = names.findLast((name) => !obsolete.includes(name)) ?? '';
    expect(then.getTime() - backupTime(oldest).getTime()).toBeLessThan(30 * day);
  }
  expect(longestDays(keep)).toBe(28);
  expect(longestDays({ days: 7, weeks: 4, months: 12 })).toBe(372);
});
