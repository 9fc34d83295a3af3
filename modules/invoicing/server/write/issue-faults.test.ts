import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { type Files, openFiles } from '#api/files/files.ts';
import { FileStorageError } from '#api/files/file-storage.ts';
import { issueInvoiceSchema } from '../../contract/invoice-issue.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { fileSettings, makeCustomer } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { invoiceDraft, invoiceLine as line, makeBuyer } from '#tests/support/issue-invoice.ts';
import { createDocumentWriter } from '#api/documents/document-writer.ts';
import { createInvoiceIssuer } from './issue-invoice.ts';

describeApi(({ engine, database, api }) => {
  const { desk } = setUpDesk(database, api);
  const documents = createDocumentWriter();
  afterAll(() => documents.close());
  let staff: Awaited<ReturnType<typeof desk>>;
  let customerId: string;
  beforeAll(async () => {
    staff = await desk({ permissions: ['records'] });
    customerId = await makeBuyer(database, { email: 'achats@acheteur.example' });
  });

  const draft = (changes: object = {}) => invoiceDraft(customerId, changes);
  const issue = (changes: object = {}) => staff.post('/api/desk/invoices/issue', draft(changes));
  const preview = (changes: object = {}) => staff.post('/api/desk/invoices/preview', draft(changes));
  const query = async <Row>(text: string) => (await asOperator(database, (tx) => tx.execute(text))).rows as Row[];
  const lastNumber = async () =>
    (await query<{ last: number }>('SELECT max(last) AS last FROM invoice_counters'))[0]?.last ?? 0;
  const errorOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];

  test('the same id with other contents is refused, and the first invoice stands', async () => {
    const first = draft();
    const { body } = await staff.post('/api/desk/invoices/issue', first);
    const before = await lastNumber();
    expect((await staff.post('/api/desk/invoices/issue', first)).body).toEqual(body);
    for (const changed of [
      { lines: [{ ...line, quantity: '4' }] },
      { orderNumber: 'PO-1' },
      { dueOn: '2099-02-01' },
      { language: 'en' },
      { address: { ...first.address, city: 'Cannes' } },
    ])
      expect(errorOf(await staff.post('/api/desk/invoices/issue', { ...first, ...changed }))).toEqual([
        422,
        'idempotency_key_reused',
      ]);
    expect(await lastNumber()).toBe(before);
  });

  test('characters that the fonts lack are refused before a number is given, with the field', async () => {
    const before = await lastNumber();
    const { address } = draft();
    for (const [field, changes] of [
      ['lines.2.name', { lines: [line, { ...line, name: 'Audit 漢字' }] }],
      ['lines.1.description', { lines: [{ ...line, description: 'Bravo 漢字' }] }],
      ['city', { address: { ...address, city: '漢字' } }],
      ['remark', { remark: 'Merci 漢 字' }],
    ] as const) {
      const expected = {
        code: 'unprintable_characters',
        message: `Documents cannot print these characters of ${field}: 漢 字`,
      };
      for (const send of [issue, preview])
        expect(await send(changes)).toMatchObject({ status: 400, body: { error: expected } });
    }
    expect(await lastNumber()).toBe(before);
    // Letters with separate accents, no-break hyphens and what shows nothing are printed as usual.
    const { body } = await issue({ lines: [{ ...line, name: 'E\u0301tude\u2011type\u200b' }] });
    const [stored] = await query<{ name: string }>(
      `SELECT document #>> '{lines,0,name}' AS name FROM invoice_documents WHERE invoice_id = '${body.id}'`,
    );
    expect(stored).toEqual({ name: 'Étude-type' });
  });

  test('the next document is for the same kind of buyer', async () => {
    const lastBuyer = async (id: string) =>
      (await staff.get(`/api/desk/invoices/last-buyer?customerId=${id}`)).body as object;
    const id = await makeBuyer(database, { email: 'achats@acheteur.example' });
    expect(await lastBuyer(id)).toEqual({ address: null, vatId: null, isConsumer: false, hasSiren: true });
    await issue({ customerId: id, isConsumer: true });
    expect(await lastBuyer(id)).toMatchObject({ address: { city: 'Nice' }, isConsumer: true, hasSiren: true });
    const { id: unnamed } = await makeCustomer(database, `Unnamed ${randomUUID().slice(0, 8)}`);
    expect(await lastBuyer(unnamed)).toMatchObject({ isConsumer: false, hasSiren: false });
  });

  test.runIf(engine === 'postgresql')('two instances issue the same invoice once', async () => {
    const files = openFiles(fileSettings);
    const other = await database.openInstance();
    const input = issueInvoiceSchema.parse(draft());
    const caller = { sessionToken: staff.token };
    const results = await Promise.all(
      [database, other].map((one) =>
        createInvoiceIssuer({ files, documents, currency: 'USD' }).issue(one, caller, input),
      ),
    );
    expect(results[0]).toEqual(results[1]);
  });

  const failing = (files: Files, at: number): Files => {
    let stored = 0;
    return {
      ...files,
      storage: {
        ...files.storage,
        store: (folder, file) => {
          stored += 1;
          return stored === at ? Promise.reject(new FileStorageError('refused')) : files.storage.store(folder, file);
        },
      },
    };
  };

  test.each([1, 2])('a storage that fails at file %i takes the number back and leaves no file', async (at) => {
    const files = openFiles({ ...fileSettings, dataDir: await mkdtemp(join(tmpdir(), 'issue-')) });
    const caller = { sessionToken: staff.token };
    const input = issueInvoiceSchema.parse(draft());
    const before = await lastNumber();
    const broken = createInvoiceIssuer({ files: failing(files, at), documents, currency: 'USD' });
    await expect(broken.issue(database, caller, input)).rejects.toThrow('refused');
    expect(await lastNumber()).toBe(before);
    expect(await query(`SELECT FROM invoices WHERE id = '${input.id}'`)).toEqual([]);
    const left = async () => {
      const names: string[] = [];
      for await (const { sha256 } of files.storage.list()) names.push(sha256);
      return names.length;
    };
    expect(await left()).toBe(0);
    // The same request again, when the storage works.
    const { number } = await broken.issue(database, caller, input);
    expect(Number(number.slice(6))).toBe(before + 1);
    expect(await left()).toBe(2);
  });

  test('credit notes take at most what is left of an invoice, also two at once', async () => {
    const { body: invoice } = await issue();
    const half = { creditsId: invoice.id, lines: [{ ...line, quantity: '2' }] };
    expect(errorOf(await preview({ ...half, lines: [{ ...line, quantity: '4' }] }))).toEqual([409, 'credit_exceeded']);
    const both = await Promise.all([issue(half), issue(half)]);
    expect(new Set(both.map((one) => errorOf(one).join(' ')))).toEqual(new Set(['200 ', '409 credit_exceeded']));
    const detail = async () => (await staff.get(`/api/desk/invoices/detail?id=${invoice.id}`)).body;
    expect(await detail()).toMatchObject({ isWritten: true, creditable: '40.00' });
    expect((await issue({ creditsId: invoice.id, lines: [{ ...line, price: '13.34' }] })).status).toBe(409);
    const rest = { ...line, quantity: '1', price: '33.32' };
    expect((await issue({ creditsId: invoice.id, lines: [rest] })).status).toBe(200);
    expect(await detail()).toMatchObject({ creditable: '0.02', remaining: '0.02' });
  });

  test('the database refuses a credit note that exceeds its invoice, whatever the server checks', async () => {
    const { body: invoice } = await issue();
    const files = openFiles(fileSettings);
    const caller = { sessionToken: staff.token };
    const whole = () => issueInvoiceSchema.parse(draft({ creditsId: invoice.id }));
    const issuers = [1, 2].map(() => createInvoiceIssuer({ files, documents, currency: 'USD' }));
    const results = await Promise.allSettled(issuers.map((one) => one.issue(database, caller, whole())));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('an issued document keeps its number and its amount, and cannot be voided', async () => {
    const { body: invoice } = await issue();
    const correct = (before: object, after: object) =>
      staff.post('/api/desk/records/correct', {
        list: 'invoices',
        customerId,
        id: invoice.id,
        reason: 'Essai',
        before,
        after,
      });
    expect(errorOf(await correct({ amount: '119.99' }, { amount: '100.00' }))).toEqual([409, 'document_issued']);
    expect(errorOf(await correct({ number: invoice.number }, { number: 'X-1' }))).toEqual([409, 'document_issued']);
    expect((await correct({ dueDate: '2099-01-31' }, { dueDate: '2099-02-28' })).status).toBe(200);
    const voiding = { list: 'invoices', customerId, id: invoice.id, reason: 'Essai' };
    expect(errorOf(await staff.post('/api/desk/records/void', voiding))).toEqual([409, 'document_issued']);
    const file = `number;amount;status\n${invoice.number};1,00;pending\n`;
    const planned = await api.request(`/api/desk/imports/preview?list=invoices&customerId=${customerId}&locale=fr`, {
      method: 'POST',
      headers: { Cookie: staff.cookie, 'Content-Type': 'text/csv', Origin: 'http://portal.test' },
      body: file,
    });
    expect(await planned.json()).toMatchObject({
      counts: { changed: 0, rejected: 1 },
      rejected: [{ problems: [{ column: 'amount', reason: expect.stringContaining('credit note') }] }],
    });
  });

  test('quantities, prices and texts of every kind', async () => {
    // Three decimals are exact until the line is rounded.
    expect(await preview({ lines: [{ ...line, quantity: '1', price: '10.125' }] })).toMatchObject({
      body: { lines: [{ net: '10.13' }], totals: { net: '10.13', tax: '2.03', gross: '12.16' } },
    });
    const discount = { ...line, name: 'Geste commercial', quantity: '-1', price: '50' };
    expect(await preview({ lines: [line, discount] })).toMatchObject({ body: { totals: { net: '49.99' } } });
    expect(errorOf(await preview({ lines: [discount] }))).toEqual([400, 'invoice_not_positive']);
    expect(errorOf(await preview({ dueOn: '2001-01-01' }))).toEqual([400, 'due_before_issue']);
    expect((await preview({ lines: Array.from({ length: 501 }, () => line) })).status).toBe(400);
    const names = [
      '<script>alert(1)</script> & "co"',
      'Œuvre (ß) ŁŐ – 12,50 € …',
      "'; DROP TABLE invoices; --",
      '\u202eevil',
    ];
    const { status, body } = await issue({
      lines: [...names.map((name) => ({ ...line, name })), ...Array.from({ length: 201 }, () => line)],
      remark: ']]> <b>gras</b>',
    });
    expect(status).toBe(200);
    const { document } = (await staff.get(`/api/desk/invoices/detail?id=${body.id}`)).body as {
      document: InvoiceDocument;
    };
    expect(document.lines.slice(0, 3).map(({ name }) => name)).toEqual(names.slice(0, 3));
    expect(document.lines).toHaveLength(205);
    for (const name of ['a\u0000b', 'a\ud800b']) expect((await issue({ lines: [{ ...line, name }] })).status).toBe(400);
  });

  test('an exemption has its own reason', async () => {
    const exempt = { ...line, taxCategory: 'E', taxRate: '0' };
    const reason = 'Exonération de TVA, article 261, 4, 4° du CGI';
    expect(await preview({ lines: [exempt], exemptionReason: reason })).toMatchObject({
      body: { taxes: [{ category: 'E', exemption: reason, exemptionCode: null }] },
    });
  });

  test('the last document knows the buyer', async () => {
    const other = { id: await makeBuyer(database, { email: 'achats@acheteur.example' }) };
    const read = () => staff.get(`/api/desk/invoices/last-buyer?customerId=${other.id}`);
    expect((await read()).body).toMatchObject({ address: null, vatId: null });
    const address = { lines: ['Musterweg 1'], postCode: '10115', city: 'Berlin', country: 'DE' };
    await issue({ customerId: other.id, address, vatId: 'DE000000000' });
    expect((await read()).body).toMatchObject({ address, vatId: 'DE000000000', isConsumer: false });
    const sales = await desk({ permissions: ['sales'] });
    expect((await sales.get(`/api/desk/invoices/last-buyer?customerId=${other.id}`)).status).toBe(403);
  });
});
