import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unfilledFacts } from '../facts.ts';
import { companyFile } from './site.ts';

test('the documented example of a company file is valid and has every fact', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const example = companyFile.parse(JSON.parse(json));
  const { publisher, training, offers } = example;
  expect(unfilledFacts({ publisher: { ...publisher }, training: { ...training }, offers: { ...offers } })).toEqual([]);
  expect(Object.keys(example).toSorted()).toEqual(Object.keys(companyFile.shape).toSorted());
});

test('the empty example has every fact of the documented one', () => {
  const named = (value: unknown): string[] =>
    Object.entries(value as object).flatMap(([name, one]: [string, unknown]) =>
      ['publisher', 'training', 'offers'].includes(name) ? named(one).map((fact) => `${name}.${fact}`) : [name],
    );
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const blank = readFileSync('packaging/company.example.json', 'utf8');
  expect(named(JSON.parse(blank)).toSorted()).toEqual(named(JSON.parse(json)).toSorted());
});
