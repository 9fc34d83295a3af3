import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { invoiceDocuments, invoices, paymentAllocations } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { erpCii, frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { creditNote, type Facts, iban, plain } from '#tests/fixtures/invoices/facts.ts';
import { peppolUbl } from '#tests/fixtures/invoices/ubl-producers.ts';
import { assertDefined } from '#tests/support/api.ts';
import { next, setUpDocuments } from '#tests/support/documents.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { compareSides } from './compare-document.ts';
import { readInvoiceXml } from './read-invoice.ts';

describeApi({ settings: { currency: 'EUR' } }, ({ database, api }) => {
  const { desk, send, preview, bring, customerOf, setUp, storedOf } = setUpDocuments(database, api);

  test('the document of a stored invoice is attached, and what it contradicts is shown and stays', async () => {
    const { customer, staff, facts } = await setUp();
    const row = {
      customerId: customer.id,
      number: facts.number,
      amount: '288.01',
      dueDate: '2026-04-02',
      status: 'void',
      createdAt: '2026-03-03T00:00:00Z',
    };
    await asOperator(database, (tx) => tx.insert(invoices).values(row));
    const xml = erpCii(facts);
    const plan = await preview(staff, xml);
    expect(plan).toMatchObject({
      outcome: 'attached',
      needsAcceptance: true,
      contradictions: [
        { code: 'amount', document: '288.00', stored: '288.01' },
        { code: 'issued_on', document: '2026-03-02', stored: '2026-03-03' },
        { code: 'due_on', document: '2026-04-01', stored: '2026-04-02' },
        { code: 'status', document: null, stored: 'void' },
      ],
    });
    const { hash } = plan;
    const unseen = await send(staff, 'apply', xml, { hash });
    expect(unseen).toMatchObject({ status: 400, body: { error: { code: 'invalid_file' } } });
    expect((await storedOf(customer.id)).documents).toEqual([]);
    expect(await send(staff, 'apply', xml, { hash, accept: 'contradictions' })).toMatchObject({ status: 200 });
    const stored = await storedOf(customer.id);
    expect(stored.invoices).toMatchObject([{ amount: '288.01', status: 'void', dueDate: '2026-04-02' }]);
    expect(stored.documents).toMatchObject([{ gross: '288.00' }]);
  });

  test('a changed invoice changes the plan: nothing is written by the old one', async () => {
    const { customer, staff, facts } = await setUp();
    const { hash } = await preview(staff, frenchCii(facts));
    const row = { customerId: customer.id, number: facts.number, amount: '1.00' };
    await asOperator(database, (tx) => tx.insert(invoices).values(row));
    const stale = await send(staff, 'apply', frenchCii(facts), { hash, accept: 'contradictions' });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'plan_changed' }, current: { outcome: 'attached' } },
    });
    expect((await storedOf(customer.id)).documents).toEqual([]);
    const otherFile = await send(staff, 'apply', peppolUbl(facts), {
      hash: stale.body.current.hash,
      accept: 'contradictions',
    });
    expect(otherFile.status).toBe(409);
  });

  test('an invoice that we wrote is never replaced', async () => {
    const { customer, staff, facts } = await setUp();
    const { body } = await bring(staff, frenchCii(facts));
    await asOperator(database, (tx) =>
      tx.update(invoiceDocuments).set({ origin: 'written' }).where(eq(invoiceDocuments.invoiceId, body.invoiceId)),
    );
    const other = await preview(staff, peppolUbl(facts), { replace: 'document' });
    expect(other).toMatchObject({ outcome: 'blocked', contradictions: [{ code: 'written_here' }] });
    expect(await bring(staff, peppolUbl(facts), { replace: 'document' })).toMatchObject({ status: 400 });
    expect((await storedOf(customer.id)).files).toHaveLength(1);
  });

  test('a number of another customer is not taken', async () => {
    const { staff, facts } = await setUp();
    const other = await setUp();
    await bring(other.staff, frenchCii(other.facts));
    const xml = frenchCii({ ...facts, number: other.facts.number.toLowerCase() });
    expect(await preview(staff, xml)).toMatchObject({
      outcome: 'blocked',
      contradictions: [{ code: 'other_customer', stored: null }],
    });
    expect(await bring(staff, xml)).toMatchObject({ status: 400 });
  });

  test('a buyer of an unknown SIREN is chosen, and the SIREN is kept if staff say so', async () => {
    const { siren, number } = next();
    const customer = await customerOf(null);
    const xml = frenchCii({ ...plain, number, buyer: { name: 'Inconnu', siren } });
    const records = await desk({ permissions: ['records'] });
    expect(await preview(records, xml)).toMatchObject({ outcome: 'unassigned', customer: null, candidates: [] });
    expect(await bring(records, xml)).toMatchObject({ status: 400 });
    const chosen = { customerId: customer.id };
    expect(await preview(records, xml, chosen)).toMatchObject({ outcome: 'added', customer: { id: customer.id } });
    const remembered = { ...chosen, remember: 'siren' };
    expect(await bring(records, xml, remembered)).toMatchObject({ status: 403 });
    expect((await storedOf(customer.id)).invoices).toEqual([]);
    const both = await desk({ permissions: ['records', 'accounts'] });
    expect(await bring(both, xml, remembered)).toMatchObject({ status: 200 });
    const later = frenchCii({ ...plain, number: next().number, buyer: { name: 'Inconnu', siren } });
    expect(await preview(records, later)).toMatchObject({ outcome: 'added', customer: { id: customer.id } });
    expect(await preview(records, xml, { customerId: randomUUID() })).toMatchObject({ error: { code: 'not_found' } });
  });

  test('several customers of one SIREN are offered, and another SIREN is a contradiction', async () => {
    const { customer, staff, facts, siren } = await setUp();
    const second = await customerOf(siren);
    const plan = await preview(staff, frenchCii(facts));
    expect(plan.outcome).toBe('unassigned');
    expect(plan.candidates.map(({ id }: { id: string }) => id).toSorted()).toEqual([customer.id, second.id].toSorted());
    const stranger = await customerOf(next().siren);
    expect(await preview(staff, frenchCii(facts), { customerId: stranger.id })).toMatchObject({
      outcome: 'added',
      needsAcceptance: true,
      contradictions: [{ code: 'buyer_siren', document: siren }],
    });
  });

  test('a credit note reduces its invoice, and only one of the same customer', async () => {
    const { customer, staff, facts } = await setUp();
    const { number, siren } = next();
    const other = await setUp();
    await bring(staff, frenchCii({ ...facts, dueOn: '2099-01-01' }));
    const credit: Facts = {
      ...creditNote,
      number,
      buyer: assertDefined(facts.buyer),
      corrects: { number: facts.number, issuedOn: facts.issuedOn },
    };
    const foreign = { ...credit, number: `${number}-${siren}`, buyer: assertDefined(other.facts.buyer) };
    expect(await preview(staff, peppolUbl(foreign))).toMatchObject({
      document: { credits: null },
      contradictions: [{ code: 'credited_other_customer', document: facts.number }],
    });
    const applied = await bring(staff, peppolUbl(credit));
    expect(applied).toMatchObject({
      status: 200,
      body: { plan: { document: { credits: facts.number }, contradictions: [] } },
    });
    const stored = await storedOf(customer.id);
    const note = assertDefined(stored.invoices.find(({ id }) => id === applied.body.invoiceId));
    const invoice = assertDefined(stored.invoices.find(({ id }) => id === note.creditsInvoiceId));
    expect(note).toMatchObject({ amount: '-288.00', settled: '-288.00', status: 'credited' });
    expect(invoice).toMatchObject({ number: facts.number, settled: '288.00', status: 'paid' });
    const allocated = await asOperator(database, (tx) =>
      tx.select().from(paymentAllocations).where(eq(paymentAllocations.invoiceId, invoice.id)),
    );
    expect(allocated).toMatchObject([{ amount: '288.00', creditNoteId: note.id }]);
    const lost = { ...credit, number: `${number}-0`, corrects: { number: 'F-0', issuedOn: facts.issuedOn } };
    expect(await preview(staff, peppolUbl(lost))).toMatchObject({ contradictions: [{ code: 'credited_unknown' }] });
  });

  test('another currency than that of the list, and totals that do not add up, are shown', async () => {
    const { staff, facts } = await setUp({ currency: 'CHF', totals: { ...plain.totals, gross: '288.01' } });
    expect(await preview(staff, frenchCii(facts))).toMatchObject({
      outcome: 'added',
      needsAcceptance: true,
      contradictions: [{ code: 'currency', document: 'CHF', stored: 'EUR' }],
      findings: [{ code: 'gross_total' }, { code: 'due_total' }],
    });
  });
});

test('an invoice of another seller contradicts us, once our SIREN is filled in', () => {
  const read = readInvoiceXml(Buffer.from(frenchCii(plain)));
  const us = { currency: 'EUR', siren: '000000109', iban: null };
  expect(compareSides(read, us, null)).toEqual([]);
  expect(compareSides(read, { ...us, siren: '111111111' }, null)).toEqual([
    { code: 'seller', document: '000000109', stored: '111111111' },
  ]);
  expect(compareSides(read, { ...us, siren: null }, null)).toEqual([]);
});

test('another account than the active one contradicts us', () => {
  const read = readInvoiceXml(Buffer.from(frenchCii(plain)));
  const us = { currency: 'EUR', siren: null, iban };
  expect(compareSides(read, us, null)).toEqual([]);
  const forged = 'DE89370400440532013000';
  expect(compareSides(read, { ...us, iban: forged }, null)).toEqual([{ code: 'iban', document: iban, stored: forged }]);
});
