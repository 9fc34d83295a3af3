/**
 * `npm run bench`: what sessions, row-level security and validation cost, as ratios against a floor of the same run.
 * Build first. It takes about five minutes, on this machine only; a busy machine makes it noisy, not wrong.
 */
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyDatabaseUrl } from './private-database.ts';
import { cleanUp, cleanUpOnSignals, whenDone } from '../../scripts/test/clean-up.ts';
import { freePort } from '../../scripts/test/free-port.ts';
import { type Signed, startSubject, type Subject } from './subject.ts';
import { type Measured, measure, prepareWrk } from './wrk.ts';

const seconds = Number(process.argv[2] ?? 8);
const soak = Number(process.argv[3] ?? 60);
const ticket = JSON.stringify({
  subject: 'Imprimante hors ligne',
  description: 'Depuis ce matin.',
  priority: 'medium',
});
const json = { 'Content-Type': 'application/json' };

const row = (what: string, ratio: number, { perSecond, failed }: Measured) =>
  console.log(
    `${what.padEnd(58)} ${ratio.toFixed(2).padStart(6)} ${perSecond.toFixed(0).padStart(8)}/s${failed > 0 ? `  ${failed} failed` : ''}`,
  );

async function startFloor(databaseUrl: string, customerId: string): Promise<string> {
  const port = await freePort();
  const floor = spawn(process.execPath, ['bench/api/floor.ts', databaseUrl, customerId, String(port)], {
    stdio: 'inherit',
  });
  whenDone(async () => void floor.kill());
  const origin = `http://127.0.0.1:${port}/`;
  while (
    !(await fetch(origin).then(
      () => true,
      () => false,
    ))
  )
    await wait(100);
  return origin;
}

const list = ({ origin }: Subject, { cookie }: Signed, query = '') =>
  measure({ url: `${origin}/api/portal/invoices${query}`, seconds, headers: { Cookie: cookie } });

/** The cursor of the page that is so many pages in. */
async function cursorOf({ origin, large }: Subject, pages: number): Promise<string> {
  let cursor = '';
  for (let at = 1; at < pages; at += 1) {
    const answer = await fetch(`${origin}/api/portal/invoices${cursor}`, { headers: { Cookie: large.cookie } });
    const { nextCursor } = (await answer.json()) as { nextCursor: string };
    cursor = `?cursor=${encodeURIComponent(nextCursor)}`;
  }
  return cursor;
}

/** How long a page takes while the engine counts and searches 100,000 rows, against how long it takes at rest. */
async function responsiveness({ origin, large }: Subject): Promise<void> {
  const timePage = async () => {
    const started = performance.now();
    await (await fetch(`${origin}/healthz`)).arrayBuffer();
    return performance.now() - started;
  };
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const sample = async () => {
    const times: number[] = [];
    for (let at = 0; at < 50; at += 1) times.push(await timePage());
    return median(times);
  };
  const atRest = await sample();
  const heavy = Array.from({ length: 6 }, (_, at) =>
    fetch(`${origin}/api/portal/invoices?count=true&sort=amount&q=${at}0`, { headers: { Cookie: large.cookie } }),
  );
  const underWork = await sample();
  await Promise.all(heavy);
  console.log(
    `${'/healthz while six heavy searches run, against at rest'.padEnd(58)} ${(underWork / atRest).toFixed(2).padStart(6)}`,
  );
}

async function report(name: string, subject: Subject, floors: { list: Measured; ticket: Measured }): Promise<void> {
  console.log(`\n${name}`);
  const memoryAtRest = await subject.megabytes();
  const plain = await list(subject, subject.small);
  row('signed-in list of 50 invoices, of the floor', plain.perSecond / floors.list.perSecond, plain);
  const creation = await measure({
    url: `${subject.origin}/api/portal/tickets`,
    seconds,
    headers: { Cookie: subject.small.cookie, Origin: subject.origin, ...json },
    body: ticket,
  });
  row('ticket creation, of the floor', creation.perSecond / floors.ticket.perSecond, creation);
  const first = await list(subject, subject.large);
  row('page 1 of 100,000: its cost, of page 1 of 50', plain.perSecond / first.perSecond, first);
  const late = await list(subject, subject.large, await cursorOf(subject, 1000));
  row('page 1,000 of 100,000: its cost, of page 1 of 50', plain.perSecond / late.perSecond, late);
  await responsiveness(subject);
  await measure({
    url: `${subject.origin}/api/portal/invoices`,
    seconds: soak,
    headers: { Cookie: subject.small.cookie },
  });
  console.log(`memory: ${memoryAtRest} MB at rest, ${await subject.megabytes()} MB after ${soak} s of load`);
}

cleanUpOnSignals();
try {
  await prepareWrk();
  const databaseUrl = await emptyDatabaseUrl();
  const onServer = await startSubject(databaseUrl);
  const floor = await startFloor(databaseUrl, onServer.small.id);
  const floors = {
    list: await measure({ url: floor, seconds }),
    ticket: await measure({ url: floor, seconds, headers: json, body: ticket }),
  };
  console.log('The floor: bare node:http on PostgreSQL, the same SQL, no session, no policies, no validation');
  row('list of 50 invoices', 1, floors.list);
  row('ticket insertion', 1, floors.ticket);
  await report('PostgreSQL', onServer, floors);
  await report('Embedded, of the same floor', await startSubject(undefined), floors);
} finally {
  await cleanUp();
}
