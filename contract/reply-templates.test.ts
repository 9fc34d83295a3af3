import { expect, test } from 'vitest';
import { fillTemplate, unfilledVariables, unknownVariables } from './reply-templates.ts';

test('variables are filled in, whatever their accents and case', () => {
  const values = { client: 'Atlas', agent: 'Léa', échéance: 'mardi', demandeur: undefined };
  expect(
    fillTemplate('{{client}}, {{ Échéance }} {{ECHEANCE}} {{agent}} {{demandeur}} {{nom}} {{ }} {client}', values),
  ).toBe('Atlas, mardi mardi Léa {{demandeur}} {{nom}} {{ }} {client}');
  expect(fillTemplate('{{customer}}, {{Due}}', values)).toBe('Atlas, mardi');
  // A value is not a template.
  expect(fillTemplate('{{client}}', { client: '{{agent}} $1' })).toBe('{{agent}} $1');
});

test('what is unknown or was not filled in is named', () => {
  expect(unknownVariables('{{client}} {{nom}} {{ Nom du client }} {{nom}} {{constructor}}')).toEqual([
    'nom',
    'constructor',
  ]);
  expect(unfilledVariables('Bonjour {{demandeur}}, voir `{{ x }}` et\n```\n{{ y }}\n```\n{{z}}')).toEqual([
    'demandeur',
    'z',
  ]);
  expect(unfilledVariables('{% if %} {{ 1 + 1 }} {} {{}}')).toEqual([]);
});
