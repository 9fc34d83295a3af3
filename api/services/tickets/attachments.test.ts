import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { scanHandlers } from './scan-files.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';
import { makeCustomer, makeUser, openApi, siteUrl } from '#tests/support/api.ts';
import { startClamd, testSignature } from '#tests/support/clamd.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { eicar, jpeg, pdf, png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'attachments-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const settings = { readLimit: 0, ticketLimit: 0, dataDir };
const hasClamd = await hasSystemPart('clamd');

describeApi({ settings }, ({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const visitor = portal(customer);
  let staff: Awaited<ReturnType<typeof desk>>;
  beforeAll(async () => {
    staff = await desk({ permissions: ['support'] });
  });

  const send = async (cookie: string, path: string, content: Buffer | string, headers: Record<string, string> = {}) => {
    const response = await api.request(path, {
      method: 'PUT',
      headers: {
        Host: 'portal.test',
        Origin: siteUrl,
        Cookie: cookie,
        'Content-Type': 'application/octet-stream',
        ...headers,
      },
      body: Buffer.from(content),
    });
    return { status: response.status, body: await response.json() };
  };
  const upload = (
    ticket: string,
    name: string,
    content: Buffer | string,
    who: { cookie: string } = customer,
    side = 'portal',
  ) =>
    send(
      who.cookie.split(';')[0] ?? '',
      `/api/${side}/tickets/file?${new URLSearchParams({ id: ticket, name })}`,
      content,
    );
  const download = async (id: string, who: { cookie: string } = customer, side = 'portal', more = '') => {
    const response = await api.request(`/api/${side}/tickets/file?id=${id}${more}`, {
      headers: { Host: 'portal.test', Cookie: who.cookie.split(';')[0] ?? '' },
    });
    return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
  };
  const open = async () =>
    (await visitor.post('/api/portal/tickets', { subject: 'Printer', description: 'It smokes.' })).body.id as string;
  const reply = (id: string, fileIds: string[], headers = {}) =>
    visitor.post('/api/portal/tickets/reply', { id, body: 'See the file.', fileIds }, headers);
  const incoming = () => readdirSync(join(dataDir, 'files/incoming'));

  test('a file is uploaded, sent with a reply and downloaded by both sides', async () => {
    const id = await open();
    const uploaded = await upload(id, '../Réport.exe.pdf', pdf);
    expect(uploaded).toMatchObject({
      status: 201,
      body: {
        fileName: 'Réport_exe.pdf',
        contentType: 'application/pdf',
        size: pdf.length,
        state: 'unscanned',
        isSent: false,
      },
    });
    const fileId = uploaded.body.id as string;
    expect((await download(fileId, staff, 'desk')).status).toBe(404);
    const replied = await reply(id, [fileId]);
    expect(replied.status).toBe(201);
    const { files } = (await visitor.get(`/api/portal/tickets/files?id=${id}`)).body;
    expect(files).toMatchObject([{ id: fileId, messageId: replied.body.messageId, isSent: true }]);
    for (const [who, side] of [
      [customer, 'portal'],
      [staff, 'desk'],
    ] as const) {
      const { status, headers, content } = await download(fileId, who, side, '&inline=1');
      expect(status).toBe(200);
      expect(content.equals(pdf)).toBe(true);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="R_port_exe.pdf"; filename*=UTF-8''R%C3%A9port_exe.pdf`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'private, no-cache',
      });
    }
    expect(incoming()).toEqual([]);
  });

  test('only images are shown, and only if asked for', async () => {
    const id = await open();
    for (const [name, content, type] of [
      ['a.png', png, 'image/png'],
      ['a.jpg', jpeg, 'image/jpeg'],
    ] as const) {
      const { body } = await upload(id, name, content);
      const shown = await download(body.id, customer, 'portal', '&inline=1');
      expect(shown.headers.get('content-type')).toBe(type);
      expect(shown.headers.get('content-disposition')).toMatch(/^inline;/);
      expect(shown.headers.get('content-security-policy')).toContain('sandbox');
      const saved = await download(body.id);
      expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
    }
    const { body } = await upload(id, 'both.png', Buffer.concat([png, Buffer.from('<script>')]));
    const both = await download(body.id, customer, 'portal', '&inline=1');
    expect(both.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('a file that is not accepted leaves nothing', async () => {
    const id = await open();
    for (const [name, content, status, code] of [
      ['a.txt', '', 422, 'file_empty'],
      ['a.svg', '<svg/>', 422, 'file_type_not_allowed'],
      ['a.html', '<p>', 422, 'file_type_not_allowed'],
      ['a.png', '<svg/>', 422, 'file_type_mismatch'],
      ['a.txt', Buffer.alloc(25 * 1024 * 1024 + 1, 'a'), 413, 'payload_too_large'],
    ] as const) {
      expect(await upload(id, name, content)).toMatchObject({ status, body: { error: { code } } });
    }
    expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toEqual([]);
    expect(incoming()).toEqual([]);
    const path = `/api/portal/tickets/file?id=${id}&name=a.txt`;
    const cookie = customer.cookie.split(';')[0] ?? '';
    expect((await send(cookie, path, 'text', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await send(cookie, path, 'text', { Origin: 'https://attacker.example' })).status).toBe(403);
    expect((await send('', path, 'text')).status).toBe(401);
    expect((await send(cookie, `${path}${'x'.repeat(1001)}`, 'text')).status).toBe(400);
  });

  test('a body that is cut off leaves nothing', async () => {
    const id = await open();
    const cut = new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from('the first half')),
      pull: (stream) => stream.error(new Error('aborted')),
    });
    const response = await api.request(`/api/portal/tickets/file?id=${id}&name=a.txt`, {
      method: 'PUT',
      headers: {
        Host: 'portal.test',
        Origin: siteUrl,
        Cookie: customer.cookie.split(';')[0] ?? '',
        'Content-Type': 'application/octet-stream',
      },
      body: cut,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(400);
    expect(incoming()).toEqual([]);
    expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toEqual([]);
  });

  test('another customer, a colleague and staff without the permission find nothing', async () => {
    const id = await open();
    const fileId = (await upload(id, 'a.pdf', pdf)).body.id as string;
    const draft = (await upload(id, 'b.pdf', pdf)).body.id as string;
    expect((await reply(id, [fileId])).status).toBe(201);
    const other = await makeCustomer(database, 'Other');
    const requester = await makeUser(database, { customerId: customer.id, roles: ['requester'] });
    const billing = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    const technical = await makeUser(database, { customerId: customer.id, roles: ['technical'] });
    const seller = await desk({ permissions: ['sales'] });
    for (const who of [other, requester, billing]) {
      expect((await download(fileId, who)).status).toBe(404);
      expect((await upload(id, 'c.pdf', pdf, who)).status).toBe(404);
      expect((await portal(who).get(`/api/portal/tickets/files?id=${id}`)).status).toBe(404);
    }
    expect((await download(fileId, technical)).status).toBe(200);
    expect((await download(draft, technical)).status).toBe(404);
    expect((await download(fileId, seller, 'desk')).status).toBe(403);
    expect((await download(fileId, customer, 'desk')).status).toBe(404);
    // A file of somebody else, or one that was sent before, cannot be sent.
    expect(
      (await portal(technical).post('/api/portal/tickets/reply', { id, body: 'x', fileIds: [draft] })).status,
    ).toBe(404);
    expect((await reply(id, [fileId])).status).toBe(404);
    expect((await reply(id, [draft, draft])).status).toBe(201);
  });

  test('a file of an internal note is never the customer’s', async () => {
    const id = await open();
    const fileId = (await upload(id, 'internal.pdf', pdf, staff, 'desk')).body.id as string;
    const noted = await staff.post('/api/desk/tickets/add-note', { id, body: 'Look', fileIds: [fileId] });
    expect(noted.status).toBe(201);
    expect((await download(fileId, staff, 'desk')).status).toBe(200);
    expect((await download(fileId)).status).toBe(404);
    expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toEqual([]);
    const { files } = (await staff.get(`/api/desk/tickets/files?id=${id}`)).body;
    expect(files).toMatchObject([{ id: fileId, noteId: noted.body.noteId, messageId: null, isSent: true }]);
  });

  test('a reply that is sent twice has its file once', async () => {
    const id = await open();
    const fileId = (await upload(id, 'a.pdf', pdf)).body.id as string;
    const key = { 'Idempotency-Key': 'the-same-reply-0001' };
    const [one, two] = await Promise.all([reply(id, [fileId], key), reply(id, [fileId], key)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.messageId).toBe(two.body.messageId);
    expect((await visitor.get(`/api/portal/tickets/files?id=${id}`)).body.files).toHaveLength(1);
  });

  test('the same file twice is stored once', async () => {
    const id = await open();
    const content = `the same text ${id}`;
    const both = await Promise.all([upload(id, 'a.txt', content), upload(id, 'b.txt', content)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute(sql`SELECT DISTINCT sha256 FROM attachments WHERE ticket_id = ${id}`),
    );
    expect(rows).toHaveLength(1);
    for (const { body } of both) expect((await download(body.id)).content.toString()).toBe(content);
  });

  test('a file that is lost is an error, not a crash', async () => {
    const id = await open();
    const { body } = await upload(id, 'lost.txt', `to be lost ${id}`);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ sha256: string }>(sql`SELECT sha256 FROM attachments WHERE id = ${body.id}`),
    );
    rmSync(join(dataDir, 'files', customer.id, rows[0]?.sha256 ?? ''));
    const { status, content } = await download(body.id);
    expect(status).toBe(404);
    expect(content.toString()).toContain('file_missing');
  });

  describe.runIf(hasClamd)('with a scanner', () => {
    let clamd: Awaited<ReturnType<typeof startClamd>>;
    beforeAll(async () => {
      clamd = await startClamd();
    });
    afterAll(() => clamd.stop());

    test('a file is sent to nobody before it is clean, and never if it is not', async () => {
      const scanned = await openApi(database, { ...settings, clamd: clamd.setting });
      const id = await open();
      const put = async (name: string, content: string) => {
        const response = await scanned.request(`/api/portal/tickets/file?id=${id}&name=${name}`, {
          method: 'PUT',
          headers: {
            Host: 'portal.test',
            Origin: siteUrl,
            Cookie: customer.cookie.split(';')[0] ?? '',
            'Content-Type': 'application/octet-stream',
          },
          body: content,
        });
        return (await response.json()) as { id: string; state: string };
      };
      const clean = await put('a.txt', `clean ${id}`);
      const infected = await put('b.txt', eicar);
      const sent = await put('c.txt', eicar);
      expect([clean.state, infected.state]).toEqual(['pending', 'pending']);
      expect((await download(clean.id)).status).toBe(409);
      expect((await reply(id, [clean.id, sent.id])).status).toBe(201);
      const log = createLog('silent');
      const files = openFiles({ dataDir, s3Url: undefined, clamd: undefined });
      const scan = (setting: string | undefined) => {
        const handlers = scanHandlers({ database: () => database, files: { ...files, clamd: setting }, log });
        return runDue({ database, handlers, log });
      };
      // Without a scanner, and while it is away for longer than any mail is retried, files wait.
      expect(await scan(undefined)).toBe(0);
      await database.pool.query(`UPDATE jobs SET created_at = now() - interval '20 days' WHERE kind = 'scan'`);
      expect(await scan('127.0.0.1:1')).toBe(3);
      expect((await download(clean.id)).status).toBe(409);
      await database.pool.query(`UPDATE jobs SET next_attempt_at = now() WHERE kind = 'scan'`);
      expect(await scan(clamd.setting)).toBe(3);
      expect((await download(clean.id)).status).toBe(200);
      for (const one of [infected, sent]) expect((await download(one.id)).status).toBe(403);
      expect((await download(sent.id)).content.toString()).toContain('file_infected');
      expect((await download(sent.id, staff, 'desk')).status).toBe(403);
      expect((await reply(id, [infected.id])).status).toBe(403);
      const { rows } = await asOperator(database, (tx) =>
        tx.execute<{ signature: string }>(sql`SELECT DISTINCT signature FROM attachments WHERE state = 'infected'`),
      );
      expect(rows).toEqual([{ signature: testSignature }]);
      expect(await scan(clamd.setting)).toBe(0);
    });
  });
});
