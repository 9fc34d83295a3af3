import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSource, server as postgres } from '#api/db/connect.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { makeCustomer, makeCustomers, makeStaff, makeUser, secret } from '#tests/support/api.ts';
import { createOwnerDatabase, hasPostgres, type OwnerDatabase } from '#tests/support/database.ts';
import { readEvents } from '#tests/support/event-stream.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { startS3Server } from '#tests/support/s3-server.ts';
import {
  bundleServer,
  killServers,
  password,
  type RunningServer,
  startServer,
  waitUntilReady,
} from '#tests/support/server.ts';
import { eventually } from '#tests/support/eventually.ts';

const rounds = 40;
const atOnce = 24;

describe.runIf(hasPostgres)('two instances behind PgBouncer in transaction mode, with files in S3', () => {
  let owned: OwnerDatabase;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let mailbox: Awaited<ReturnType<typeof startMailServer>>;
  let bucket: Awaited<ReturnType<typeof startS3Server>>;
  let one: RunningServer;
  let other: RunningServer;
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'pgbouncer-instance-')));

  beforeAll(async () => {
    bundleServer();
    owned = await createOwnerDatabase();
    // Three connections for both instances: every transaction shares one with those of other customers.
    pooler = await startPgBouncer(owned.servingUrl, { default_pool_size: 3 });
    mailbox = await startMailServer();
    bucket = await startS3Server();
    const settings = {
      DATABASE_URL: pooler.url,
      MIGRATION_DATABASE_URL: owned.url,
      LISTEN_DATABASE_URL: owned.servingUrl,
      AUTH_SECRET: secret,
      S3_URL: bucket.url,
      SMTP_URL: mailbox.url,
    };
    // Both at once on an empty database. Nothing on a disk is shared.
    [one, other] = (await Promise.all(folders.map((folder) => startServer({ ...settings, DATA_DIR: folder })))) as [
      RunningServer,
      RunningServer,
    ];
    await Promise.all([one, other].map(waitUntilReady));
  });

  afterAll(async () => {
    killServers();
    await pooler.stop();
    await mailbox.close();
    await bucket.close();
    await owned.drop();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  /** Past the pooler, as the owner. */
  async function prepare<T>(work: (database: Awaited<ReturnType<typeof openSource>>) => Promise<T>): Promise<T> {
    const database = await openSource(postgres(owned.url), createLog('silent'));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  const get = (instance: RunningServer, path: string, cookie: string) =>
    instance.fetch(path, { headers: { Cookie: cookie } });

  test('a session is opened on one and ended on the other', async () => {
    const email = await prepare(async (database) => {
      const { id } = await makeCustomer(database, 'Cabinet Masséna');
      return (await makeUser(database, { customerId: id, password })).email;
    });
    const cookie = await one.signIn(email, password);
    expect((await get(other, '/api/portal/customers/current', cookie)).status).toBe(200);
    expect((await other.post('/api/auth/sign-out', {}, { Cookie: cookie })).status).toBe(200);
    expect((await get(one, '/api/portal/customers/current', cookie)).status).toBe(401);
  });

  test('a ticket that is opened on one is announced on the other', async () => {
    const { cookie } = await prepare((database) => makeCustomer(database, 'Live'));
    const stream = readEvents(await get(other, '/api/portal/events', cookie));
    expect(await stream.next()).toMatchObject({ type: 'reread' });
    const ticket = { subject: 'Live', description: 'From the other instance.' };
    expect((await one.post('/api/portal/tickets', ticket, { Cookie: cookie })).status).toBe(201);
    expect(await stream.next()).toBeDefined();
    await stream.close();
  });

  test('a file that is uploaded to one is read from the other, and no instance keeps it', async () => {
    const { cookie } = await prepare((database) => makeCustomer(database, 'Files'));
    const opened = await one.post('/api/portal/tickets', { subject: 's', description: 'd' }, { Cookie: cookie });
    const { id } = (await opened.json()) as { id: string };
    const uploaded = await one.fetch(`/api/portal/tickets/file?id=${id}&name=note.txt`, {
      method: 'PUT',
      headers: { Origin: one.url, Cookie: cookie, 'Content-Type': 'application/octet-stream' },
      body: 'Read me elsewhere.',
    });
    expect(uploaded.status).toBe(201);
    const file = (await uploaded.json()) as { id: string };
    const downloaded = await get(other, `/api/portal/tickets/file?id=${file.id}`, cookie);
    expect([downloaded.status, await downloaded.text()]).toEqual([200, 'Read me elsewhere.']);
    expect(bucket.objects.size).toBeGreaterThan(0);
    for (const folder of folders) {
      const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(kept.map(({ name }) => name)).toEqual([]);
    }
  });

  test('every mail is sent once', async () => {
    const emails = Array.from({ length: 12 }, (_, at) => `once-${at}@cabinet.example`);
    await Promise.all(
      emails.map((email, at) => (at % 2 === 0 ? one : other).post('/api/auth/sign-up', { email, password })),
    );
    const received = () => mailbox.received.flatMap(({ to }) => to).filter((to) => to.startsWith('once-'));
    await eventually(() => expect(received().length).toBeGreaterThanOrEqual(emails.length));
    expect(received().toSorted()).toEqual(emails.toSorted());
  });

  test('no request sees or writes what belongs to another customer whose transactions share its connection', async () => {
    const { customers, staff } = await prepare(async (database) => {
      const made = await makeCustomers(database, 6);
      for (const { id, name } of made) {
        await asOperator(database, (tx) =>
          tx.execute(sql`INSERT INTO invoices (customer_id, number, amount, due_date, status)
            SELECT ${id}, ${name} || '-' || n, n, date '2030-01-01', 'pending' FROM generate_series(1, 5) AS n`),
        );
      }
      return { customers: made, staff: await makeStaff(database) };
    });
    const others = (name: string) => customers.filter((customer) => customer.name !== name).map((each) => each.name);
    const failures: string[] = [];
    let checked = 0;

    async function check(at: number): Promise<void> {
      const instance = Math.random() < 0.5 ? one : other;
      const { name, cookie } = customers[at % customers.length] ?? { name: '', cookie: '' };
      const kind = Math.floor(Math.random() * 7);
      // Without a session, as staff, and requests that end before their response.
      if (kind === 0) {
        const response = await get(instance, '/api/portal/invoices', 'portal.session_token=forged.forged');
        if (response.status !== 401) failures.push(`a forged session got ${response.status}`);
        await response.arrayBuffer();
        return;
      }
      if (kind === 1) {
        const response = await get(instance, '/api/desk/tickets', staff.cookie);
        if (response.status !== 200) failures.push(`staff got ${response.status}`);
        await response.arrayBuffer();
        return;
      }
      if (kind === 2) {
        const aborted = AbortSignal.timeout(Math.ceil(Math.random() * 20));
        await instance
          .fetch('/api/portal/tickets', { headers: { Cookie: cookie }, signal: aborted })
          .catch(() => undefined);
        return;
      }
      const body = { subject: `of ${name}`, description: `of ${name}` };
      const path = ['invoices?count=true', 'tickets', 'customers/current'][at % 3] ?? '';
      const response =
        kind === 3
          ? await instance.post('/api/portal/tickets', body, { Cookie: cookie })
          : await get(instance, `/api/portal/${path}`, cookie);
      const text = await response.text();
      if (response.status !== (kind === 3 ? 201 : 200)) failures.push(`${name} got ${response.status} ${text}`);
      else if (!text.includes(name) && path !== 'tickets') failures.push(`${name} did not see its own rows: ${text}`);
      if (others(name).some((foreign) => text.includes(foreign))) failures.push(`${name} saw ${text}`);
      checked += 1;
    }

    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(Array.from({ length: atOnce }, (_, at) => check(at)));
    }
    expect(failures).toEqual([]);
    expect(checked).toBeGreaterThan(rounds);
    const wrong = await prepare((database) =>
      asOperator(database, (tx) =>
        tx.execute(sql`SELECT subject FROM tickets JOIN customers ON customers.id = customer_id
          WHERE subject LIKE 'of %' AND subject <> 'of ' || customers.name`),
      ),
    );
    expect(wrong.rows).toEqual([]);
  });
});
