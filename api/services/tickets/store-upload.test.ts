import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { applyRetention } from '#main/admin/retention/apply-retention.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { createLog } from '#api/lib/log.ts';
import { createMailReader } from '#api/mail/inbound/mail-reader.ts';
import { acceptMail } from '#api/services/mail-in/accept-mail.ts';
import { readReceived } from '#api/services/mail-in/read-received.ts';
import { createReplyAddress } from '#api/services/mail-in/reply-token.ts';
import { mail, multipart, text } from '#tests/fixtures/mails/build-mail.ts';
import { type Api, browser, makeUser, openApi, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'uploads-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const settings = { readLimit: 0, dataDir, uploadLimit: 0, storageLimit: 0 };
const kilobytes = (count: number, letter: string) => Buffer.alloc(count * 1024, letter);

describeApi({ settings: { ...settings, ticketLimit: 0 } }, ({ database, api, customer }) => {
  type User = Awaited<ReturnType<typeof makeUser>>;
  const newUser = () => makeUser(database, { customerId: customer.id });
  const open = async (user: User = customer) => {
    const opened = await browser(api, user).post('/api/portal/tickets', { subject: 'A', description: 'B' });
    return opened.body.id as string;
  };
  /** A body whose length is declared, as browsers do, or an open one. */
  const put = async (to: Api, user: User, ticket: string, body: Buffer | ReadableStream, side = 'portal') => {
    const response = await to.request(`/api/${side}/tickets/file?id=${ticket}&name=a.txt`, {
      method: 'PUT',
      headers: {
        Host: 'portal.test',
        Origin: siteUrl,
        Cookie: user.cookie.split(';')[0] ?? '',
        'Content-Type': 'application/octet-stream',
        ...(body instanceof Buffer && { 'Content-Length': String(body.length) }),
      },
      body,
      duplex: 'half',
    } as RequestInit);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const unread = () => {
    let isRead = false;
    const body = new ReadableStream(
      {
        pull: (stream) => {
          isRead = true;
          stream.enqueue(Buffer.from('text'));
          stream.close();
        },
      },
      { highWaterMark: 0 },
    );
    return { body, isRead: () => isRead };
  };
  /** A body that ends after the work. */
  const bodyWhile = (content: string, work: () => Promise<unknown>) =>
    new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from(content)),
      pull: async (stream) => {
        await work();
        stream.close();
      },
    });

  const namesIn = (folder: string) =>
    existsSync(join(dataDir, 'files', folder)) ? readdirSync(join(dataDir, 'files', folder)) : [];
  const onDisk = () => [...namesIn(customer.id), ...namesIn('incoming')].toSorted();
  const rowsOf = async (query: string) => (await asOperator(database, (tx) => tx.execute(sql.raw(query)))).rows;
  const reservations = () => rowsOf('SELECT * FROM upload_reservations');
  const removeMember = (user: User) => rowsOf(`DELETE FROM memberships WHERE user_id = '${user.userId}'`);

  test('more files in an hour than a user may send: not a byte is read, and nothing is stored', async () => {
    const limited = await openApi(database, { ...settings, ticketLimit: 60 });
    const user = await newUser();
    const id = await open(user);
    await rowsOf(`INSERT INTO attachments (ticket_id, customer_id, file_name, content_type, size, sha256, state, uploaded_by)
      SELECT '${id}', '${customer.id}', 'a.txt', 'text/plain', 1, repeat('a', 64), 'unscanned', '${user.userId}' FROM generate_series(1, 99)`);
    expect((await put(limited, user, id, Buffer.from(`the hundredth ${id}`))).status).toBe(201);
    const before = onDisk();
    const { body, isRead } = unread();
    const refused = await put(limited, user, id, body);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(isRead()).toBe(false);
    expect(onDisk()).toEqual(before);
    expect(await reservations()).toEqual([]);
    // TICKET_LIMIT=0 lifts it, as the limits of tickets and replies.
    expect((await put(api, user, id, Buffer.from(`one more ${id}`))).status).toBe(201);
  });

  test('bytes of a user in an hour, counted as declared', async () => {
    const limited = await openApi(database, { ...settings, uploadLimit: 1 });
    const [user, colleague] = [await newUser(), await newUser()];
    const id = await open();
    expect((await put(limited, user, id, kilobytes(600, 'a'))).status).toBe(201);
    const before = onDisk();
    expect((await put(limited, user, id, kilobytes(600, 'b'))).status).toBe(429);
    // It may have 25 MB.
    expect((await put(limited, user, id, unread().body)).status).toBe(429);
    expect(onDisk()).toEqual(before);
    expect((await put(limited, user, id, kilobytes(400, 'c'))).status).toBe(201);
    expect((await put(limited, colleague, id, kilobytes(600, 'd'))).status).toBe(201);
    await rowsOf(
      `UPDATE attachments SET created_at = created_at - interval '61 minutes' WHERE uploaded_by = '${user.userId}'`,
    );
    expect((await put(limited, user, id, kilobytes(600, 'e'))).status).toBe(201);
  });

  test('uploads at the same time count each other', async () => {
    const limited = await openApi(database, { ...settings, uploadLimit: 1 });
    const user = await newUser();
    const id = await open(user);
    const sent = await Promise.all(
      ['f', 'g', 'h', 'i'].map((letter) => put(limited, user, id, kilobytes(400, letter))),
    );
    expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 201, 429, 429]);
    expect(await reservations()).toEqual([]);
  });

  test('four at once per user: a fifth is refused before it is read, and may come later', async () => {
    const user = await newUser();
    const id = await open(user);
    const released = Promise.withResolvers<void>();
    const sent = [0, 1, 2, 3].map((nth) =>
      put(
        api,
        user,
        id,
        bodyWhile(`slow ${nth} ${id}`, () => released.promise),
      ),
    );
    while ((await reservations()).length < sent.length) await wait(10);
    const { body, isRead } = unread();
    expect((await put(api, user, id, body)).status).toBe(429);
    expect(isRead()).toBe(false);
    expect((await put(api, customer, id, Buffer.from(`another user ${id}`))).status).toBe(201);
    released.resolve();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await put(api, user, id, Buffer.from(`later ${id}`))).status).toBe(201);
  });

  test('what all users of a customer store in total', async () => {
    const id = await open();
    const [{ bytes } = {}] = await rowsOf(
      `SELECT sum(size) AS bytes FROM attachments WHERE customer_id = '${customer.id}'`,
    );
    const limited = await openApi(database, { ...settings, storageLimit: Math.ceil(Number(bytes) / 2 ** 20) });
    const staff = await setUpDesk(database, api).desk({ permissions: ['support'] });
    const before = onDisk();
    const full = { status: 507, body: { error: { code: 'quota_exceeded' } } };
    expect(await put(limited, await newUser(), id, kilobytes(1024, 'j'))).toMatchObject(full);
    expect(await put(limited, staff, id, kilobytes(1024, 'k'), 'desk')).toMatchObject(full);
    expect(onDisk()).toEqual(before);
    expect(await reservations()).toEqual([]);
  });

  test('a file that is rejected, cut off or too large leaves nothing', async () => {
    const user = await newUser();
    const id = await open(user);
    const before = onDisk();
    const cut = new ReadableStream({
      start: (stream) => stream.enqueue(kilobytes(100, 'l')),
      pull: (stream) => stream.error(new Error('aborted')),
    });
    expect((await put(api, user, id, cut)).status).toBe(400);
    expect((await put(api, user, id, Buffer.from('<html><script>'))).status).toBe(422);
    expect((await put(api, user, id, Buffer.alloc(25 * 1024 * 1024 + 1))).status).toBe(413);
    expect(onDisk()).toEqual(before);
    expect(await reservations()).toEqual([]);
  });

  test('an author who is removed meanwhile leaves nothing, but for a file that another row names', async () => {
    const id = await open();
    const content = `shared ${id}`;
    const [first, second] = [await newUser(), await newUser()];
    const before = onDisk();
    expect(
      (
        await put(
          api,
          first,
          id,
          bodyWhile(content, () => removeMember(first)),
        )
      ).status,
    ).toBe(404);
    expect(onDisk()).toEqual(before);
    expect(await reservations()).toEqual([]);
    expect((await put(api, customer, id, Buffer.from(content))).status).toBe(201);
    const shared = onDisk();
    expect(
      (
        await put(
          api,
          second,
          id,
          bodyWhile(content, () => removeMember(second)),
        )
      ).status,
    ).toBe(404);
    expect(onDisk()).toEqual(shared);
  });

  test('the same file at once, of which one upload fails: the other one has its file', async () => {
    const id = await open();
    for (let round = 0; round < 10; round += 1) {
      const content = `round ${round} of ${id}`;
      const removed = await newUser();
      const [kept] = await Promise.all([
        put(api, customer, id, Buffer.from(content)),
        put(
          api,
          removed,
          id,
          bodyWhile(content, () => removeMember(removed)),
        ),
      ]);
      const read = await api.request(`/api/portal/tickets/file?id=${kept.body.id}`, {
        headers: { Host: 'portal.test', Cookie: customer.cookie.split(';')[0] ?? '' },
      });
      expect([read.status, await read.text()]).toEqual([200, content]);
    }
  });

  test('a reply by mail whose files are over a limit is held, and leaves none of them', async () => {
    const user = await newUser();
    const id = await open(user);
    const files = {
      ...openFiles({ dataDir, s3Url: undefined, clamd: undefined }),
      limits: { maxFiles: 0, maxBytes: 1000, maxStored: 0 },
    };
    const to = await createReplyAddress(database.pool, {
      ticketId: id,
      userId: user.userId,
      domain: 'support.example',
    });
    const [headers, body] = multipart('mixed', [
      text('Two files.'),
      { type: 'text/plain', name: 'small.txt', content: `small ${id}` },
      { type: 'text/plain', name: 'large.txt', content: 'x'.repeat(1000) },
    ]);
    const before = onDisk();
    const address = { domain: 'support.example', addresses: [] };
    const policy = { siteHost: 'portal.test', ownAddresses: [], authservId: undefined, ...address };
    const reader = createMailReader();
    const deps = { database, files, policy, reader, log: createLog('silent') };
    const content = (async function* bytes() {
      yield mail({ From: user.email, ...headers }, body);
    })();
    await acceptMail(deps, { envelope: { sender: user.email, recipients: [to] }, content });
    const [row] = await rowsOf(`SELECT id FROM inbound_mails WHERE ticket_id = '${id}'`);
    const received = await readReceived(deps, String(row?.['id']));
    await reader.close();
    expect(received).toEqual({ state: 'held', reason: 'not_accepted' });
    expect(onDisk()).toEqual(before);
    expect(await reservations()).toEqual([]);
  });

  test('the reservation of a killed server expires', async () => {
    const limited = await openApi(database, { ...settings, uploadLimit: 1 });
    const user = await newUser();
    const id = await open(user);
    const reserve = (expiry: string) =>
      rowsOf(`INSERT INTO upload_reservations (ticket_id, customer_id, user_id, size, expires_at)
        VALUES ('${id}', '${customer.id}', '${user.userId}', ${1024 * 1024}, now() + interval '${expiry}')`);
    await reserve('1 minute');
    expect((await put(limited, user, id, kilobytes(1, 'm'))).status).toBe(429);
    await rowsOf(`UPDATE upload_reservations SET expires_at = now()`);
    expect((await put(limited, user, id, kilobytes(1, 'm'))).status).toBe(201);
    expect(await reservations()).toEqual([]);
    await reserve('-1 minute');
    const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
    await applyRetention({ connection: database.pool, dataDir, files, now: new Date() });
    expect(await reservations()).toEqual([]);
  });
});
