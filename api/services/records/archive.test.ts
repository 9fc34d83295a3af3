import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invoices, recordFiles } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { zipStream } from '#api/lib/zip-stream.ts';
import { assertDefined, fileSettings, makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

async function* bytes(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
function unzip(content: Buffer): Record<string, string> {
  const file = join(folder, `${content.length}.zip`);
  writeFileSync(file, content);
  const script = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: archive.read(name).decode('latin1') for name in archive.namelist()}))`;
  return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' })) as Record<string, string>;
}

test('a ZIP is written as it is read, and another program opens it', async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipStream([
    { name: 'été/a.pdf', content: () => Promise.resolve(bytes('one ', 'two')) },
    { name: 'empty.xml', content: () => Promise.resolve(bytes()) },
  ]))
    chunks.push(chunk);
  expect(unzip(Buffer.concat(chunks))).toEqual({ 'été/a.pdf': 'one two', 'empty.xml': '' });
});

test('a reader that stops ends it: no further file is opened, and the open one is closed', async () => {
  const events: string[] = [];
  const entry = (name: string) => ({
    name,
    content: () => {
      events.push(`open ${name}`);
      return Promise.resolve(
        (async function* read() {
          try {
            for (;;) yield await Promise.resolve(Buffer.alloc(1000));
          } finally {
            events.push(`close ${name}`);
          }
        })(),
      );
    },
  });
  const stream = zipStream([entry('a'), entry('b')]);
  for (let at = 0; at < 5; at += 1) await stream.next();
  await stream.return(undefined);
  expect(events).toEqual(['open a', 'close a']);
});

describeApi({ both: true }, ({ database, api, customer }) => {
  const { portal, eventsOf } = setUpDesk(database, api);

  test('the documents of a year, of this customer only', async () => {
    const files = openFiles(fileSettings);
    const add = async (customerId: string, number: string, year: number, state: 'clean' | 'infected' = 'clean') => {
      const received = await receiveFile(files, bytes(`%PDF of ${number}`), 100);
      await files.storage.store(customerId, received);
      await asOperator(database, async (tx) => {
        const made = await tx
          .insert(invoices)
          .values({ customerId, number, amount: '1', createdAt: `${year}-06-01T12:00:00Z` })
          .returning();
        await tx.insert(recordFiles).values({
          customerId,
          invoiceId: assertDefined(made[0]).id,
          fileName: 'invoice.pdf',
          contentType: 'application/pdf',
          size: received.size,
          sha256: received.sha256,
          state,
          signature: state === 'infected' ? 'Eicar' : null,
        });
      });
    };
    await add(customer.id, '../../FA/2025:1', 2025);
    await add(customer.id, '.. FA/2025:1', 2025);
    await add(customer.id, 'virus', 2025, 'infected');
    await add(customer.id, 'older', 2024);
    const other = await makeCustomer(database, 'Other');
    await add(other.id, 'theirs', 2025);
    const response = await api.request('/api/portal/invoices/archive?year=2025', {
      headers: { Cookie: customer.cookie, Host: 'portal.test', 'X-Forwarded-For': '203.0.113.7' },
    });
    expect(response.status).toBe(200);
    expect(unzip(Buffer.from(await response.arrayBuffer()))).toEqual({
      '-..-FA-2025-1/invoice.pdf': '%PDF of ../../FA/2025:1',
      'FA-2025-1/invoice.pdf': '%PDF of .. FA/2025:1',
    });
    expect((await portal(customer).get('/api/portal/invoices/archive?year=2019')).status).toBe(404);
    expect((await portal(customer).get('/api/portal/invoices/archive?year=20x')).status).toBe(400);
    const events = (await eventsOf('records.exported')).filter((event) => event.customer === customer.id);
    expect(events.map(({ details }) => details)).toEqual([{ list: 'documents', year: 2025, rows: 2 }]);
  });
});
