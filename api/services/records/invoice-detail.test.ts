import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  contracts,
  invoiceDocuments,
  invoices,
  licenses,
  paymentAllocations,
  payments,
  recordFiles,
} from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { openFiles } from '#api/files/files.ts';
import { receiveFile } from '#api/files/receive-file.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { assertDefined, fileSettings, makeCustomer, makeUser } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

const address = { lines: ['1 rue de la Paix'], postCode: '06000', city: 'Nice', country: 'FR' };
const party = (name: string, siren: string) => ({ name, siren, vatId: null, endpoint: null, address, email: null });
const documentOf = (number: string, gross: string): InvoiceDocument => ({
  number,
  kind: '380',
  issuedOn: '2026-01-05',
  dueOn: '2026-02-05',
  deliveredOn: null,
  deliveredTo: null,
  taxPoint: null,
  currency: 'EUR',
  profile: 'en16931',
  process: 'S1',
  seller: party('Rempart Azur', '123456789'),
  buyer: party('Cabinet <b>Masséna</b>', '987654321'),
  orderNumber: null,
  contractNumber: null,
  corrects: [],
  lines: [
    {
      id: '1',
      name: 'Infogérance',
      description: null,
      quantity: '1',
      unit: 'C62',
      price: '100.00',
      priceQuantity: '1',
      adjustments: [],
      net: '100.00',
      taxCategory: 'S',
      taxRate: '20',
    },
  ],
  adjustments: [],
  taxes: [{ category: 'S', rate: '20', base: '100.00', amount: '20.00', exemption: null, exemptionCode: null }],
  totals: { lines: '100.00', net: '100.00', tax: '20.00', gross, paid: '0.00', rounding: '0.00', due: gross },
  taxInEuros: null,
  payment: { iban: null, bic: null, holder: null, reference: number, terms: null },
  notes: [],
});

describeApi(({ database, api, customer }) => {
  const { desk, portal } = setUpDesk(database, api);
  const detail = (number: string, who: { cookie: string } = customer) =>
    portal(who).get(`/api/portal/invoices/detail?number=${encodeURIComponent(number)}`);
  let serial = 0;
  const addInvoice = async (more: Partial<typeof invoices.$inferInsert> = {}) => {
    const number = `D-${(serial += 1)}-${randomUUID().slice(0, 4)}`;
    const row = { customerId: customer.id, number, amount: '120.00', ...more };
    const made = await asOperator(database, (tx) => tx.insert(invoices).values(row).returning());
    return assertDefined(made[0]);
  };

  test('an invoice with its document, payments, files and history; contradictions at the desk', async () => {
    const { id, number } = await addInvoice({ dueDate: '2026-02-01' });
    const document = documentOf(assertDefined(number), '120.01');
    await asOperator(database, async (tx) => {
      await tx.insert(invoiceDocuments).values({
        invoiceId: id,
        customerId: customer.id,
        origin: 'read',
        kind: '380',
        issuedOn: document.issuedOn,
        currency: 'EUR',
        net: '100.00',
        tax: '20.00',
        gross: '120.01',
        due: '120.01',
        profile: 'en16931',
        document,
      });
      const paid = await tx
        .insert(payments)
        .values({
          customerId: customer.id,
          paymentReference: `P-${id}`,
          amount: '50.10',
          paymentDate: '2026-01-20',
          paymentMethod: 'bank_transfer',
          status: 'completed',
        })
        .returning();
      await tx
        .insert(paymentAllocations)
        .values({ customerId: customer.id, invoiceId: id, paymentId: assertDefined(paid[0]).id, amount: '50.10' });
    });
    const shown = await detail(assertDefined(number));
    expect(shown).toMatchObject({
      status: 200,
      body: {
        id,
        kind: 'invoice',
        amount: '120.00',
        settled: '50.10',
        remaining: '69.90',
        issuedOn: '2026-01-05',
        document: { buyer: { name: 'Cabinet <b>Masséna</b>' }, totals: { gross: '120.01' } },
        settlements: [{ kind: 'payment', name: `P-${id}`, amount: '50.10', day: '2026-01-20' }],
        history: [{ kind: 'issued' }, { kind: 'document' }, { kind: 'settled', amount: '50.10' }],
      },
    });
    expect(Object.keys(shown.body)).not.toContain('contradictions');
    const staff = await desk({ permissions: ['records'] });
    await staff.post('/api/desk/records/correct', {
      list: 'invoices',
      customerId: customer.id,
      id,
      reason: 'typo',
      before: { dueDate: '2026-02-01' },
      after: { dueDate: '2026-02-02' },
    });
    const atDesk = await staff.get(`/api/desk/invoices/detail?id=${id}`);
    expect(atDesk).toMatchObject({ status: 200, body: { customerId: customer.id, customerName: 'Cabinet Masséna' } });
    expect(atDesk.body.contradictions).toEqual(
      expect.arrayContaining([
        { field: 'dueDate', document: '2026-02-05', stored: '2026-02-02' },
        { field: 'currency', document: 'EUR', stored: 'USD' },
        { field: 'amount', document: '120.01', stored: '120.00' },
      ]),
    );
    expect(atDesk.body.history.at(-1)).toMatchObject({ kind: 'corrected', by: expect.any(String) as string });
    expect(atDesk.body.history.at(-1).text).toContain('2026-02-01 → 2026-02-02');
  });

  test('numbers of every kind, ids, and what others have', async () => {
    for (const number of [
      'FA/2026/ 7',
      '<script>alert(1)</script>',
      'Nº 12 – été %2F?',
      "'; DROP TABLE invoices; --",
    ]) {
      const { id } = await addInvoice({ number });
      expect((await detail(number)).body).toMatchObject({ id, number });
      expect((await detail(number.toLowerCase())).body).toMatchObject({ id });
      expect((await detail(number.normalize('NFD'))).body).toMatchObject({ id });
    }
    const { id: unnamed } = await addInvoice({ number: null });
    expect((await detail(unnamed)).body).toMatchObject({ id: unnamed, number: null });
    const other = await makeCustomer(database, 'Other');
    const foreign = await addInvoice({ customerId: other.id });
    const unknown = await detail('no such number');
    expect(unknown.status).toBe(404);
    for (const wanted of [assertDefined(foreign.number), foreign.id])
      expect((await detail(wanted)).body).toEqual(unknown.body);
    expect((await detail('')).status).toBe(400);
    expect((await detail('x'.repeat(201))).status).toBe(400);
    expect((await detail('\0')).status).toBe(400);
    const technical = await makeUser(database, { customerId: customer.id, roles: ['technical'] });
    expect((await detail(unnamed, technical)).status).toBe(403);
    const sales = await desk({ permissions: ['sales'] });
    expect((await sales.get(`/api/desk/invoices/detail?id=${randomUUID()}`)).status).toBe(404);
    expect((await (await desk({ permissions: ['admin'] })).get(`/api/desk/invoices/detail?id=${unnamed}`)).status).toBe(
      403,
    );
  });

  test('what was imported as paid has nothing left, and a credit note is one', async () => {
    const paid = await addInvoice({ status: 'paid' });
    expect((await detail(assertDefined(paid.number))).body).toMatchObject({ settled: '0.00', remaining: '0.00' });
    const credit = await addInvoice({ amount: '-20.00', creditsInvoiceId: paid.id });
    expect((await detail(assertDefined(credit.number))).body).toMatchObject({
      kind: 'credit_note',
      remaining: '-20.00',
      credits: { id: paid.id, number: paid.number },
    });
  });

  test('a contract and a license, with their files; a file is for those who see its record', async () => {
    const files = openFiles(fileSettings);
    const received = await receiveFile(files, [Buffer.from('%PDF-1.7 contract')] as never, 100);
    await files.storage.store(customer.id, received);
    const [contract, license] = await asOperator(database, async (tx) => [
      assertDefined(
        (
          await tx
            .insert(contracts)
            .values({
              customerId: customer.id,
              contractNumber: 'C/1 é',
              title: 'Support',
              endDate: '2026-12-31',
              renewsTacitly: true,
              noticeDays: 90,
            })
            .returning()
        )[0],
      ),
      assertDefined(
        (
          await tx
            .insert(licenses)
            .values({ customerId: customer.id, productName: 'Suite', licenseKey: 'K-1', licenseType: 'trial' })
            .returning()
        )[0],
      ),
    ]);
    const fileOf = async (of: { contractId: string } | { licenseId: string }, state: 'clean' | 'pending' = 'clean') => {
      const row = {
        customerId: customer.id,
        ...of,
        fileName: 'contrat "é".pdf',
        contentType: 'application/pdf',
        size: received.size,
        sha256: state === 'clean' ? received.sha256 : 'd'.repeat(64),
        state,
      };
      const made = await asOperator(database, (tx) => tx.insert(recordFiles).values(row).returning());
      return assertDefined(made[0]).id;
    };
    const ofContract = await fileOf({ contractId: contract.id });
    const ofLicense = await fileOf({ licenseId: license.id });
    const pending = await fileOf({ contractId: contract.id }, 'pending');
    const shown = await portal(customer).get(`/api/portal/contracts/detail?number=${encodeURIComponent('C/1 é')}`);
    expect(shown.body).toMatchObject({ noticeDate: '2026-10-02', renewsTacitly: true, files: [{ id: ofContract }] });
    expect((await portal(customer).get(`/api/portal/licenses/detail?id=${license.id}`)).body).toMatchObject({
      productName: 'Suite',
      files: [{ id: ofLicense }],
    });
    const file = await portal(customer).get(`/api/portal/records/file?id=${ofContract}`);
    expect([file.status, file.body]).toEqual([200, '%PDF-1.7 contract']);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      etag: `"${received.sha256}"`,
      'content-disposition': expect.stringMatching(/^attachment/) as string,
    });
    const billing = await makeUser(database, { customerId: customer.id, roles: ['billing'] });
    const technical = await makeUser(database, { customerId: customer.id, roles: ['technical'] });
    const other = await makeCustomer(database, 'Not theirs');
    const statusOf = async (who: { cookie: string }, id: string) =>
      (await portal(who).get(`/api/portal/records/file?id=${id}`)).status;
    expect([await statusOf(billing, ofContract), await statusOf(billing, ofLicense)]).toEqual([200, 404]);
    expect([await statusOf(technical, ofContract), await statusOf(technical, ofLicense)]).toEqual([404, 200]);
    expect([await statusOf(other, ofContract), await statusOf(customer, pending)]).toEqual([404, 404]);
    const staff = await desk({ permissions: ['support'] });
    expect((await staff.get(`/api/desk/contracts/detail?id=${contract.id}`)).body).toMatchObject({
      noticeDays: 90,
      customerName: 'Cabinet Masséna',
      files: [{ state: 'clean' }, { state: 'pending' }],
    });
    expect((await staff.get(`/api/desk/records/file?id=${pending}`)).status).toBe(409);
    expect((await staff.get(`/api/desk/licenses/detail?id=${contract.id}`)).status).toBe(404);
  });
});
