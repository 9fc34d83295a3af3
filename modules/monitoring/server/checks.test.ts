import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkNames } from '#contract/checks.ts';
import { checkLimits, runChecks } from './checks.ts';
import type { Facts } from './facts.ts';
import { createProbes, type Probes } from './probes.ts';

const facts: Facts = {
  jobs: [],
  mailsHeld: 0,
  ticketsOverdue: 0,
  lastRetentionAt: null,
  lastBackupAt: 0,
  backupAge: 3600,
  hasBackupFailed: false,
  lastProofAt: 0,
  proofAge: 3600,
  hasProofFailed: false,
  heldFor: null,
  age: 10 * 86_400,
  leadsWaiting: 0,
  leadsOverdue: 0,
  appointmentsUpcoming: 0,
};
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const probes: Probes = { freeSpace: 0.5, isScannerUp: true, certificateEnds: days(60), silent: [] };
const settings = { clamd: '127.0.0.1:3310', hasReminders: true, hasBooking: true };
const job = (kind: string, overdue: number, oldest = overdue) => ({ kind, pending: 1, overdue, oldest });

const statesOf = (changed: { facts?: Partial<Facts>; probes?: Partial<Probes> }, given = settings) =>
  Object.fromEntries(
    runChecks({ facts: { ...facts, ...changed.facts }, probes: { ...probes, ...changed.probes }, settings: given }).map(
      ({ name, state }) => [name, state],
    ),
  );
const fine = Object.fromEntries(checkNames.map((name) => [name, 'ok']));

test('everything is in order', () => {
  expect(statesOf({})).toEqual(fine);
});

test.each<[string, Parameters<typeof statesOf>[0], string]>([
  ['a backup of more than 26 hours', { facts: { backupAge: checkLimits.backupAge + 1 } }, 'backup'],
  ['a backup that failed after the last one', { facts: { hasBackupFailed: true } }, 'backup'],
  ['a service of some days without a backup', { facts: { backupAge: null, lastBackupAt: null } }, 'backup'],
  ['a proof of more than 8 days', { facts: { proofAge: checkLimits.proofAge + 1 } }, 'proof'],
  ['a proof that failed after the last one', { facts: { hasProofFailed: true } }, 'proof'],
  ['a service of ten days without a proof', { facts: { proofAge: null, lastProofAt: null } }, 'proof'],
  ['a mail of more than an hour', { facts: { jobs: [job('mail', 0, 3601)] } }, 'mail'],
  ['a job that nobody takes', { facts: { jobs: [job('digest', 901)] } }, 'jobs'],
  ['a disk with 9 % left', { probes: { freeSpace: 0.09 } }, 'disk'],
  ['a scanner that does not answer', { probes: { isScannerUp: false } }, 'scanner'],
  ['an instance that does not answer', { probes: { silent: ['127.0.0.1:3001'] } }, 'instances'],
  ['a certificate of 13 days', { probes: { certificateEnds: days(13) } }, 'certificate'],
  ['an expired certificate', { probes: { certificateEnds: days(-1) } }, 'certificate'],
])('%s fails one check', (_what, changed, name) => {
  expect(statesOf(changed)).toEqual({ ...fine, [name]: 'failing' });
});

test('limits that are just kept and retries of other kinds are fine, and a new service has no backup to judge', () => {
  expect(
    statesOf({
      facts: { backupAge: checkLimits.backupAge, jobs: [job('mail', 0, 3600), job('scan', 0, 99_999)] },
      probes: { freeSpace: 0.1, certificateEnds: days(14.1) },
    }),
  ).toEqual(fine);
  const none = { ...fine, backup: 'unknown', proof: 'unknown' };
  for (const age of [3600, null]) expect(statesOf({ facts: { backupAge: null, proofAge: null, age } })).toEqual(none);
});

test('a restored copy that sends nothing is one failing check, and what it holds is none', () => {
  const jobs = [job('mail', 99_999), job('webhook', 99_999), job('reminder-check', 99_999)];
  expect(statesOf({ facts: { heldFor: 5, jobs } })).toEqual({ ...fine, outbound: 'failing', mail: 'unknown' });
  expect(statesOf({ facts: { heldFor: 5, jobs: [job('sla-check', 901)] } })['jobs']).toBe('failing');
});

test('jobs of kinds that are turned off may be overdue for ever', () => {
  const jobs = [job('scan', 9e9), job('reminder-check', 9e9), job('appointment-check', 9e9)];
  const off = { clamd: undefined as unknown as string, hasReminders: false, hasBooking: false };
  expect(statesOf({ facts: { jobs } }, off)['jobs']).toBe('ok');
  expect(statesOf({ facts: { jobs } })['jobs']).toBe('failing');
});

test('without the database, what only it knows is unknown', () => {
  const states = runChecks({ facts: undefined, probes, settings }).map(({ name, state }) => [name, state]);
  expect(Object.fromEntries(states)).toEqual({
    ...fine,
    database: 'failing',
    backup: 'unknown',
    proof: 'unknown',
    outbound: 'unknown',
    mail: 'unknown',
    jobs: 'unknown',
  });
});

const folder = mkdtempSync(join(tmpdir(), 'probes-'));
const alone = { upstreams: ['127.0.0.1:3000'], metrics: undefined, mailIn: undefined };
const base = {
  dataDir: folder,
  clamd: undefined,
  siteUrl: 'http://localhost:3000',
  tlsCertificate: undefined,
  ...alone,
};

test('a folder, a scanner and a certificate that do not exist are unknown or down, not errors', async () => {
  const given = {
    ...base,
    dataDir: join(folder, 'missing'),
    clamd: '127.0.0.1:1',
    tlsCertificate: join(folder, 'none'),
  };
  expect(await createProbes(given)()).toEqual({
    freeSpace: undefined,
    isScannerUp: false,
    certificateEnds: undefined,
    silent: undefined,
  });
  writeFileSync(join(folder, 'broken.pem'), 'not a certificate');
  const broken = await createProbes({ ...base, tlsCertificate: join(folder, 'broken.pem') })();
  expect(broken.certificateEnds).toBeUndefined();
  expect(broken.isScannerUp).toBeUndefined();
  expect(broken.freeSpace).toBeGreaterThan(0);
});

test('a scanner that says anything but PONG is down; a site without TLS has no certificate', async () => {
  const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const read = createProbes({ ...base, clamd: `127.0.0.1:${port}`, siteUrl: `https://127.0.0.1:${port}` });
  expect(await read()).toMatchObject({ isScannerUp: false, certificateEnds: undefined });
  server.close();
});
