import { expect, test } from 'vitest';
import { health as copy } from '../copy/desk.fr.ts';
import { checkNames } from '#contract/checks.ts';
import type { DeskHealth } from '../contract/desk-health.ts';
import { bricksOf } from './health.tsx';

const fine: DeskHealth = {
  database: { engine: 'embedded', version: '18', sizeBytes: 1 },
  mail: { queued: 0, oldestQueuedAt: null, failed: 0, lastSentAt: '2026-11-18T09:00:00Z' },
  support: { heldMails: 0, overdueResponses: 0 },
  files: { folder: '/files', isWritable: true, freeBytes: 10, reserveBytes: 1 },
  checks: checkNames.map((name) => ({ name, state: name === 'scanner' ? 'unknown' : 'ok', value: null })),
  lastBackupAt: '2026-11-18T02:00:00Z',
  hasBackupFailed: false,
  lastProofAt: '2026-11-15T02:00:00Z',
  hasProofFailed: false,
  lastRetentionAt: '2026-11-18T03:00:00Z',
};
const faults = (change: Partial<DeskHealth>) =>
  bricksOf({ ...fine, ...change }, copy)
    .filter(({ state }) => state === 'failing')
    .map(({ label }) => label);

test('every check has a brick, and so has what only this page can tell', () => {
  expect(bricksOf(fine, copy).map(({ name }) => name)).toEqual([...checkNames, 'support', 'retention']);
  expect(bricksOf(fine, copy).find(({ name }) => name === 'scanner')?.state).toBe('unknown');
  expect(faults({})).toEqual([]);
});

test('what is faulty is marked, whether the check or a figure says so', () => {
  const checks = fine.checks.map((check) =>
    check.name === 'backup' ? { ...check, state: 'failing' as const } : check,
  );
  expect(faults({ checks })).toEqual(['Sauvegarde']);
  expect(faults({ mail: { ...fine.mail, failed: 1 } })).toEqual(['Envoi des e-mails']);
  expect(faults({ files: { ...fine.files, freeBytes: 1 } })).toEqual(['Place sur le disque']);
  expect(faults({ files: { ...fine.files, isWritable: false } })).toEqual(['Place sur le disque']);
  expect(faults({ support: { heldMails: 0, overdueResponses: 2 }, lastRetentionAt: null })).toEqual([
    'Support',
    'Conservation',
  ]);
});

test('without any proof or mail, their bricks are not in order but without a result, and a missing backup is a fault', () => {
  const fresh: Partial<DeskHealth> = {
    lastBackupAt: null,
    lastProofAt: null,
    mail: { ...fine.mail, lastSentAt: null },
  };
  const stateOf = (change: Partial<DeskHealth>, of: string) =>
    bricksOf({ ...fine, ...change }, copy).find(({ name }) => name === of)?.state;
  for (const name of ['backup', 'proof', 'mail']) {
    expect(stateOf({}, name)).toBe('ok');
    expect(stateOf(fresh, name)).toBe(name === 'backup' ? 'failing' : 'unknown');
  }
  expect(stateOf({ mail: { ...fine.mail, lastSentAt: null, failed: 1 } }, 'mail')).toBe('failing');
  const checks = fine.checks.map((check) => ({ ...check, state: 'failing' as const }));
  expect(stateOf({ ...fresh, checks }, 'backup')).toBe('failing');
});
