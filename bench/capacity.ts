/**
 * `npm run bench -- capacity [seconds]`: what docs/scaling.md computes with. CPU time by kind of request, in the server and in
 * PostgreSQL, against a bare node:http server in the same run; bytes in the database by kind of row; memory of a live connection.
 * About five minutes.
 */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { openDatabase } from '#api/db/connect.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { createLog } from '#api/lib/log.ts';
import { keyPrefix, keyScopes, shownKeyLength } from '#contract/key-scopes.ts';
import { makeCustomer, makeCustomers, makeStaff, secret } from '#tests/support/api.ts';
import { residentMegabytes, type RunningServer, startBuiltServer } from '#tests/support/server.ts';
import { startPostgres } from '../scripts/lib/postgres.ts';
import {
  cleanUp,
  cleanUpOnSignals,
  endWithParent,
  freePort,
  makeTemporaryFolder,
  whenDone,
} from '../scripts/lib/processes.ts';
import { costsOf, cpuMsOf, cpuMsOfTree, findPostmaster, measureCpu } from './cpu.ts';
import { type Load, median, prepareWrk } from './measure.ts';
import { addInvoices } from './subject.ts';

const seconds = Number(process.argv[2] ?? 3);
const rounds = 3;
const rowCount = 1000;

async function seed(databaseUrl: string) {
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, createLog('silent'));
  const key = keyPrefix + randomBytes(32).toString('base64url');
  const reader = await makeCustomer(database, 'Reader');
  const staff = await makeStaff(database);
  const customers = await makeCustomers(database, 50);
  await addInvoices(database, reader.id, 50);
  await asOperator(database, (tx) =>
    tx.execute(sql`INSERT INTO api_keys (id, name, prefix, token_hash, scopes, created_by, created_at, expires_at)
      VALUES (${randomUUID()}, 'Bench', ${key.slice(0, shownKeyLength)}, ${hashToken(key)}, ${`{${keyScopes.join(',')}}`}, ${randomUUID()},
        now(), now() + interval '1 day')`),
  );
  await database.close();
  return { reader, staff, customers, key };
}

/** Does it as often, eight at a time; returns what each resulted in. */
async function repeat<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const run = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await work(at);
  };
  await Promise.all(Array.from({ length: 8 }, run));
  return results;
}

async function expectStatus(response: Response, ...expected: number[]): Promise<Record<string, string>> {
  const text = await response.text();
  if (!expected.includes(response.status)) throw new Error(`${response.url} returned ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, string>;
}

type Sizes = Map<string, number>;

async function readSizes(databaseUrl: string): Promise<Sizes> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `SELECT relname::text AS name, pg_total_relation_size(oid)::double precision AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  await client.end();
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Bytes in all tables and their indexes for one of what `work` makes. */
async function reportBytes(databaseUrl: string, what: string, count: number, work: () => Promise<unknown>) {
  const before = await readSizes(databaseUrl);
  await work();
  const grown = [...(await readSizes(databaseUrl))]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / count }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((a, b) => b.bytes - a.bytes);
  const total = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  const parts = grown.slice(0, 5).map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`);
  console.log(`${what.padEnd(22)}${total.toFixed(0).padStart(7)} bytes: ${parts.join(', ')}`);
}

async function startFloor() {
  const port = await freePort();
  const program = `require('node:http').createServer((_, response) => response.end('ok')).listen(${port}, '127.0.0.1')`;
  const floor = endWithParent(spawn(process.execPath, ['-e', program], { stdio: 'inherit' }));
  whenDone(async () => void floor.kill());
  await wait(500);
  return { url: `http://127.0.0.1:${port}/`, pid: floor.pid ?? 0 };
}

type Seeded = Awaited<ReturnType<typeof seed>>;

async function reportRows(databaseUrl: string, server: RunningServer, { customers, key }: Seeded) {
  const cookieAt = (at: number) => customers[at % customers.length]?.cookie ?? '';
  const text =
    'Depuis ce matin, l’imprimante du premier étage ne répond plus. Nous avons redémarré le poste et le commutateur. '.repeat(
      4,
    );
  const ids: string[] = [];
  await reportBytes(databaseUrl, 'a ticket', rowCount, async () => {
    const made = await repeat(rowCount, async (at) => {
      const body = { subject: `Imprimante hors ligne ${at}`, description: text };
      return expectStatus(await server.post('/api/portal/tickets', body, { Cookie: cookieAt(at) }), 201);
    });
    ids.push(...made.map(({ id = '' }) => id));
  });
  await reportBytes(databaseUrl, 'a message', rowCount, () =>
    repeat(rowCount, async (at) => {
      const headers = { Cookie: cookieAt(at), 'Idempotency-Key': randomUUID() };
      await expectStatus(
        await server.post('/api/portal/tickets/reply', { id: ids[at], body: `${at} ${text}` }, headers),
        201,
      );
    }),
  );
  const uploads = rowCount / 4;
  await reportBytes(databaseUrl, 'a file (its row)', uploads, () =>
    repeat(uploads, async (at) => {
      const headers = { Cookie: cookieAt(at), Origin: server.url, 'Content-Type': 'application/octet-stream' };
      const path = `/api/portal/tickets/file?id=${ids[at]}&name=note-${at}.txt`;
      await expectStatus(await server.fetch(path, { method: 'PUT', headers, body: `note ${at}` }), 201);
    }),
  );
  await reportBytes(databaseUrl, 'an invoice', rowCount, () =>
    pushInvoices(server, key, customers[0]?.name ?? '', rowCount),
  );
  return ids;
}

const pushInvoices = async (server: RunningServer, key: string, customer: string, count: number) => {
  const batch = randomBytes(4).toString('hex');
  await repeat(count, async (at) => {
    const response = await server.fetch(`/api/v1/invoices/FA-${batch}-${at}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ customer, amount: '1250.50', dueDate: '2026-12-31', status: 'pending' }),
    });
    await expectStatus(response, 200, 201);
  });
  return count;
};

async function reportCpu(server: RunningServer, postmaster: number, seeded: Seeded, ticketId: string) {
  const floor = await startFloor();
  const { reader, staff, customers, key } = seeded;
  const clocks = [() => cpuMsOf(server.pid), () => cpuMsOfTree(postmaster)];
  const get = (path: string, cookie: string): Load => ({
    url: `${server.url}${path}`,
    seconds,
    headers: { Cookie: cookie },
  });
  const owner = customers[0] ?? { cookie: '', name: '' };
  const wrk = (load: Load) => () => measureCpu(load, clocks);
  const kinds: Record<string, () => Promise<number[]>> = {
    'static page': wrk(get('/', '')),
    'portal list': wrk(get('/api/portal/invoices', reader.cookie)),
    'ticket page, details': wrk(get(`/api/portal/tickets/detail?id=${ticketId}`, owner.cookie)),
    'ticket page, messages': wrk(get(`/api/portal/tickets/thread?id=${ticketId}`, owner.cookie)),
    'desk queue': wrk(get('/api/desk/tickets', staff.cookie)),
    'API push': () => costsOf(() => pushInvoices(server, key, owner.name, 300), clocks),
  };
  const floors: number[] = [];
  const measured: Record<string, number[][]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    const [cost = 0] = await measureCpu({ url: floor.url, seconds }, [() => cpuMsOf(floor.pid)]);
    floors.push(cost);
    for (const [name, run] of Object.entries(kinds)) {
      const found = await run();
      // The first round is for the JIT compiler.
      if (round > 0) (measured[name] ??= []).push(found);
    }
  }
  const base = median(floors.slice(1));
  console.log(`\nCPU ms per request; the floor, a bare node:http server, takes ${base.toFixed(3)}`);
  for (const [name, all] of Object.entries(measured)) {
    const [ours = 0, theirs = 0] = [0, 1].map((at) => median(all.map((one) => one[at] ?? 0)));
    console.log(
      `${name.padEnd(22)} server ${ours.toFixed(2)}, PostgreSQL ${theirs.toFixed(2)}; ${(ours / base).toFixed(1)} of the floor; ` +
        `${(1000 / (ours + theirs)).toFixed(0)} a second and core, ${(1000 / ours).toFixed(0)} an instance`,
    );
  }
}

async function reportStreams(server: RunningServer, { customers }: Seeded) {
  await wait(3_000);
  const before = residentMegabytes(server.pid);
  const perUser = 4;
  const stopping = new AbortController();
  const opened = await repeat(customers.length * perUser, async (at) => {
    const headers = { Cookie: customers[at % customers.length]?.cookie ?? '' };
    return (await server.fetch('/api/portal/events', { headers, signal: stopping.signal })).status;
  });
  await wait(3_000);
  const count = opened.filter((status) => status === 200).length;
  console.log(`\n${count} live connections: ${residentMegabytes(server.pid) - before} MB more than without`);
  stopping.abort();
}

cleanUpOnSignals();
try {
  await prepareWrk();
  const { url } = await startPostgres();
  const seeded = await seed(url);
  const dataDir = makeTemporaryFolder('bench-capacity');
  const server = await startBuiltServer({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    READ_LIMIT: '0',
    TICKET_LIMIT: '0',
    UPLOAD_LIMIT: '0',
  });
  whenDone(async () => void (await server.stop()));
  const ids = await reportRows(url, server, seeded);
  await reportCpu(server, await findPostmaster(url), seeded, ids[0] ?? '');
  await reportStreams(server, seeded);
} finally {
  await cleanUp();
}
