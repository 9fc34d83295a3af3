import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { withoutDatabase } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { setUpKeys } from '#tests/support/keys.ts';
import { operationIdOf } from './openapi-document.ts';

const served = async () => (await withoutDatabase().request('/api/openapi.json')).text();

const lint = async (source: string) => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  return problems.map(
    ({ severity, ruleId, message, location: [at] }) => `${severity} ${ruleId} ${at?.pointer} ${message}`,
  );
};

test('the document passes the recommended rules of the linter, without warnings', async () => {
  expect(await lint(await served())).toEqual([]);
});

test('the test above notices an operation without an id, and one that says nothing about security', async () => {
  const found = await lint(
    (await served()).replace('"operationId"', '"x-id"').replace('"security":[]', '"x-security":[]'),
  );
  expect(found.map((problem) => problem.split(' ', 2).join(' ')).toSorted()).toEqual([
    'error security-defined',
    'warn operation-operationId',
  ]);
});

test('the id of an operation follows from its method and path', () => {
  expect(operationIdOf('post', '/api/desk/tickets/add-watcher')).toBe('postDeskTicketsAddWatcher');
});

interface Operation {
  parameters?: { name: string; schema: { example?: string } }[];
  requestBody?: {
    content: Record<string, { schema: { example?: object; properties?: Record<string, { description?: string }> } }>;
  };
}

describeApi({ settings: { readLimit: 0 } }, ({ database, api }) => {
  const { makeKey } = setUpKeys(database, api);

  test('the examples of requests for other programs work as they are written', async () => {
    const program = await makeKey();
    const { paths } = JSON.parse(await served()) as { paths: Record<string, { put?: Operation }> };
    const operations = Object.entries(paths).flatMap(([path, { put }]) => {
      const schema = put?.requestBody?.content['application/json']?.schema;
      const number = put?.parameters?.find(({ name }) => name === 'number')?.schema.example;
      return path.startsWith('/api/v1/') && schema !== undefined ? [{ path, schema, number }] : [];
    });
    expect(operations).toHaveLength(4);
    // Customers come first, as the others name one.
    for (const { path, schema, number = '' } of operations) {
      const { status, body } = await program.send(
        'PUT',
        path.replace('/api/v1', '').replace('{number}', number),
        schema.example,
      );
      expect([path, status, body.outcome]).toEqual([path, 200, 'added']);
      expect(body.record).toMatchObject({
        ...schema.example,
        ...('customer' in body.record && { customer: { number: 'C-0042' } }),
      });
    }
    const invoice = operations.find(({ path }) => path.includes('invoices'))?.schema.properties;
    expect(invoice?.['status']?.description).toBe('One of paid, overdue, pending');
  });
});
