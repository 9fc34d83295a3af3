import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import type { InvoiceDocument } from '#contract/invoice-document.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { invoiceDraft, invoiceLine as line, makeBuyer } from '#tests/support/issue-invoice.ts';

describeApi(({ database, api }) => {
  const { desk, eventsOf } = setUpDesk(database, api);
  let staff: Awaited<ReturnType<typeof desk>>;
  let customerId: string;
  beforeAll(async () => {
    staff = await desk({ permissions: ['records'] });
    customerId = await makeBuyer(database);
  });
  const draft = (changes: object = {}) => invoiceDraft(customerId, changes);
  const issue = (changes: object = {}) => staff.post('/api/desk/invoices/issue', draft(changes));
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await asOperator(database, (tx) => tx.execute(text.replaceAll(/\$1/g, `'${String(values[0])}'`)))).rows as Row[];

  test('an invoice gets its number, its document and its files at once', async () => {
    const before = await staff.post('/api/desk/invoices/preview', draft());
    expect(before).toMatchObject({ status: 200, body: { totals: { net: '99.99', tax: '20.00', gross: '119.99' } } });
    const { status, body } = await issue();
    expect(status).toBe(200);
    expect(body.number).toMatch(/^F\d{4}-\d{5}$/);
    const [row] = await query<{
      number: string;
      amount: string;
      status: string;
      document: InvoiceDocument;
      gross: string;
    }>(
      'SELECT number, amount::text, status, document, gross::text FROM invoices JOIN invoice_documents ON invoice_id = id WHERE id = $1',
      [body.id],
    );
    expect(row).toMatchObject({ number: body.number, amount: '119.99', status: 'pending', gross: '119.99' });
    expect(row?.document).toMatchObject({ number: body.number, kind: '380', totals: { due: '119.99' } });
    const files = await query<{ id: string; content_type: string; sha256: string }>(
      'SELECT id, content_type, sha256 FROM record_files WHERE invoice_id = $1 ORDER BY content_type',
      [body.id],
    );
    expect(files.map((file) => file.content_type)).toEqual(['application/pdf', 'application/xml']);
    expect(await eventsOf('invoice.issued', `invoices:${body.id}`)).toHaveLength(1);
    for (const { id, sha256 } of files) {
      const response = await api.request(`/api/desk/records/file?id=${id}`, { headers: { Cookie: staff.cookie } });
      expect(
        createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex'),
      ).toBe(sha256);
    }
  });

  test('the same invoice sent twice at once is issued once', async () => {
    const same = draft();
    const both = await Promise.all([1, 2].map(() => staff.post('/api/desk/invoices/issue', same)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body).toEqual(both[1]?.body);
    expect(await query('SELECT FROM invoices WHERE id = $1', [same.id])).toHaveLength(1);
  });

  test('numbers of thirty writers have no gaps, also where some fail', async () => {
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        issue(index % 10 === 9 ? { lines: [{ ...line, taxCategory: 'E' }] } : {}),
      ),
    );
    const issued = results.filter(({ status }) => status === 200);
    expect(issued).toHaveLength(27);
    expect(results.filter(({ status }) => status === 400)).toHaveLength(3);
    const all = await query<{ number: string }>(
      "SELECT number FROM invoices WHERE number LIKE 'F20__-_____' ORDER BY number",
    );
    const counted = all.map(({ number }) => Number(number.slice(6)));
    expect(counted).toEqual(counted.map((_, index) => index + 1));
  });

  test('a credit note reduces its invoice', async () => {
    const { body: invoice } = await issue();
    const credit = await issue({ creditsId: invoice.id, lines: [{ ...line, quantity: '1' }] });
    expect(credit.status).toBe(200);
    const [row] = await query<{ amount: string; document: InvoiceDocument }>(
      'SELECT amount::text, document FROM invoices JOIN invoice_documents ON invoice_id = id WHERE id = $1',
      [credit.body.id],
    );
    expect(row).toMatchObject({ amount: '-40.00', document: { kind: '381', corrects: [{ number: invoice.number }] } });
    expect(await query('SELECT settled::text FROM invoices WHERE id = $1', [invoice.id])).toEqual([
      { settled: '40.00' },
    ]);
    const tooMuch = await issue({ creditsId: invoice.id, lines: [{ ...line, quantity: '4' }] });
    expect(tooMuch).toMatchObject({ status: 409, body: { error: { code: 'credit_exceeded' } } });
    const ofCreditNote = await issue({ creditsId: credit.body.id });
    expect(ofCreditNote.status).toBe(400);
  });

  test('another customer’s invoice cannot be credited', async () => {
    const { body } = await issue({ customerId: await makeBuyer(database) });
    expect(await issue({ creditsId: body.id })).toMatchObject({ status: 404 });
  });

  test.each([
    ['no line', { lines: [] }],
    ['a negative price', { lines: [{ ...line, price: '-1' }] }],
    ['a number that is not one', { lines: [{ ...line, quantity: '1e9' }] }],
    ['an unknown category', { lines: [{ ...line, taxCategory: 'X' }] }],
    ['a total of nothing', { lines: [{ ...line, price: '0' }] }],
    ['a total that is too large', { lines: [{ ...line, quantity: '9999999', price: '999999999' }] }],
    ['a due date before today', { dueOn: '2000-01-01' }],
    ['a name of spaces', { lines: [{ ...line, name: '  ' }] }],
  ])('is refused with %s, and takes no number', async (_, changes) => {
    const last = () => query('SELECT last FROM invoice_counters');
    const before = await last();
    expect((await issue(changes)).status).toBe(400);
    expect(await last()).toEqual(before);
  });

  test('a French company without a SIREN is asked for it; a private or foreign buyer needs an email address', async () => {
    const unnamed = { customerId: await makeBuyer(database, { siren: null }) };
    const reached = { customerId: await makeBuyer(database, { siren: null, email: 'achats@acheteur.example' }) };
    const foreign = { address: { ...draft().address, country: 'DE' }, vatId: 'DE000000000' };
    const codeOf = async (changes: object) => (await issue(changes)).body.error;
    expect(await codeOf(unnamed)).toMatchObject({ code: 'buyer_siren_missing' });
    expect(await codeOf(reached)).toMatchObject({ code: 'buyer_siren_missing' });
    expect(await codeOf({ ...unnamed, isConsumer: true })).toMatchObject({ code: 'buyer_email_missing' });
    expect(await codeOf({ ...unnamed, ...foreign })).toMatchObject({ code: 'buyer_email_missing' });
    for (const [changes, treatment] of [
      [{ isConsumer: true }, []],
      [foreign, ['B2BINT']],
    ] as const) {
      const { status, body } = await issue({ ...reached, ...changes });
      expect(status).toBe(200);
      const [row] = await query<{ document: InvoiceDocument }>(
        'SELECT document FROM invoice_documents WHERE invoice_id = $1',
        [body.id],
      );
      expect(row?.document.buyer).toMatchObject({ siren: null, endpoint: 'EM:achats@acheteur.example' });
      expect(row?.document.notes.filter(({ code }) => code === 'BAR').map(({ text }) => text)).toEqual(treatment);
    }
  });

  test('needs the permission records', async () => {
    const support = await desk({ permissions: ['support'] });
    for (const path of ['issue', 'preview'])
      expect((await support.post(`/api/desk/invoices/${path}`, draft())).status).toBe(403);
  });
});
