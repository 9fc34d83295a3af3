import { expect, test } from 'vitest';
import { exportName, readCsvChoice, saveCsvChoice } from './list-actions.tsx';

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test.each([
  ['Cabinet Masséna', 'invoices-cabinet-massena-2026-11-16.csv'],
  ['../../Étoile & Fils (Nice)', 'invoices-etoile-fils-nice-2026-11-16.csv'],
  ['???', 'invoices-2026-11-16.csv'],
  [undefined, 'invoices-2026-11-16.csv'],
])('a file names its company: %s', (company, name) => {
  expect(exportName('invoices', company, new Date(2026, 10, 16))).toBe(name);
});

test('the language of the browser selects the default format', () => {
  for (const language of ['fr', 'fr-FR', 'FR-ca']) expect(readCsvChoice(memory(), 'ada', language)).toBe('french');
  for (const language of ['en-US', 'de', 'frr', 'fry', '']) {
    expect(readCsvChoice(memory(), 'ada', language)).toBe('international');
  }
});

test('a choice is stored per user', () => {
  const storage = memory();
  saveCsvChoice(storage, 'ada', 'international');
  expect(readCsvChoice(storage, 'ada', 'fr-FR')).toBe('international');
  expect(readCsvChoice(storage, 'bob', 'fr-FR')).toBe('french');
});

test('a blocked storage or an invalid value gives the default', () => {
  const storage = memory();
  for (const nonsense of ['__proto__', 'toString', '{}', '']) {
    storage.setItem('csv-format:ada', nonsense);
    expect(readCsvChoice(storage, 'ada', 'en-US')).toBe('international');
  }
  const blockedStorage = {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(readCsvChoice(blockedStorage, 'ada', 'fr-FR')).toBe('french');
  expect(() => saveCsvChoice(blockedStorage, 'ada', 'french')).not.toThrow();
});
