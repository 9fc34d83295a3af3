import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Amount } from './amount.tsx';

const partsOf = (value: string) =>
  renderToStaticMarkup(createElement(Amount, { value }))
    .split(/<[^>]*>/)
    .filter((part) => part !== '');

test.each([
  ['À partir de 2 500€/mois', ['À partir de ', '2 500€', '/mois']],
  ['Tarif éditeur + 15\u00A0%', ['Tarif éditeur ', '+ 15\u00A0%']],
  ['Jusqu’à 60\u00A0%', ['Jusqu’à ', '60\u00A0%']],
  ['99,9\u00A0%', ['99,9\u00A0%']],
  ['4\u00A0h', ['4\u00A0h']],
  ['24/7', ['24/7']],
  ['10+\u00A0ans', ['10+', '\u00A0ans']],
  ['FR / EN / AR', ['FR / EN / AR']],
  ['Sur devis', ['Sur devis']],
])('%s keeps its characters, and its figure stands alone', (value, expected) => {
  expect(partsOf(value)).toEqual(expected);
});
