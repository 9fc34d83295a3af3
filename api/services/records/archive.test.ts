import { expect, test } from 'vitest';
import { invoices, recordFiles } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import { assertDefined, fileSettings, makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { unzip } from '#tests/support/unzip.ts';

async function* bytes(...chunks: (string | Buffer)[]) {
  for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
}

describeApi(({ database, api, customer }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);

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
      '-..-FA-2025-1 invoice.pdf': '%PDF of ../../FA/2025:1',
      ' FA-2025-1 invoice.pdf': '%PDF of .. FA/2025:1',
    });
    expect((await portal(customer).get('/api/portal/invoices/archive?year=2019')).status).toBe(404);
    expect((await portal(customer).get('/api/portal/invoices/archive?year=20x')).status).toBe(400);
    const events = (await eventsOf('records.exported')).filter((event) => event.customer === customer.id);
    expect(events.map(({ details }) => details)).toEqual([{ list: 'documents', year: 2025, rows: 2 }]);

    // The same at the desk, of the customer that is named.
    const path = (customerId: string, year = 2025) =>
      `/api/desk/invoices/archive?customerId=${customerId}&year=${year}`;
    const sales = await desk({ permissions: ['sales'] });
    const atDesk = await api.request(path(other.id), { headers: { Cookie: sales.cookie } });
    expect(unzip(Buffer.from(await atDesk.arrayBuffer()))).toEqual({ 'theirs invoice.pdf': '%PDF of theirs' });
    const exported = (await eventsOf('records.exported')).find((event) => event.customer === other.id);
    expect(exported).toMatchObject({ actor: 'staff', userId: sales.userId, details: { rows: 1 } });
    expect((await sales.get(path(other.id, 2019))).status).toBe(404);
    expect((await sales.get(path(customer.id).replace(customer.id, 'x'))).status).toBe(400);
    expect((await (await desk({ permissions: ['admin'] })).get(path(other.id))).status).toBe(403);
    expect((await portal(customer).get(path(customer.id))).status).toBe(404);
  });
});
