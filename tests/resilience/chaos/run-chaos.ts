import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#api/db/connect.ts';
import { createLog } from '#api/lib/log.ts';
import { makeStaff } from '#tests/support/api.ts';
import {
  databaseRestart,
  type Fault,
  fullDisk,
  kill,
  mailOutage,
  mountSmallDisk,
  silentDatabase,
  startDatabaseProxy,
  startInterruptibleMailServer,
  stoppedBackends,
} from '#tests/resilience/faults.ts';
import {
  connectionResets,
  foreignIds,
  forgedOrigins,
  mailLinks,
  passwordGuessing,
  slowClients,
  tamperedCookies,
} from './attackers.ts';
import { type ChaosRun, type Client, closeIdleConnections, pause, repeat } from './client.ts';
import { conversations, inboundMails, streams } from './conversations.ts';
import { duplicateTickets, imports, listReaders, pageReaders, signIns, signUps, ticketFlood, tickets } from './load.ts';
import {
  type Interceptor,
  makeCustomers,
  makeWriters,
  readUsage,
  type ResourceUsage,
  startHttpProxy,
  startInstances,
  type Target,
} from './target.ts';
import { ChaosResults, verifyMails, verifyPools, verifyResources, verifyRows } from './results.ts';

export interface Plan {
  maxSeconds: number;
  /** Ends the run early. */
  isEnough?: (results: ChaosResults) => boolean;
  /** URLs for the owner and for the role that serves; without it only the embedded engine runs. */
  postgres: { url: string; servingUrl: string; restart: () => Promise<void> } | undefined;
  embedded: boolean;
  /** Milliseconds between faults of one kind. */
  faultEvery: number;
  customers: number;
  /** A deliberate defect, to check that the run detects it. */
  defect?: { interceptor?: Interceptor; during?: (signal: AbortSignal) => Promise<void> };
}

const load: Client[] = [pageReaders, signIns, listReaders, listReaders, tickets, conversations, inboundMails, streams];
const moreLoad: Client[] = [tickets, conversations, duplicateTickets];
const attacks: Client[] = [
  passwordGuessing,
  tamperedCookies,
  forgedOrigins,
  foreignIds,
  slowClients,
  connectionResets,
  ticketFlood,
];

/** Runs clients and faults together, then compares the databases with what was acknowledged. */
export async function runChaos(plan: Plan): Promise<{ violations: string[]; report: string }> {
  const results = new ChaosResults();
  const started = performance.now();
  const ending = new AbortController();
  const parts = await Promise.all([
    ...(plan.postgres === undefined ? [] : [preparePostgres(plan, plan.postgres, results)]),
    ...(plan.embedded ? [prepareEmbedded(plan, results)] : []),
  ]);
  const running = [
    ...parts.map((part) => part.run(ending.signal)),
    Promise.resolve(plan.defect?.during?.(ending.signal)),
  ];
  for (const deadline = performance.now() + plan.maxSeconds * 1000; performance.now() < deadline;) {
    if (plan.isEnough?.(results) === true) break;
    await wait(100);
  }
  ending.abort();
  await Promise.all(running);
  closeIdleConnections();
  const notes = (await Promise.all(parts.map((part) => part.end()))).flat();
  const report = results.report((performance.now() - started) / 1000, notes);
  return { violations: results.violations, report };
}

interface Part {
  run(signal: AbortSignal): Promise<void>;
  /** Ends all faults, stops the instances and verifies what is left; returns lines for the report. */
  end(): Promise<string[]>;
}

async function preparePostgres(
  { customers, faultEvery, defect, maxSeconds }: Plan,
  { url, servingUrl, restart }: NonNullable<Plan['postgres']>,
  results: ChaosResults,
): Promise<Part> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chaos-data-'));
  const operated = { databaseUrl: url, dataDir };
  const seeded = await seed(operated, customers, maxSeconds);
  const mail = await startInterruptibleMailServer();
  let urls: () => string[] = () => [];
  const httpProxy = await startHttpProxy(() => urls(), defect?.interceptor);
  const databaseProxy = await startDatabaseProxy(url);
  const settings = {
    DATABASE_URL: databaseProxy.through(servingUrl),
    MIGRATION_DATABASE_URL: databaseProxy.url,
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    SITE_URL: httpProxy.origin,
    TRUST_PROXY: '1',
  };
  const instances = await startInstances(2, settings, (instance) =>
    results.addViolation(`PostgreSQL: an instance exited by itself: ${instance.errors().trim()}`),
  );
  urls = () => instances.urls();
  const origin = () => httpProxy.origin;
  const target: Target = { name: 'PostgreSQL', engine: 'postgresql', origin, ...seeded, instances, operated };
  // In the long run longer than a server's query timeout.
  const lasting = faultEvery * 2.5;
  const faults: FaultPlan[] = [
    { fault: kill(() => instances.killOne()), every: faultEvery },
    { fault: databaseRestart(restart), every: faultEvery * 1.7 },
    { fault: mailOutage(mail), every: faultEvery * 1.3, delay: 0, lasting: faultEvery * 0.65 },
    { fault: silentDatabase(databaseProxy), every: faultEvery * 6, lasting },
    { fault: stoppedBackends(url), every: faultEvery * 7, delay: (faultEvery * 7) / 3, lasting },
  ];
  const clients = [...load, ...moreLoad, ...attacks, imports, signUps, mailLinks(mail)];
  const before = readUsage(instances.all()[0]?.pid);
  return {
    run: (signal) => runAll({ target, results, signal }, clients, faults),
    end: async () => {
      await mail.start();
      const after = await verifyResources(target, before, results);
      await verifyPools(target, results);
      await verifyMails(target, results, mail, 60_000);
      await stopInstances(target, results);
      await httpProxy.close();
      await mail.stop();
      await databaseProxy.cut();
      const line = await verifyRows(target, results);
      rmSync(dataDir, { recursive: true });
      return [...describeUsage(target, before, after), line];
    },
  };
}

async function prepareEmbedded({ customers, faultEvery, maxSeconds }: Plan, results: ChaosResults): Promise<Part> {
  const disk = mountSmallDisk(160);
  const dataDir = join(disk?.folder ?? mkdtempSync(join(tmpdir(), 'chaos-data-')), 'data');
  const operated = { databaseUrl: undefined, dataDir };
  const seeded = await seed(operated, customers, maxSeconds);
  const instances = await startInstances(1, { DATA_DIR: dataDir }, (instance) => {
    // On a full disk it may not start, with a one-line error; a supervisor restarts it.
    if (disk === undefined || !/^[^\n]+\n$/.test(instance.errors()))
      results.addViolation(`embedded: it exited by itself: ${instance.errors()}`);
    results.countEvent('embedded: did not start on a full disk');
  });
  let last = '';
  const origin = () => (last = instances.urls()[0] ?? last);
  const target: Target = { name: 'embedded', engine: 'embedded', origin, ...seeded, instances, operated };
  const faults: FaultPlan[] = [{ fault: kill(() => instances.killOne()), every: faultEvery * 2 }];
  if (disk !== undefined)
    faults.push({ fault: fullDisk(disk), every: faultEvery * 1.5, delay: 0, lasting: faultEvery * 0.75 });
  const before = readUsage(instances.all()[0]?.pid);
  return {
    run: (signal) => runAll({ target, results, signal }, [...load, ...attacks], faults),
    end: async () => {
      disk?.makeRoom();
      const after = await verifyResources(target, before, results);
      await stopInstances(target, results);
      const line = await verifyRows(target, results);
      rmSync(dataDir, { recursive: true });
      disk?.remove();
      const skipped = disk === undefined ? ['embedded: no full disk, as none could be mounted'] : [];
      return [...describeUsage(target, before, after), line, ...skipped];
    },
  };
}

// At most 90 tickets are created a second, and one customer may create sixty.
const writersNeeded = (seconds: number) => Math.ceil((seconds * 90) / 40) + 1;

async function seed(operated: Target['operated'], count: number, seconds: number) {
  const database = await openDatabase(operated, createLog('silent'));
  try {
    return {
      customers: await makeCustomers(database, count),
      writers: await makeWriters(database, writersNeeded(seconds)),
      deskCookie: (await makeStaff(database, { permissions: ['support'] })).cookie,
    };
  } finally {
    await database.close();
  }
}

interface FaultPlan {
  fault: Fault;
  /** Milliseconds between two injections. */
  every: number;
  /** Milliseconds before each injection. */
  delay?: number;
  lasting?: number;
}

const injectRepeatedly = (chaos: ChaosRun, { fault, every, delay = every / 2, lasting = 0 }: FaultPlan) =>
  repeat(chaos, every, async () => {
    await pause(delay, chaos.signal);
    if (chaos.signal.aborted) return;
    const recover = await fault.inject();
    if (recover === undefined) return;
    chaos.results.countEvent(`${chaos.target.name}: ${fault.name}`);
    await pause(lasting, chaos.signal);
    await recover();
  });

async function runAll(chaos: ChaosRun, clients: Client[], faults: FaultPlan[]): Promise<void> {
  const runOne = (name: string, work: Promise<void>) =>
    work.catch((error: unknown) =>
      chaos.results.addViolation(`${chaos.target.name}: ${name} stopped: ${String(error)}`),
    );
  await Promise.all([
    ...clients.map((client) => runOne(client.name, client.run(chaos))),
    ...faults.map((plan) => runOne(plan.fault.name, injectRepeatedly(chaos, plan))),
  ]);
}

async function stopInstances({ name, instances }: Target, results: ChaosResults): Promise<void> {
  for (const code of await instances.stop())
    if (code !== 0) results.addViolation(`${name}: an instance exited with ${code} after SIGTERM`);
}

const describeUsage = ({ name }: Target, before: ResourceUsage | undefined, after: ResourceUsage[]) =>
  after.map(
    ({ megabytes, handles }) =>
      `${name}: ${megabytes} MB and ${handles} handles at the end, ${before?.megabytes} MB and ${before?.handles} at the start`,
  );
