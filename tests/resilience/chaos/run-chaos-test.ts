import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#api/db/connect.ts';
import { layCable } from '#tests/resilience/tcp-proxy.ts';
import { createLog } from '#api/lib/log.ts';
import { cookies, flood, foreignIds, origins, signUps } from './actors/attackers.ts';
import { databaseRestarts, fullDisk, kills, mailCuts, silences, stoppedBackends } from './actors/faults.ts';
import { imports } from './actors/imports.ts';
import { links } from './actors/links.ts';
import { lists } from './actors/lists.ts';
import { resets } from './actors/resets.ts';
import { signIns } from './actors/sign-ins.ts';
import { slowClients } from './actors/slow-clients.ts';
import { ticketFlood, ticketRaces, tickets } from './actors/tickets.ts';
import { visitors } from './actors/visitors.ts';
import { makeCustomers, makeWriters } from './customers.ts';
import { AcknowledgedWrites } from './ledger.ts';
import { startSiegeMail } from './mail.ts';
import { type Intruder, startProxy } from './proxy.ts';
import { report } from './report.ts';
import type { Actor, ChaosRun } from './chaos-test.ts';
import { mountSmallDisk } from './small-disk.ts';
import { heldBy, startCopies, type Target } from './target.ts';
import { hangUp } from './connection.ts';
import { verifyHeld, verifyMails, verifyPools, verifyRows } from './verify.ts';

export interface Plan {
  /** At most. */
  seconds: number;
  /** Enough was seen: the siege may end. */
  isEnough?: (ledger: AcknowledgedWrites) => boolean;
  /** Where PostgreSQL is, for its owner and for who serves, and how it is restarted; nothing leaves the embedded engine alone. */
  postgres: { url: string; servingUrl: string; restart: () => Promise<void> } | undefined;
  embedded: boolean;
  /** Milliseconds between faults of one kind. */
  faultEvery: number;
  customers: number;
  /** Something that is wrong on purpose, to see that it is found. */
  sabotage?: { intruder?: Intruder; during?: (signal: AbortSignal) => Promise<void> };
}

const load: Actor[] = [visitors, signIns, lists, lists, tickets, tickets, ticketRaces];
const attacks: Actor[] = [flood, cookies, origins, foreignIds, slowClients, resets, ticketFlood];

/** Besieges for so long, then holds what is there against what was told. */
export async function runChaosTest(plan: Plan): Promise<{ breaches: string[]; text: string }> {
  const ledger = new AcknowledgedWrites();
  const started = performance.now();
  const ending = new AbortController();
  const parts = await Promise.all([
    ...(plan.postgres === undefined ? [] : [surroundPostgres(plan, plan.postgres, ledger)]),
    ...(plan.embedded ? [surroundEmbedded(plan, ledger)] : []),
  ]);
  const acting = [
    ...parts.map((part) => part.act(ending.signal)),
    Promise.resolve(plan.sabotage?.during?.(ending.signal)),
  ];
  for (const end = performance.now() + plan.seconds * 1000; performance.now() < end;) {
    if (plan.isEnough?.(ledger) === true) break;
    await wait(100);
  }
  ending.abort();
  await Promise.all(acting);
  hangUp();
  const held = (await Promise.all(parts.map((part) => part.end()))).flat();
  const text = report({ ledger, seconds: (performance.now() - started) / 1000, held });
  return { breaches: ledger.breaches, text };
}

interface Part {
  act(signal: AbortSignal): Promise<void>;
  /** Mends everything, stops the servers and looks at what is left; what they hold on to, in words. */
  end(): Promise<string[]>;
}

async function surroundPostgres(
  { customers, faultEvery, sabotage, seconds }: Plan,
  { url, servingUrl, restart }: NonNullable<Plan['postgres']>,
  ledger: AcknowledgedWrites,
): Promise<Part> {
  const dataDir = mkdtempSync(join(tmpdir(), 'siege-data-'));
  const operated = { databaseUrl: url, dataDir };
  const made = await seed(operated, customers, seconds);
  const mail = await startSiegeMail();
  let urls: () => string[] = () => [];
  const proxy = await startProxy(() => urls(), sabotage?.intruder);
  const cable = await layCable(url);
  const settings = {
    DATABASE_URL: cable.through(servingUrl),
    MIGRATION_DATABASE_URL: cable.url,
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    SITE_URL: proxy.origin,
    TRUST_PROXY: '1',
  };
  const copies = await startCopies(2, settings, (copy) =>
    ledger.breach(`PostgreSQL: a copy ended by itself: ${copy.errors().trim()}`),
  );
  urls = () => copies.urls();
  const target: Target = {
    name: 'PostgreSQL',
    engine: 'postgresql',
    origin: () => proxy.origin,
    ...made,
    copies,
    operated,
  };
  // Longer than a server waits for a query, where there is time for it.
  const unanswered = faultEvery * 2.5;
  const faults = [
    kills(faultEvery),
    databaseRestarts(faultEvery * 1.7, restart),
    mailCuts(faultEvery * 1.3, mail),
    silences(faultEvery * 6, unanswered, cable),
    stoppedBackends(faultEvery * 7, unanswered, url),
  ];
  const actors = [...load, ...attacks, ...faults, imports, signUps, links(mail)];
  const first = heldBy(copies.all()[0]?.pid);
  return {
    act: (signal) => act({ target, ledger, signal }, actors),
    end: async () => {
      await mail.mend();
      const held = await verifyHeld(target, first, ledger);
      await verifyPools(target, ledger);
      await verifyMails(target, ledger, mail, 60_000);
      await stop(target, ledger);
      await proxy.close();
      await mail.cut();
      await cable.cut();
      await verifyRows(target, ledger);
      rmSync(dataDir, { recursive: true });
      return toldHeld(target, first, held);
    },
  };
}

async function surroundEmbedded({ customers, faultEvery, seconds }: Plan, ledger: AcknowledgedWrites): Promise<Part> {
  const disk = mountSmallDisk(160);
  const dataDir = join(disk?.folder ?? mkdtempSync(join(tmpdir(), 'siege-data-')), 'data');
  const operated = { databaseUrl: undefined, dataDir };
  const made = await seed(operated, customers, seconds);
  const copies = await startCopies(1, { DATA_DIR: dataDir }, (copy) => {
    // It may not start on a full disk, and says so in one sentence; a supervisor starts it again.
    if (disk === undefined || !/^[^\n]+\n$/.test(copy.errors()))
      ledger.breach(`embedded: it ended by itself: ${copy.errors()}`);
    ledger.count('embedded: would not start on a full disk');
  });
  let last = '';
  const origin = () => (last = copies.urls()[0] ?? last);
  const target: Target = { name: 'embedded', engine: 'embedded', origin, ...made, copies, operated };
  const faults = [kills(faultEvery * 2), ...(disk === undefined ? [] : [fullDisk(faultEvery * 1.5, disk)])];
  const actors = [...load.slice(0, 5), ...attacks, ...faults];
  const first = heldBy(copies.all()[0]?.pid);
  return {
    act: (signal) => act({ target, ledger, signal }, actors),
    end: async () => {
      disk?.makeRoom();
      const held = await verifyHeld(target, first, ledger);
      await stop(target, ledger);
      await verifyRows(target, ledger);
      rmSync(dataDir, { recursive: true });
      disk?.remove();
      const unmounted = disk === undefined ? ['embedded: no disk was filled, as none could be mounted'] : [];
      return [...toldHeld(target, first, held), ...unmounted];
    },
  };
}

// A siege writes at most so many tickets a second, and one customer may write sixty.
const writersNeeded = (seconds: number) => Math.ceil((seconds * 90) / 40) + 1;

async function seed(operated: Target['operated'], count: number, seconds: number) {
  const database = await openDatabase(operated, createLog('silent'));
  try {
    return {
      customers: await makeCustomers(database, count),
      writers: await makeWriters(database, writersNeeded(seconds)),
    };
  } finally {
    await database.close();
  }
}

async function act(siege: ChaosRun, actors: Actor[]): Promise<void> {
  await Promise.all(
    actors.map((actor) =>
      actor
        .act(siege)
        .catch((error: unknown) =>
          siege.ledger.breach(`${siege.target.name}: ${actor.name} stopped: ${String(error)}`),
        ),
    ),
  );
}

async function stop({ name, copies }: Target, ledger: AcknowledgedWrites): Promise<void> {
  for (const code of await copies.stop())
    if (code !== 0) ledger.breach(`${name}: a copy ended with ${code} when told to stop`);
}

const toldHeld = ({ name }: Target, first: ReturnType<typeof heldBy>, held: NonNullable<ReturnType<typeof heldBy>>[]) =>
  held.map(
    ({ megabytes, handles }) =>
      `${name}: ${megabytes} MB and ${handles} handles at the end, ${first?.megabytes} MB and ${first?.handles} at the start`,
  );
