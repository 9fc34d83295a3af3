import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readHeader } from './backup-format.ts';
import { readBackup } from './read-backup.ts';
import { visitBackup } from './verify-backup.ts';

const header = {
  format: 'rempart-azur backup',
  version: 2,
  createdAt: '2026-01-01T00:00:00Z',
  engine: 'postgresql',
  migrations: [],
  tables: [{ name: 'tickets', columns: ['description'], rows: 40 }],
};

test('rows that are long are passed on before they fill the memory', async () => {
  const row = JSON.stringify({ description: 'x'.repeat(1024 * 1024) });
  const lines = [JSON.stringify(header), '"tickets"', ...Array.from({ length: 40 }, () => row), '["files"]'];
  const end = '["end",{"files":0,"missing":0}]';
  async function* content() {
    yield gzipSync(`${[...lines, end].join('\n')}\n`);
  }
  const reader = readBackup({ name: 'The file x.gz', content: content() });
  const batches: number[] = [];
  const visitor = {
    onRows: (_table: unknown, rows: string[]) => void batches.push(rows.join('').length),
    onFile: () => Promise.reject(new Error('There is no file.')),
  };
  const of = { header: readHeader(await reader.line(), 'x'), trust: { keys: [], unsigned: 'older' } } as const;
  await visitBackup(reader, of, visitor, () => undefined);
  expect(batches.reduce((sum, size) => sum + size, 0)).toBe(40 * row.length);
  expect(Math.max(...batches)).toBeLessThan(6 * 1024 * 1024);
});
