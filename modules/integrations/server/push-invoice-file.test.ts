import { expect, test } from 'vitest';
import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { pdfWith } from '#tests/fixtures/invoices/pdf.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpDocuments } from '#tests/support/documents.ts';
import { setUpKeys } from '#tests/support/keys.ts';

describeApi({ settings: { currency: 'EUR', readLimit: 0 } }, ({ database, api }) => {
  const { setUp, storedOf } = setUpDocuments(database, api);
  const { makeKey } = setUpKeys(database, api);

  test('a Factur-X PDF adds its invoice with its files, once', async () => {
    const { customer, facts } = await setUp();
    const program = await makeKey({ scopes: ['invoices:write'] });
    const pdf = await pdfWith({ 'factur-x.xml': frenchCii(facts) });
    const path = `/documents/${encodeURIComponent(facts.number)}`;
    const results = await Promise.all([1, 2, 3].map(() => program.send('PUT', path, pdf)));
    expect(results.map(({ body }) => String(body.outcome ?? body.error.code)).toSorted()).toEqual([
      'added',
      'unchanged',
      'unchanged',
    ]);
    const { invoices, documents, files } = await storedOf(customer.id);
    expect(invoices).toMatchObject([{ number: facts.number, amount: '288.00' }]);
    expect(documents).toMatchObject([{ origin: 'read', createdBy: null }]);
    expect(files).toHaveLength(2);

    const xml = await program.send('PUT', path, frenchCii(facts));
    expect(xml.body.outcome).toBe('unchanged');
    const other = await program.send('PUT', '/documents/another-number', pdf);
    expect([other.status, other.body.error]).toMatchObject([400, { code: 'invalid_file' }]);
    expect(other.body.error.message).toContain(facts.number);
  });

  test('a document that contradicts the stored invoice needs to be accepted', async () => {
    const { customer, facts } = await setUp();
    const program = await makeKey();
    await program.send('PUT', `/invoices/${encodeURIComponent(facts.number)}`, {
      customer: customer.id,
      amount: '1.00',
    });
    const path = `/documents/${encodeURIComponent(facts.number)}`;
    const rejected = await program.send('PUT', path, frenchCii(facts));
    expect([rejected.status, rejected.body.error.code]).toEqual([400, 'invalid_file']);
    expect((await storedOf(customer.id)).documents).toEqual([]);
    const accepted = await program.send('PUT', `${path}?accept=contradictions`, frenchCii(facts));
    expect(accepted.body).toMatchObject({ outcome: 'attached', warnings: expect.arrayContaining(['amount']) });
    expect((await storedOf(customer.id)).invoices).toMatchObject([{ amount: '1.00' }]);
  });
});
