import { expect, test } from 'vitest';
import { site } from '../site.ts';
import { fill } from './fill.ts';

test('puts facts in their places, as often as they are named', () => {
  const facts = { company: { name: 'Ardoise', email: 'bonjour@ardoise.example' } };
  expect(fill('{{company.name}} : {{company.email}}. {{company.name}}.', facts)).toBe(
    'Ardoise : bonjour@ardoise.example. Ardoise.',
  );
});

test('takes its facts from content/site.ts', () => {
  expect(fill('{{company.dpoEmail}}, {{office.city}}')).toBe(`${site.company.dpoEmail}, ${site.office.city}`);
});

test('a value is put in as it is, even where it looks like a pattern', () => {
  expect(fill('{{company.name}}', { company: { name: '$& $1' } })).toBe('$& $1');
});

test.each(['{{company.fax}}', '{{firm.name}}', '{{company}}', '{{}}'])('%s stops the build', (placeholder) => {
  expect(() => fill(`Appelez le ${placeholder}.`)).toThrow(`${placeholder} names no fact`);
});
