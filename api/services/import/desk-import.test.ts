import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoices } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { maxImportBytes } from '#contract/staff.ts';
import { assertDefined, makeCustomer, siteUrl } from '#tests/support/api.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { describeApi } from '#tests/support/fixtures.ts';

describeApi(({ database, api }) => {
  const { desk, portal, eventsOf } = setUpDesk(database, api);

  const header = 'number,amount,status\n';
  async function upload(staff: { cookie: string }, path: string, body: BodyInit, type = 'text/csv') {
    const response = await api.request(`/api/desk/imports/${path}`, {
      method: 'POST',
      headers: { Origin: siteUrl, Cookie: staff.cookie, 'Content-Type': type },
      body,
    });
    return { status: response.status, body: await response.json() };
  }

  test('an import is previewed, applied by its hash, and idempotent', async () => {
    const { id, cookie } = await makeCustomer(database, 'Import');
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${id}`;
    const file = `${header}I-1,10.00,pending\nI-2,20.00,pending\n`;
    const plan = await upload(staff, `preview?${query}`, file);
    expect(plan).toMatchObject({
      status: 200,
      body: {
        counts: { added: 2, changed: 0, unchanged: 0, rejected: 0 },
        added: [{ line: 2, name: 'I-1', values: { amount: '10.00' } }, { line: 3 }],
      },
    });
    expect((await portal({ cookie }).get('/api/portal/invoices')).body.items).toEqual([]);
    const { hash } = plan.body;
    expect((await upload(staff, `preview?${query}`, file)).body.hash).toBe(hash);
    expect(await upload(staff, `apply?${query}&hash=${hash}`, file)).toMatchObject({ status: 200, body: { added: 2 } });
    expect(await upload(staff, `apply?${query}&hash=${hash}`, file)).toMatchObject({
      status: 200,
      body: { added: 0, changed: 0, plan: { counts: { unchanged: 2 } } },
    });
    expect((await portal({ cookie }).get('/api/portal/invoices')).body.items).toHaveLength(2);
    const corrected = `${header}I-1,11.00,pending\nI-2,20.00,pending\n`;
    const next = await upload(staff, `preview?${query}`, corrected);
    expect(next.body).toMatchObject({
      counts: { added: 0, changed: 1, unchanged: 1 },
      changed: [{ name: 'I-1', changes: [{ column: 'amount', from: '10.00', to: '11.00' }] }],
    });
    await asOperator(database, (tx) => tx.update(invoices).set({ amount: '10.50' }).where(eq(invoices.number, 'I-1')));
    const stale = await upload(staff, `apply?${query}&hash=${next.body.hash}`, corrected);
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'plan_changed' }, current: { changed: [{ changes: [{ from: '10.50', to: '11.00' }] }] } },
    });
    const again = await upload(staff, `apply?${query}&hash=${stale.body.current.hash}`, corrected);
    expect(again).toMatchObject({ status: 200, body: { changed: 1 } });
    const imported = (await eventsOf('records.imported')).filter((event) => event.customer === id);
    expect(imported).toMatchObject([
      { actor: 'staff', userId: staff.userId, details: { added: 2 } },
      { details: { changed: 1 } },
    ]);
  });

  test('an invoice number is the seller’s: unique over all customers', async () => {
    const [one, other] = [await makeCustomer(database, 'Seller one'), await makeCustomer(database, 'Seller two')];
    const staff = await desk({ permissions: ['records'] });
    const preview = (file: string) => upload(staff, 'preview?list=invoices', `customer,number,amount\n${file}`);
    const both = 'Seller one,S-1,5\nSeller two,s-1,6\n';
    expect((await preview(both)).body.counts).toMatchObject({ added: 1, rejected: 1 });
    const made = { customerId: one.id, number: 'S-1', amount: '5' };
    await asOperator(database, (tx) => tx.insert(invoices).values(made));
    expect((await preview('Seller two,s-1,6\n')).body.rejected).toMatchObject([
      { problems: [{ column: 'number', reason: 'is "s-1", the number of an invoice of another customer' }] },
    ]);
    // Two customers that shared a number before keep it.
    const shared = { customerId: other.id, number: 's-1', amount: '6', sharesNumber: true };
    await asOperator(database, (tx) => tx.insert(invoices).values(shared));
    expect((await preview(both)).body.counts).toEqual({ added: 0, changed: 0, unchanged: 2, rejected: 0 });
  });

  test('an imported credit note reduces what is left of its invoice', async () => {
    const { id } = await makeCustomer(database, 'Credited');
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${id}`;
    const file = 'number,amount,credits\nN-1,100.00,\nN-2,-30.00,N-1\n';
    const { hash } = (await upload(staff, `preview?${query}`, file)).body;
    expect((await upload(staff, `apply?${query}&hash=${hash}`, file)).status).toBe(200);
    expect((await staff.get(`/api/desk/payments/open?customerId=${id}`)).body).toMatchObject({
      sources: [],
      invoices: [{ name: 'N-1', amount: '100.00', left: '70.00' }],
    });
    expect((await staff.get(`/api/desk/customers/detail?id=${id}`)).body.totalOutstanding).toBe('70.00');
  });

  test('two people who apply the same plan at once import it once', async () => {
    const { id } = await makeCustomer(database, 'Twice');
    const two = [await desk({ permissions: ['records'] }), await desk({ permissions: ['records'] })];
    const query = `list=invoices&customerId=${id}`;
    const file = `${header}T-1,10.00,pending\n`;
    const { hash } = (await upload(assertDefined(two[0]), `preview?${query}`, file)).body;
    const both = await Promise.all(two.map((staff) => upload(staff, `apply?${query}&hash=${hash}`, file)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ body }) => body.added).toSorted((one, other) => one - other)).toEqual([0, 1]);
    const rows = await asOperator(database, (tx) => tx.select().from(invoices).where(eq(invoices.customerId, id)));
    expect(rows).toHaveLength(1);
  });

  test('a preview says whose each row is, every problem of a row, and which values are unknown', async () => {
    const [one, other] = [await makeCustomer(database, 'Préalable'), await makeCustomer(database, 'Postérieur')];
    const staff = await desk({ permissions: ['records'] });
    const file = [
      'customer,number,amount,due_date,risk_score,status',
      'prealable,P-1,5,,,Payée',
      'Postérieur,P-2,5,,,A PAYER',
      'Postérieur,P-3,5,,,litige',
    ].join('\n');
    const reason = 'is "litige", which is not a known status';
    expect((await upload(staff, 'preview?list=invoices', file)).body).toMatchObject({
      counts: { added: 2, rejected: 1 },
      rejected: [{ line: 4, customer: 'Postérieur', problems: [{ column: 'status', reason }] }],
      unknown: [{ column: 'status', value: 'litige', rows: 1 }],
    });
    const accepting = 'list=invoices&unknown=accepted';
    const plan = await upload(staff, `preview?${accepting}`, file);
    expect(plan.body).toMatchObject({
      added: [
        { customer: 'Préalable', writtenAs: 'prealable', values: { status: 'paid' } },
        { customer: 'Postérieur', writtenAs: null, values: { status: 'pending' } },
        { customer: 'Postérieur', values: { status: 'litige' } },
      ],
      unknown: [{ column: 'status', value: 'litige', rows: 1 }],
    });
    const columnsOf = (rows: { problems: { column: string }[] }[]) =>
      rows.map(({ problems }) => problems.map(({ column }) => column).toSorted());
    const bad = await upload(staff, 'preview?list=invoices', `${file}\nPersonne,P-4,-50,2026-02-30,high,perdue\n`);
    expect(bad.body.counts).toMatchObject({ added: 2, rejected: 2 });
    expect(columnsOf(bad.body.rejected)).toContainEqual(['amount', 'customer', 'due_date', 'risk_score', 'status']);
    const stale = await upload(staff, `apply?list=invoices&hash=${plan.body.hash}`, file);
    expect(stale).toMatchObject({ status: 400, body: { error: { code: 'invalid_file' } } });
    expect((await upload(staff, `apply?${accepting}&hash=${plan.body.hash}`, file)).status).toBe(200);
    // What is stored already is not rejected.
    expect((await upload(staff, 'preview?list=invoices', file)).body.counts).toMatchObject({
      unchanged: 3,
      rejected: 0,
    });
    const statuses = async ({ cookie }: { cookie: string }) =>
      (await portal({ cookie }).get('/api/portal/invoices')).body.items.map((item: { status: string }) => item.status);
    expect([await statuses(one), (await statuses(other)).toSorted()]).toEqual([['paid'], ['litige', 'pending']]);
  });

  test('a file with rejected rows, in another encoding, empty, too large or of another type is not imported', async () => {
    const { id } = await makeCustomer(database, 'Bad files');
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${id}`;
    const bad = `${header}B-1,ten,pending\nB-2,20.00,pending\n`;
    const plan = await upload(staff, `preview?${query}`, bad);
    expect(plan.body).toMatchObject({
      counts: { added: 1, rejected: 1 },
      rejected: [{ line: 2, problems: [{ column: 'amount' }] }],
    });
    expect(await upload(staff, `apply?${query}&hash=${plan.body.hash}`, bad)).toMatchObject({ status: 400 });
    const mixed = Buffer.concat([Buffer.from(`${header}É-1,10.00,`), Buffer.from('payé\n', 'latin1')]);
    const zip = Buffer.from('504b0304140000000800ff', 'hex');
    for (const file of ['', 'nonsense', 'number;price\n1;2\n', mixed, zip, Buffer.from(header, 'utf16le')])
      expect(await upload(staff, `preview?${query}`, file)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_file' } },
      });
    expect((await upload(staff, `preview?${query}`, Buffer.alloc(maxImportBytes + 1, 'x'))).status).toBe(413);
    const streamed = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    });
    const endless = await api.request(`/api/desk/imports/preview?${query}`, {
      method: 'POST',
      headers: { Origin: siteUrl, Cookie: staff.cookie, 'Content-Type': 'text/csv' },
      body: streamed,
      duplex: 'half',
    } as RequestInit);
    expect(endless.status).toBe(413);
    expect((await upload(staff, `preview?${query}`, '{}', 'application/json')).status).toBe(415);
    expect((await upload(staff, `preview?list=invoices&customerId=${randomUUID()}`, header)).status).toBe(404);
    const foreign = await upload(staff, 'preview?list=invoices', `customer,number,amount\nNobody,1,1.00\n`);
    expect(foreign.body).toMatchObject({ rejected: [{ line: 2, problems: [{ column: 'customer' }] }] });
    const rows = await asOperator(database, (tx) => tx.select().from(invoices).where(eq(invoices.customerId, id)));
    expect(rows).toEqual([]);
  });

  test('files of French spreadsheets are read as they are saved', async () => {
    await makeCustomer(database, 'Été à Nice');
    const staff = await desk({ permissions: ['records'] });
    const text = 'Client;Numéro;Montant (EUR);ÉCHÉANCE;Statut\r\nÉté à Nice;É-1;1 250,50 €;31/12/2026;Payée\r\n';
    const files = [
      Buffer.from(text),
      Buffer.from(text.replaceAll('€', '\x80'), 'latin1'),
      Buffer.from(`\ufeff${text.replaceAll(';', '\t')}`, 'utf16le'),
    ];
    for (const file of files)
      expect((await upload(staff, 'preview?list=invoices&locale=fr', file)).body).toMatchObject({
        counts: { rejected: 0 },
        added: [{ name: 'É-1', customer: 'Été à Nice', values: { amount: '1250.50', due_date: '2026-12-31' } }],
      });
  });

  test('rejected rows come back as they were written, and can be imported again with their errors', async () => {
    const { id } = await makeCustomer(database, 'Rejected rows');
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${id}`;
    const lines = ['Numéro,Montant,Erreurs', 'R-1,10.00,', 'R-2,=cmd,', 'R-3,1,2,3', "R-1,20.00,'-"];
    const rejected = await upload(staff, `export-rejected?${query}`, lines.join('\n'));
    expect(rejected).toMatchObject({
      status: 200,
      body: {
        header: ['Numéro', 'Montant', 'Erreurs'],
        rows: [
          { line: 3, cells: ['R-2', '=cmd', ''], problems: [{ column: 'amount' }] },
          { line: 4, cells: ['R-3', '1', '2', '3'], problems: [{ column: '' }] },
          { line: 5, cells: ['R-1', '20.00', "'-"], problems: [{ reason: 'is the same as on line 2' }] },
        ],
      },
    });
    const sales = await desk({ permissions: ['sales'] });
    expect((await upload(sales, `export-rejected?${query}`, lines.join('\n'))).status).toBe(403);
    const long = `${header}${'R-9,ten,pending\n'.repeat(20_001)}`;
    expect(await upload(staff, `export-rejected?${query}`, long)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_file' } },
    });
  });

  test('a credit note is negative, names an invoice of its customer, and lowers the balance', async () => {
    const [own, other] = [await makeCustomer(database, 'Avoir'), await makeCustomer(database, 'Autre avoir')];
    const staff = await desk({ permissions: ['records'] });
    const query = `list=invoices&customerId=${own.id}&locale=fr`;
    await asOperator(database, (tx) =>
      tx.insert(invoices).values([
        { customerId: own.id, number: 'FA-1', amount: '300' },
        { customerId: other.id, number: 'FA-9', amount: '300' },
      ]),
    );
    const head = 'Numéro;Montant;Avoir de;Statut\n';
    const reasonsOf = async (...lines: string[]) => {
      const { body } = await upload(staff, `preview?${query}`, head + lines.join('\n'));
      return body.rejected.map(({ problems }: { problems: { reason: string }[] }) => problems[0]?.reason);
    };
    expect(await reasonsOf('AV-1;-50;;')).toEqual([
      'is "-50.00", but only a credit note is negative, which names its invoice in credits',
    ]);
    expect(await reasonsOf('AV-1;50;FA-1;')).toEqual(['is "50.00", but a credit note is negative']);
    expect(await reasonsOf('AV-1;-50;FA-9;', 'AV-2;-50;AV-2;', 'AV-3;-50;AV-4;', 'AV-4;-1;FA-1;')).toEqual([
      'is "FA-9", which is not an invoice of this customer',
      'is "AV-2", which is this credit note itself',
      'is "AV-4", which is a credit note, too',
    ]);
    // Also of an invoice that comes later in the same file.
    const file = `${head}AV-1;-50,25;fa-1;\nAV-2;-20;FA-2;\nFA-2;100;;\n`;
    const plan = await upload(staff, `preview?${query}`, file);
    expect(plan.body).toMatchObject({
      counts: { added: 3, rejected: 0 },
      added: [{ values: { amount: '-50.25', credits: 'FA-1' } }, {}, {}],
    });
    expect((await upload(staff, `apply?${query}&hash=${plan.body.hash}`, file)).body.added).toBe(3);
    expect((await upload(staff, `preview?${query}`, file)).body.counts).toMatchObject({ unchanged: 3 });
    const customer = portal(own);
    const { items } = (await customer.get('/api/portal/invoices')).body;
    expect(
      Object.fromEntries(items.map((item: { number: string; credits: string }) => [item.number, item.credits])),
    ).toEqual({ 'FA-1': null, 'FA-2': null, 'AV-1': 'FA-1', 'AV-2': 'FA-2' });
    expect((await customer.get('/api/portal/customers/current')).body.totalOutstanding).toBe('329.75');
    const overview = (await customer.get('/api/portal/records/overview')).body;
    expect(JSON.stringify(overview)).not.toContain('AV-1');
    const note = items.find((item: { number: string }) => item.number === 'AV-1');
    const correct = (after: string) =>
      staff.post('/api/desk/records/correct', {
        list: 'invoices',
        customerId: own.id,
        id: note.id,
        reason: 'Erreur de saisie',
        before: { amount: note.amount },
        after: { amount: after },
      });
    expect((await correct('50.00')).status).toBe(400);
    expect(await correct('-60.00')).toMatchObject({ status: 200, body: { amount: '-60.00', credits: 'FA-1' } });
  });
});
