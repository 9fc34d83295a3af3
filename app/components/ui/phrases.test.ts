import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Phrases } from './phrases.tsx';

const linesOf = (text: string) =>
  renderToStaticMarkup(createElement(Phrases, { text }))
    .split(/<[^>]*>/)
    .filter((part) => part.trim() !== '');

test.each([
  [
    'Nos services informatiques, et ce qu’ils coûtent',
    ['Nos\u00A0services informatiques,', 'et\u00A0ce\u00A0qu’ils coûtent'],
  ],
  ['De l’état des lieux à la mise en service', ['De\u00A0l’état des\u00A0lieux à\u00A0la\u00A0mise en\u00A0service']],
  ['Serveurs, réseau et sauvegarde, pensés ensemble', ['Serveurs, réseau et\u00A0sauvegarde,', 'pensés ensemble']],
  ['Questions sur la cybersécurité', ['Questions sur la\u00A0cybersécurité']],
  ['Vérifiez par vous-même', ['Vérifiez par\u00A0vous-même']],
])('%s is one span per phrase, and keeps short words with the next', (text, expected) => {
  expect(linesOf(text)).toEqual(expected);
});

test('the text stays the same', () => {
  const text = 'Au cabinet, en magasin, à l’atelier';
  expect(
    renderToStaticMarkup(createElement(Phrases, { text }))
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('\u00A0', ' '),
  ).toBe(text);
});
