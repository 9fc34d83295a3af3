import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { asOperator } from '#api/db/transaction-context.ts';
import { erpCii, frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { peppolUbl } from '#tests/fixtures/invoices/ubl-producers.ts';
import { mailsTo } from '#tests/support/api.ts';
import { ibans, setUpBank } from '#tests/support/bank.ts';
import { setUpDocuments } from '#tests/support/documents.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';

const forged = 'DE89370400440532013000';

describeApi({ settings: { currency: 'EUR', readLimit: 0 } }, ({ database, api }) => {
  const { desk, send, preview, bring, setUp, storedOf } = setUpDocuments(database, api);
  const { portal, eventsOf, admin, active, end, notify, pass, propose, approve } = setUpBank(database, api);
  const { makeKey } = setUpKeys(database, api);
  type Admin = Awaited<ReturnType<typeof admin>>;
  const accept = 'contradictions';
  const requestsFor = async (staff: Admin, number: string) =>
    (await staff.get('/api/desk/bank-accounts')).body.otherIbans.filter(
      (one: { number: string }) => one.number === number,
    );
  const decide = (staff: Admin, id: string, isConfirmed: boolean) =>
    staff.post('/api/desk/bank-accounts/decide-invoice', { id, isConfirmed });
  const noticesOf = async (email: string, number: string) => {
    await notify();
    const mails = await mailsTo(database, email);
    return mails.filter(({ template, data }) => template === 'invoice-iban-staff' && data.number === number);
  };

  beforeAll(async () => {
    const [one, other] = [await admin(), await admin()];
    const id = await propose(one, ibans[0]);
    await approve(other, id, ibans[0]);
    await pass(id, 73);
  });

  test('a program cannot store a document with another account, and the administrators learn of it', async () => {
    const { customer, facts } = await setUp({ iban: forged });
    const boss = await admin();
    const program = await makeKey({ scopes: ['invoices:write'] });
    const path = `/documents/${encodeURIComponent(facts.number)}`;
    for (const query of ['', '?accept=contradictions', '?accept=contradictions&replace=document']) {
      const { status, body } = await program.send('PUT', path + query, frenchCii(facts));
      expect([status, body.error.code]).toEqual([409, 'iban_not_active']);
    }
    expect(await storedOf(customer.id)).toEqual({ invoices: [], documents: [], files: [] });
    const events = (await eventsOf('invoice.iban_refused')).filter((event) => event.customer === customer.id);
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({ actor: 'key', details: { number: facts.number, contradictions: 'iban' } });
    // Once an hour.
    const notices = await noticesOf(boss.email, facts.number);
    expect(notices).toMatchObject([{ locale: 'fr', data: { sender: 'Books', isRefused: 'yes' } }]);

    const paid = await program.send('PUT', path, frenchCii({ ...facts, iban: ibans[0] }));
    expect(paid).toMatchObject({ status: 200, body: { outcome: 'added', warnings: [] } });
    const replaced = await program.send('PUT', `${path}?accept=contradictions&replace=document`, peppolUbl(facts));
    expect(replaced.body.error.code).toBe('iban_not_active');
    expect((await storedOf(customer.id)).documents).toMatchObject([{ iban: ibans[0] }]);
  });

  test('staff import it once another administrator has confirmed the account', async () => {
    const { customer, staff, facts } = await setUp({ iban: forged });
    const [one, other] = [await desk({ permissions: ['records', 'admin'] }), await admin()];
    const xml = frenchCii(facts);
    expect(await preview(one, xml)).toMatchObject({
      outcome: 'added',
      secondPerson: 'needed',
      contradictions: [{ code: 'iban', document: forged, stored: ibans[0] }],
    });
    for (const asking of [one, one])
      expect(await bring(asking, xml)).toMatchObject({
        status: 200,
        body: { isStored: false, invoiceId: null, plan: { secondPerson: 'asked' } },
      });
    expect(await storedOf(customer.id)).toEqual({ invoices: [], documents: [], files: [] });
    expect(await noticesOf(other.email, facts.number)).toMatchObject([{ data: { isRefused: 'no' } }]);

    const [asked] = await requestsFor(other, facts.number);
    expect(asked).toMatchObject({
      customerId: customer.id,
      iban: forged,
      gross: '288.00',
      currency: 'EUR',
      isOwn: false,
    });
    expect(await requestsFor(one, facts.number)).toMatchObject([{ isOwn: true }]);
    expect((await decide(one, asked.id, true)).body.error.code).toBe('own_proposal');
    expect((await decide(await desk({ permissions: ['records'] }), asked.id, true)).status).toBe(403);
    expect((await decide(other, randomUUID(), true)).status).toBe(404);
    expect((await decide(other, asked.id, true)).status).toBe(200);
    expect((await decide(other, asked.id, false)).body.error.code).toBe('changed_meanwhile');

    expect(await preview(staff, xml)).toMatchObject({ secondPerson: 'confirmed', needsAcceptance: true });
    expect(await bring(staff, xml)).toMatchObject({ status: 200, body: { isStored: true } });
    expect((await storedOf(customer.id)).documents).toMatchObject([{ iban: forged }]);
    const names = ['invoice.iban_requested', 'invoice.iban_confirmed', 'invoice.document_read'];
    const events = await Promise.all(names.map((name) => eventsOf(name)));
    expect(events.map((all) => all.filter((event) => event.customer === customer.id))).toMatchObject([
      [{ userId: one.userId, details: { number: facts.number, contradictions: 'iban' } }],
      [{ userId: other.userId, details: { number: facts.number } }],
      [{ userId: staff.userId, details: { outcome: 'added', contradictions: 'iban' } }],
    ]);
  });

  test('what was confirmed is one account in one invoice of one amount to one customer', async () => {
    const { staff, facts } = await setUp({ iban: forged });
    const stranger = await setUp();
    const other = await admin();
    await bring(staff, frenchCii(facts));
    const [asked] = await requestsFor(other, facts.number);
    await decide(other, asked.id, true);
    const dearer = frenchCii(facts).replaceAll('288.00', '2880.00');
    expect(dearer).not.toBe(frenchCii(facts));
    for (const [file, query] of [
      [frenchCii({ ...facts, iban: ibans[1] }), {}],
      [frenchCii({ ...facts, number: `${facts.number}-2` }), {}],
      [dearer, {}],
      [frenchCii(facts), { customerId: stranger.customer.id }],
    ] as const)
      expect(await preview(staff, file, query)).toMatchObject({ secondPerson: 'needed' });
    expect(await preview(staff, erpCii(facts))).toMatchObject({ secondPerson: 'confirmed' });
  });

  test('a rejected account can be asked for again, and whoever asked can withdraw', async () => {
    const { staff, facts } = await setUp({ iban: forged });
    const [own, other] = [await desk({ permissions: ['records', 'admin'] }), await admin()];
    await bring(staff, frenchCii(facts));
    const [asked] = await requestsFor(other, facts.number);
    expect((await decide(other, asked.id, false)).status).toBe(200);
    expect(await preview(staff, frenchCii(facts))).toMatchObject({ secondPerson: 'needed' });
    await bring(own, frenchCii(facts));
    const [again] = await requestsFor(other, facts.number);
    expect((await decide(own, again.id, false)).status).toBe(200);
    expect(await requestsFor(other, facts.number)).toEqual([]);
  });

  test('every account in the file counts, not only the first one', async () => {
    const { staff, facts } = await setUp({ iban: ibans[0] });
    const means = '</ram:SpecifiedTradeSettlementPaymentMeans>';
    const more = (account: string) =>
      frenchCii(facts).replace(
        means,
        `${means}<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode><ram:PayeePartyCreditorFinancialAccount>${account}</ram:PayeePartyCreditorFinancialAccount>${means}`,
      );
    for (const account of [`<ram:IBANID>${forged}</ram:IBANID>`, `<ram:ProprietaryID>${forged}</ram:ProprietaryID>`])
      expect(await preview(staff, more(account))).toMatchObject({
        secondPerson: 'needed',
        contradictions: [{ code: 'iban', document: forged }],
      });
    const national = `<ram:ProprietaryID>${ibans[0].slice(4)}</ram:ProprietaryID>`;
    expect(await preview(staff, more(national))).toMatchObject({ secondPerson: null, contradictions: [] });
  });

  test('no statement of the server stores such a document, or confirms its own request', async () => {
    const { customer, staff, facts } = await setUp({ iban: ibans[0] });
    const { body } = await bring(staff, frenchCii(facts));
    const program = await makeKey({ scopes: ['invoices:write'] });
    const change = `UPDATE invoice_documents SET iban = '${forged}', document = jsonb_set(document, '{payment,iban}', '"${forged}"') WHERE invoice_id = '${body.invoiceId}'`;
    const hidden = `UPDATE invoice_documents SET document = jsonb_set(document, '{payment,iban}', '"${forged}"') WHERE invoice_id = '${body.invoiceId}'`;
    const run = async (context: string, value: string, statement: string) => {
      const client = await database.pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(`SELECT ${context}($1)`, [value]);
        await client.query(statement);
        return 'done';
      } catch (error) {
        return (error as { code?: string }).code;
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    const ask = `SELECT request_invoice_iban('${customer.id}', '${facts.number}', '${forged}', 1, 'EUR')`;
    for (const statement of [
      change,
      hidden,
      `INSERT INTO invoice_iban_requests (customer_id, number, iban, gross, currency, requested_by) VALUES ('${customer.id}', 'X', 'X', 1, 'EUR', gen_random_uuid())`,
      'UPDATE invoice_iban_requests SET is_confirmed = true, decided_by = gen_random_uuid(), decided_at = now()',
      `${ask}; SELECT decide_invoice_iban((SELECT id FROM desk_invoice_ibans() WHERE number = '${facts.number}'), true, NULL, NULL); ${change}`,
    ])
      expect(await run('set_staff_context', staff.token, statement), statement).not.toBe('done');
    expect(await run('set_key_context', program.key, change)).toBe('42501');
    expect(await run('set_key_context', program.key, ask)).toBe('42501');
    const alone = { customerId: customer.id, by: randomUUID() };
    await expect(
      asOperator(database, (tx) =>
        tx.execute(sql`INSERT INTO invoice_iban_requests (customer_id, number, iban, gross, currency, requested_by, decided_by, decided_at, is_confirmed)
          VALUES (${alone.customerId}, 'X', 'X', 1, 'EUR', ${alone.by}, ${alone.by}, clock_timestamp() + interval '1 second', true)`),
      ),
    ).rejects.toMatchObject({ cause: { constraint: 'invoice_iban_requests_two_people' } });
    expect((await portal(customer).get('/api/portal/invoices')).status).toBe(200);
  });

  test('the plan that was made before a confirmation is not applied', async () => {
    const { staff, facts } = await setUp({ iban: forged });
    const other = await admin();
    const xml = frenchCii(facts);
    const { hash } = await preview(staff, xml);
    await bring(staff, xml);
    const [asked] = await requestsFor(other, facts.number);
    await decide(other, asked.id, true);
    expect(await send(staff, 'apply', xml, { hash, accept })).toMatchObject({
      status: 409,
      body: { error: { code: 'plan_changed' }, current: { secondPerson: 'confirmed' } },
    });
  });

  test('no staff member gets around the second person by withdrawing the account', async () => {
    const { customer, facts } = await setUp({ iban: forged });
    const alone = await desk({ permissions: ['records', 'admin'] });
    const program = await makeKey({ scopes: ['invoices:write'] });
    const { items } = (await alone.get('/api/desk/bank-accounts')).body;
    for (const { id } of items.filter(({ state }: { state: string }) => state === 'active'))
      expect((await end(alone, id)).status).toBe(200);
    expect(await active()).toBeUndefined();
    expect(await preview(alone, frenchCii(facts))).toMatchObject({
      secondPerson: 'needed',
      contradictions: [{ code: 'iban', document: forged, stored: null }],
    });
    expect((await bring(alone, frenchCii(facts))).body).toMatchObject({ isStored: false });
    const path = `/documents/${encodeURIComponent(facts.number)}?accept=contradictions`;
    expect((await program.send('PUT', path, frenchCii(facts))).body.error.code).toBe('iban_not_active');
    expect((await storedOf(customer.id)).documents).toEqual([]);
  });
});
