/**
 * `npm run bench -- api [seconds] [soak]`: what sessions, row-level security and validation cost, as ratios against a floor that is
 * measured in turns with them. Build first. It takes about ten minutes, on this machine only; a busy machine makes it noisy,
 * not wrong.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Signed, startSubject, type Subject } from './subject.ts';
import { cleanUp, cleanUpOnSignals, endWithParent, freePort, whenDone } from '../scripts/lib/processes.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import { compare, type Compared, type Load, measure, median, prepareWrk, readText } from './measure.ts';

interface Responsiveness {
  /** Milliseconds, the median. */
  atRest: number;
  underWork: number;
  longest: number;
}

/** Response time of a path that needs no database, while the engine searches, sorts and counts 100,000 rows. */
async function responsiveness({ origin, large }: Subject, path: string): Promise<Responsiveness> {
  const time = async () => {
    const started = performance.now();
    await readText(`${origin}${path}`);
    return performance.now() - started;
  };
  const rest: number[] = [];
  for (let at = 0; at < 100; at += 1) rest.push(await time());

  const search = async (at: number) => {
    const url = `${origin}/api/portal/invoices?count=true&sort=amount&q=${at}0`;
    await readText(url, { headers: { Cookie: large.cookie } });
  };
  const meanwhile: number[] = [];
  const working = new AbortController();
  const work = Promise.all(Array.from({ length: 12 }, (_, at) => search(at))).finally(() => working.abort());
  while (!working.signal.aborted) meanwhile.push(await time());
  await work;
  return { atRest: median(rest), underWork: median(meanwhile), longest: Math.max(...meanwhile) };
}

const seconds = Number(process.argv[2] ?? 4);
const soak = Number(process.argv[3] ?? 60);
const ticket = JSON.stringify({
  subject: 'Imprimante hors ligne',
  description: 'Depuis ce matin.',
  priority: 'medium',
});
const json = { 'Content-Type': 'application/json' };

const say = (what: string, figure: string, more = '') =>
  console.log(`${what.padEnd(58)} ${figure.padStart(6)}  ${more}`);
const row = (what: string, ratio: number, { rate, base }: Compared) =>
  say(what, ratio.toFixed(2), `${rate.toFixed(0)}/s beside ${base.toFixed(0)}/s`);

async function startFloor(databaseUrl: string, customerId: string): Promise<string> {
  const port = await freePort();
  const args = ['bench/floor.ts', databaseUrl, customerId, String(port)];
  const floor = endWithParent(spawn(process.execPath, args, { stdio: 'inherit' }));
  whenDone(async () => void floor.kill());
  const origin = `http://127.0.0.1:${port}/`;
  const isListening = () =>
    fetch(origin).then(
      () => true,
      () => false,
    );
  while (!(await isListening())) await wait(100);
  return origin;
}

const listOf = ({ origin }: Subject, { cookie }: Signed, query = ''): Load => ({
  url: `${origin}/api/portal/invoices${query}`,
  seconds,
  headers: { Cookie: cookie },
});

/** The query of the nth page. */
async function pageAt({ origin, large }: Subject, pages: number): Promise<string> {
  let query = '';
  for (let at = 1; at < pages; at += 1) {
    const text = await readText(`${origin}/api/portal/invoices${query}`, { headers: { Cookie: large.cookie } });
    const { nextCursor } = JSON.parse(text) as { nextCursor: string };
    query = `?cursor=${encodeURIComponent(nextCursor)}`;
  }
  return query;
}

async function report(name: string, subject: Subject, floor: string): Promise<void> {
  console.log(`\n${name}`);
  const memoryAtRest = subject.megabytes();
  const small = listOf(subject, subject.small);
  const list = await compare(small, { url: floor, seconds });
  row('signed-in list of 50 invoices, of the floor', list.ratio, list);
  // From many customers, as one alone would reach the rate limit; the floor gets the same cookies.
  const cookies = subject.writers;
  const headers = { Origin: subject.origin, ...json };
  const creation = await compare(
    { url: `${subject.origin}/api/portal/tickets`, seconds, headers, body: ticket, cookies },
    { url: floor, seconds, headers: json, body: ticket, cookies },
  );
  row('ticket creation, of the floor', creation.ratio, creation);
  const first = await compare(listOf(subject, subject.large), small);
  row('page 1 of 100,000 invoices: its cost, of page 1 of 50', 1 / first.ratio, first);
  const late = await compare(listOf(subject, subject.large, await pageAt(subject, 1000)), small);
  row('page 1,000 of 100,000 invoices: its cost, of page 1 of 50', 1 / late.ratio, late);
  for (const path of ['/healthz', '/services']) {
    const { atRest, underWork, longest } = await responsiveness(subject, path);
    const milliseconds = `${atRest.toFixed(1)} ms at rest, ${underWork.toFixed(1)} ms (at most ${longest.toFixed(0)} ms) meanwhile`;
    say(`${path} while heavy searches run, against at rest`, (underWork / atRest).toFixed(2), milliseconds);
  }
  for (const [what, query] of [
    ['sorted by amount', '?sort=amount'],
    ['searched', '?q=8999'],
    ['searched for what is not there', '?q=nowhere'],
    ['sorted and filtered', '?sort=dueDate&status=overdue'],
  ] as const) {
    const asked = await compare(listOf(subject, subject.large, query), small);
    row(`100,000 invoices ${what}: its cost, of page 1 of 50`, 1 / asked.ratio, asked);
  }
  await measure({ ...small, seconds: soak });
  say('memory', '', `${memoryAtRest} MB at rest, ${subject.megabytes()} MB after ${soak} s of load`);
}

/** One instance alone, then two with the same load each. */
async function scaling(subject: Subject): Promise<void> {
  const second = await subject.startInstance();
  const load = listOf(subject, subject.small);
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const alone = await measure(load);
    const both = await Promise.all([
      measure(load),
      measure({ ...load, url: load.url.replace(subject.origin, second) }),
    ]);
    ratios.push((both[0].perSecond + both[1].perSecond) / alone.perSecond);
  }
  const cores = availableParallelism();
  say(
    'two instances on one PostgreSQL, of one',
    median(ratios).toFixed(2),
    cores < 4 ? `on ${cores} cores, shared with the database and wrk: too few to tell` : `on ${cores} cores`,
  );
}

cleanUpOnSignals();
try {
  await prepareWrk();
  const databaseUrl = (await startPostgres()).url;
  const onServer = await startSubject(databaseUrl);
  const floor = await startFloor(databaseUrl, onServer.small.id);
  console.log('The floor: bare node:http on PostgreSQL, the same SQL, no session, no policies, no validation.');
  await report('PostgreSQL', onServer, floor);
  await scaling(onServer);
  // Minutes later it would still be sending mails about the tickets.
  await onServer.stop();
  await report('Embedded, of the same floor', await startSubject(undefined), floor);
} finally {
  await cleanUp();
}
