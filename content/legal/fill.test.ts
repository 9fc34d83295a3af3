import { expect, test } from 'vitest';
import { site } from '../site.ts';
import { fill } from './fill.ts';

test('puts facts in their places, as often as they are named', () => {
  const facts = { company: { name: 'Ardoise', email: 'bonjour@ardoise.example' } };
  expect(fill('{{company.name}} : {{company.email}}. {{company.name}}.', undefined, facts)).toBe(
    'Ardoise : bonjour@ardoise.example. Ardoise.',
  );
});

test('takes its facts from content/site.ts', () => {
  expect(fill('{{company.dpoEmail}}, {{office.city}}')).toBe(`${site.company.dpoEmail}, ${site.office.city}`);
});

test('a value is put in as it is, even where it looks like a pattern', () => {
  expect(fill('{{company.name}}', undefined, { company: { name: '$& $1' } })).toBe('$& $1');
});

test.each(['{{company.fax}}', '{{firm.name}}', '{{company}}', '{{}}'])('%s stops the build', (placeholder) => {
  expect(() => fill(`Appelez le ${placeholder}.`)).toThrow(`${placeholder} names no fact`);
});

test('keeps the parts of the build, line by line', () => {
  const text = 'a\n{{#leads}}\nb\n{{#booking}}\nc\n{{/booking}}\n{{/leads}}\n{{^leads}}\nd\n{{/leads}}\ne\n';
  expect(fill(text)).toBe('a\nd\ne\n');
  expect(fill(text, { leads: true, booking: false })).toBe('a\nb\ne\n');
  expect(fill(text, { leads: true, booking: true })).toBe('a\nb\nc\ne\n');
});

test.each(['{{#leads}}\na\n', 'a {{#leads}}b{{/leads}}', '{{#other}}\na\n{{/other}}\n'])(
  '%j stops the build',
  (text) => {
    expect(() => fill(text)).toThrow('names no fact');
  },
);
