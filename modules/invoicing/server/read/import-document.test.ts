import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openFiles } from '#api/files/files.ts';
import { runDue } from '#api/jobs/worker.ts';
import { createLog } from '#api/lib/log.ts';
import { scanHandlers } from '#api/services/tickets/scan-files.ts';
import { maxInvoiceFileBytes } from '../../contract/invoice-import.ts';
import { frenchCii } from '#tests/fixtures/invoices/cii-producers.ts';
import { pdfWith } from '#tests/fixtures/invoices/pdf.ts';
import { peppolUbl } from '#tests/fixtures/invoices/ubl-producers.ts';
import { assertDefined, fileSettings } from '#tests/support/api.ts';
import { startClamd, testSignature } from '#tests/support/clamd.ts';
import { setUpDesk } from '#tests/support/desk.ts';
import { setUpDocuments } from '#tests/support/documents.ts';
import { eicar } from '#tests/support/files.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { hasSystemPart } from '../../../../scripts/lib/system-packages.ts';
import { readInvoiceXml } from './read-invoice.ts';

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const hasClamd = await hasSystemPart('clamd');

describeApi({ settings: { currency: 'EUR' } }, ({ database, api }) => {
  const { portal, eventsOf } = setUpDesk(database, api);
  const { desk, send, preview, bring, setUp, storedOf } = setUpDocuments(database, api);
  const { storage } = openFiles(fileSettings);
  const bytesOf = async (folder: string, sha256: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await storage.read(folder, sha256)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  };

  test('a Factur-X PDF is previewed, applied by its hash, kept untouched, and idempotent', async () => {
    const { customer, staff, facts } = await setUp();
    const pdf = await pdfWith({ 'factur-x.xml': frenchCii(facts) });
    const plan = await preview(staff, pdf);
    expect(plan).toMatchObject({
      outcome: 'added',
      needsAcceptance: false,
      error: null,
      customer: { id: customer.id },
      document: { number: facts.number, gross: '288.00', currency: 'EUR', lines: 1 },
      contradictions: [],
      findings: [],
    });
    expect((await storedOf(customer.id)).invoices).toEqual([]);
    expect(await preview(staff, pdf)).toEqual(plan);
    const applied = await send(staff, 'apply', pdf, { hash: plan.hash });
    expect(applied).toMatchObject({ status: 200, body: { isStored: true } });
    const {
      invoices: [invoice],
      documents,
      files,
    } = await storedOf(customer.id);
    expect(invoice).toMatchObject({ number: facts.number, amount: '288.00', dueDate: '2026-04-01', status: 'overdue' });
    expect(assertDefined(invoice).createdAt).toMatch(/^2026-03-02[T ]00:00:00/);
    expect(documents).toMatchObject([{ origin: 'read', gross: '288.00', profile: 'en16931', createdBy: staff.userId }]);
    expect(assertDefined(documents[0]).document).toEqual(readInvoiceXml(Buffer.from(frenchCii(facts))).document);
    expect(files).toMatchObject([
      {
        fileName: 'facture.pdf',
        contentType: 'application/pdf',
        sha256: hashOf(pdf),
        size: pdf.length,
        state: 'unscanned',
      },
      { fileName: 'facture.xml', contentType: 'application/xml', sha256: hashOf(frenchCii(facts)) },
    ]);
    expect(await bytesOf(customer.id, hashOf(pdf))).toEqual(Buffer.from(pdf));
    const again = await send(staff, 'apply', pdf, { hash: plan.hash });
    expect(again).toMatchObject({
      status: 200,
      body: { isStored: false, invoiceId: applied.body.invoiceId, plan: { outcome: 'unchanged' } },
    });
    expect((await storedOf(customer.id)).files).toHaveLength(2);
    expect((await portal(customer).get('/api/portal/invoices')).body.items).toMatchObject([{ number: facts.number }]);
    const events = await eventsOf('invoice.document_read', `invoice:${applied.body.invoiceId}`);
    expect(events).toMatchObject([{ actor: 'staff', userId: staff.userId, customer: customer.id }]);
  });

  test('two people who apply the same plan at once import it once', async () => {
    const { customer, staff, facts } = await setUp();
    const other = await desk({ permissions: ['records'] });
    const xml = peppolUbl(facts);
    const { hash } = await preview(staff, xml);
    const both = await Promise.all([staff, other].map((one) => send(one, 'apply', xml, { hash })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.filter(({ body }) => body.isStored)).toHaveLength(1);
    expect((await storedOf(customer.id)).invoices).toHaveLength(1);
  });

  test('another file of the same number is a contradiction; replacing it keeps both files', async () => {
    const { customer, staff, facts } = await setUp();
    const [first, second] = [frenchCii(facts), peppolUbl({ ...facts, note: 'Corrigée' })];
    await bring(staff, first);
    const plan = await preview(staff, second);
    expect(plan).toMatchObject({ outcome: 'blocked', contradictions: [{ code: 'other_document' }] });
    expect(await send(staff, 'apply', second, { hash: plan.hash, accept: 'contradictions' })).toMatchObject({
      status: 400,
    });
    expect((await storedOf(customer.id)).documents).toMatchObject([{ profile: 'en16931' }]);
    expect(await bring(staff, second, { replace: 'document' })).toMatchObject({
      status: 200,
      body: { plan: { outcome: 'replaced' } },
    });
    const stored = await storedOf(customer.id);
    expect(stored.documents).toMatchObject([{ profile: 'peppol' }]);
    const current = stored.files.filter(({ replacedAt }) => replacedAt === null).map(({ sha256 }) => sha256);
    expect(current).toEqual([hashOf(second)]);
    expect(await bytesOf(customer.id, hashOf(first))).toEqual(Buffer.from(first));
    // The first one again.
    expect(await bring(staff, first, { replace: 'document' })).toMatchObject({
      status: 200,
      body: { plan: { outcome: 'replaced' } },
    });
    const back = (await storedOf(customer.id)).files.filter(({ replacedAt }) => replacedAt === null);
    expect(back.map(({ sha256 }) => sha256)).toEqual([hashOf(first)]);
  });

  test('the PDF of an XML that was read is added to it', async () => {
    const { customer, staff, facts } = await setUp();
    const xml = frenchCii(facts);
    await bring(staff, xml);
    const pdf = await pdfWith({ 'factur-x.xml': xml });
    expect(await bring(staff, pdf)).toMatchObject({
      status: 200,
      body: { plan: { outcome: 'attached', contradictions: [] } },
    });
    expect((await storedOf(customer.id)).files).toHaveLength(2);
    expect(await preview(staff, xml)).toMatchObject({ outcome: 'unchanged' });
  });

  test('what is not an invoice is rejected with its reason, and is never stored', async () => {
    const { staff } = await setUp();
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
    for (const [body, code] of [
      [bomb, 'xml_doctype'],
      ['', 'xml_malformed'],
      ['\0\u0001', 'xml_malformed'],
      [await pdfWith({}), 'pdf_without_xml'],
      [`<html>${'<p>'.repeat(100)}`, 'xml_too_complex'],
    ] as const) {
      expect(await preview(staff, body)).toMatchObject({ outcome: 'rejected', error: { code }, document: null });
      const { status, body: error } = await send(staff, 'apply', body, { hash: 'a'.repeat(43) });
      expect([status, error.error.code]).toEqual([400, 'invalid_file']);
    }
    const large = await send(staff, 'preview', Buffer.alloc(maxInvoiceFileBytes + 1));
    expect(large.status).toBe(413);
  });

  test('only staff with the permission import documents, and nobody without a session', async () => {
    const { customer, facts } = await setUp();
    const xml = frenchCii(facts);
    for (const action of ['preview', 'apply']) {
      const query = action === 'apply' ? { hash: 'a'.repeat(43) } : {};
      expect((await send({ cookie: '' }, action, xml, query)).status).toBe(401);
      expect((await send(customer, action, xml, query)).status).toBe(404);
      for (const permission of ['support', 'accounts', 'sales', 'admin'] as const)
        expect((await send(await desk({ permissions: [permission] }), action, xml, query)).status).toBe(403);
    }
    expect((await storedOf(customer.id)).invoices).toEqual([]);
  });

  test('hostile names and values are stored as text', async () => {
    const { customer, staff, facts } = await setUp({ note: "'); DROP TABLE invoices; --&lt;script&gt;" });
    const name = '../../etc/\u202Epasswd<script>.exe';
    expect(await bring(staff, frenchCii(facts), { name })).toMatchObject({ status: 200 });
    const [file] = (await storedOf(customer.id)).files;
    expect(assertDefined(file).fileName).toMatch(/^[\w]+\.xml$/);
    expect(await send(staff, 'preview', frenchCii(facts), { name: 'n'.repeat(1001) })).toMatchObject({ status: 400 });
    expect(await send(staff, 'preview', frenchCii(facts), { customerId: "' OR 1=1" })).toMatchObject({ status: 400 });
  });
});

describeApi({ settings: { currency: 'EUR', clamd: '127.0.0.1:1' } }, ({ database, api }) => {
  const { bring, setUp, storedOf } = setUpDocuments(database, api);

  test.skipIf(!hasClamd)('originals wait for the virus scanner, and an infected one is known', async () => {
    const { customer, staff, facts } = await setUp();
    const escaped = eicar.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    await bring(staff, frenchCii(facts));
    await bring(staff, frenchCii({ ...facts, number: `${facts.number}-2`, note: escaped }));
    expect((await storedOf(customer.id)).files).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
    const clamd = await startClamd();
    const log = createLog('silent');
    const files = { ...openFiles(fileSettings), clamd: clamd.setting };
    expect(await runDue({ database, handlers: scanHandlers({ database: () => database, files, log }), log })).toBe(2);
    await clamd.stop();
    const states = (await storedOf(customer.id)).files.map(({ state, signature }) => [state, signature]);
    expect(states).toContainEqual(['clean', null]);
    expect(states).toContainEqual(['infected', testSignature]);
  });
});
