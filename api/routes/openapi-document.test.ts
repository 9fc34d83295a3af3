import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { withoutDatabase } from '#tests/support/api.ts';
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
