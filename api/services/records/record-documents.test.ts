import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contracts, licenses } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { scanHandlers } from '#api/services/tickets/scan-files.ts';
import { type Api, assertDefined, browser, makeCustomer, makeUser, openApi, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { pdf, png } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'documents-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const settings = { readLimit: 0, ticketLimit: 0, dataDir };
const versions = (name: string) => Buffer.concat([pdf, Buffer.from(`% ${name}\n`)]);

describeApi({ settings }, ({ database, api, customer }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);
  let staff: Awaited<ReturnType<typeof desk>>;
  const ids = { contracts: '', licenses: '' };
  let serial = 0;
  const addRecords = async (customerId: string) => {
    const name = `D-${(serial += 1)}`;
    const [contract, license] = await asOperator(database, async (tx) => [
      (await tx.insert(contracts).values({ customerId, contractNumber: name, title: 'Support' }).returning())[0],
      (
        await tx
          .insert(licenses)
          .values({ customerId, productName: 'S', licenseKey: name, licenseType: 'trial' })
          .returning()
      )[0],
    ]);
    return { contracts: assertDefined(contract).id, licenses: assertDefined(license).id };
  };
  beforeAll(async () => {
    staff = await desk({ permissions: ['records'] });
    Object.assign(ids, await addRecords(customer.id));
  });
  const add = (
    list: 'contracts' | 'licenses',
    content: string | Buffer,
    {
      by = staff,
      to = api,
      ...query
    }: { by?: { cookie: string }; to?: Api; name?: string; replaces?: string; id?: string } = {},
  ) => {
    const search = new URLSearchParams({ list, id: ids[list], name: 'Contrat signé.pdf', ...query });
    return browser(to, by).put(`/api/desk/records/file?${search}`, content);
  };
  const withdraw = (id: string, by: Pick<typeof staff, 'post'> = staff) =>
    by.post('/api/desk/records/withdraw-file', { id });
  const seen = async (list: 'contracts' | 'licenses', who: { cookie: string } = customer) =>
    (await portal(who).get(`/api/portal/${list}/detail?${list === 'contracts' ? 'number' : 'id'}=${ids[list]}`)).body
      .files as { id: string; fileName: string }[];
  const open = (id: string, who: { cookie: string } = customer) => portal(who).get(`/api/portal/records/file?id=${id}`);
  const statusOf = async (response: ReturnType<typeof open>) => (await response).status;

  test.each(['contracts', 'licenses'] as const)('a document of %s is added, replaced and withdrawn', async (list) => {
    const first = await add(list, versions(`${list} one`));
    expect(first).toMatchObject({
      status: 201,
      body: { fileName: 'Contrat signé.pdf', contentType: 'application/pdf', state: 'unscanned' },
    });
    expect(await seen(list)).toMatchObject([{ id: first.body.id }]);
    expect(await statusOf(open(first.body.id))).toBe(200);
    const second = await add(list, versions(`${list} two`), { replaces: first.body.id, name: 'v2.pdf' });
    expect((await seen(list)).map(({ fileName }) => fileName)).toEqual(['v2.pdf']);
    // It may have been the wrong one: the customer no longer opens it, even with its id.
    expect(await statusOf(open(first.body.id))).toBe(404);
    expect((await staff.get(`/api/desk/records/file?id=${first.body.id}`)).status).toBe(200);
    expect((await withdraw(second.body.id)).status).toBe(200);
    expect(await seen(list)).toEqual([]);
    expect(await statusOf(open(second.body.id))).toBe(404);
    expect((await withdraw(second.body.id)).status).toBe(404);
    // The same file again is one row, which stands again.
    expect((await add(list, versions(`${list} two`))).body.id).toBe(second.body.id);
    const entity = `${list}:${ids[list]}`;
    for (const [event, count] of [
      ['added', 2],
      ['replaced', 1],
      ['withdrawn', 1],
    ] as const)
      expect(await eventsOf(`record.file_${event}`, entity)).toHaveLength(count);
    const { history } = (await staff.get(`/api/desk/${list}/detail?id=${ids[list]}`)).body;
    expect(history.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'file',
      'file',
      'file_replaced',
      'file_withdrawn',
    ]);
  });

  test('only the right roles open it, and no other customer', async () => {
    const other = await makeCustomer(database, 'Other');
    const [billing, technical] = [
      await makeUser(database, { customerId: customer.id, roles: ['billing'] }),
      await makeUser(database, { customerId: customer.id, roles: ['technical'] }),
    ];
    const contract = (await add('contracts', versions('roles'))).body.id as string;
    const license = (await add('licenses', versions('roles'))).body.id as string;
    expect(await statusOf(open(contract, billing))).toBe(200);
    expect(await statusOf(open(contract, technical))).toBe(404);
    expect(await statusOf(open(license, technical))).toBe(200);
    expect(await statusOf(open(license, billing))).toBe(404);
    for (const id of [contract, license]) expect(await statusOf(open(id, other))).toBe(404);
  });

  test('staff without the permission, customers, and ids of something else are rejected', async () => {
    const sales = await desk({ permissions: ['sales', 'support', 'accounts'] });
    const { id } = (await add('contracts', versions('rights'))).body;
    expect((await add('contracts', pdf, { by: sales })).status).toBe(403);
    expect((await withdraw(id, sales)).status).toBe(403);
    expect((await add('contracts', pdf, { by: customer })).status).toBe(404);
    expect((await add('contracts', pdf, { by: { cookie: '' } })).status).toBe(401);
    expect((await add('contracts', pdf, { id: ids.licenses })).status).toBe(404);
    expect((await add('contracts', pdf, { id: 'x' })).status).toBe(400);
    // A document of another record is not replaced, and nothing is added.
    const others = await addRecords((await makeCustomer(database, 'Elsewhere')).id);
    const before = await seen('contracts');
    expect((await add('contracts', versions('elsewhere'), { id: others.contracts, replaces: id })).status).toBe(404);
    expect(await seen('contracts')).toEqual(before);
    const { files } = (await staff.get(`/api/desk/contracts/detail?id=${others.contracts}`)).body;
    expect(files).toEqual([]);
    // The file of an invoice is not a document that staff withdraw.
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{
        id: string;
      }>(sql`WITH invoice AS (INSERT INTO invoices (customer_id, amount) VALUES (${customer.id}, 1) RETURNING id)
        INSERT INTO record_files (customer_id, invoice_id, file_name, content_type, size, sha256, state)
        SELECT ${customer.id}, id, 'a.pdf', 'application/pdf', 5, repeat('c', 64), 'unscanned' FROM invoice RETURNING id`),
    );
    expect((await withdraw(assertDefined(rows[0]).id)).status).toBe(404);
  });

  test('a file that is not accepted leaves nothing', async () => {
    const before = (await seen('contracts')).length;
    for (const [name, content, status, code] of [
      ['a.pdf', '', 422, 'file_empty'],
      ['a.pdf', png, 422, 'file_type_mismatch'],
      ['a.png', png, 422, 'file_type_not_allowed'],
      ['a.pdf', Buffer.alloc(25 * 1024 * 1024 + 1, '%PDF'), 413, 'payload_too_large'],
    ] as const)
      expect(await add('contracts', content, { name })).toMatchObject({ status, body: { error: { code } } });
    expect(await seen('contracts')).toHaveLength(before);
    expect(readdirSync(join(dataDir, 'files/incoming'))).toEqual([]);
    const { rows } = await asOperator(database, (tx) => tx.execute(sql`SELECT 1 FROM upload_reservations`));
    expect(rows).toEqual([]);
  });

  test('the same file twice at once is one document', async () => {
    const both = await Promise.all([add('contracts', versions('twice')), add('contracts', versions('twice'))]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  });

  test('two replace the same document: one does', async () => {
    const { id } = (await add('contracts', versions('race'))).body;
    const both = await Promise.all(['left', 'right'].map((name) => add('contracts', versions(name), { replaces: id })));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '404']);
  });

  test('documents count against the room of the customer', async () => {
    const small = await openApi(database, { ...settings, storageLimit: 1 });
    const large = Buffer.concat([versions('large'), Buffer.alloc(1024 * 1024, ' ')]);
    expect(await add('contracts', large, { to: small })).toMatchObject({
      status: 507,
      body: { error: { code: 'quota_exceeded' } },
    });
  });

  test('with a scanner, the customer sees it once it is clean', async () => {
    const scanned = await openApi(database, { ...settings, clamd: '127.0.0.1:1' });
    const { body } = await add('licenses', versions('scanned'), { to: scanned });
    expect(body.state).toBe('pending');
    expect(await statusOf(open(body.id))).toBe(404);
    expect((await staff.get(`/api/desk/records/file?id=${body.id}`)).status).toBe(409);
    const log = createLog('silent');
    const files = { ...openFiles({ dataDir, s3Url: undefined, clamd: undefined }), clamd: '127.0.0.1:1' };
    // The scanner is away: the job waits.
    expect(await runDue({ database, handlers: scanHandlers({ database: () => database, files, log }), log })).toBe(1);
    expect(await statusOf(open(body.id))).toBe(404);
    await database.pool.query(`SELECT save_scan($1, 'clean', NULL)`, [body.id]);
    expect(await statusOf(open(body.id))).toBe(200);
    await database.pool.query(`SELECT save_scan($1, 'infected', 'Test')`, [body.id]);
    expect(await statusOf(open(body.id))).toBe(404);
    expect((await staff.get(`/api/desk/records/file?id=${body.id}`)).status).toBe(403);
  });

  test('a customer that was erased takes no document', async () => {
    const gone = await makeCustomer(database, 'Gone');
    const of = await addRecords(gone.id);
    await asOperator(database, (tx) => tx.execute(sql`UPDATE customers SET erased_at = now() WHERE id = ${gone.id}`));
    expect((await add('contracts', pdf, { id: of.contracts })).status).toBe(404);
  });

  test('another origin is rejected', async () => {
    const response = await api.request(`/api/desk/records/file?list=contracts&id=${ids.contracts}&name=a.pdf`, {
      method: 'PUT',
      headers: {
        Host: new URL(siteUrl).host,
        Origin: 'https://attacker.example',
        Cookie: staff.cookie,
        'Content-Type': 'application/octet-stream',
      },
      body: pdf,
    });
    expect(response.status).toBe(403);
  });
});
