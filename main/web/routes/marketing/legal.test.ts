import { expect, test } from 'vitest';
import { unfilledCopy } from '#content/facts.ts';
import { site } from '#content/site.ts';
import { renderLegalBody } from './legal.ts';

test('sections become anchors and a table of contents', () => {
  const { html, sections } = renderLegalBody('## 1. Où l’accès est réglé\n\nTexte.\n\n### Détail\n');
  expect(sections).toEqual([{ id: '1-ou-l-acces-est-regle', title: '1. Où l’accès est réglé' }]);
  expect(html).toContain('<h2 id="1-ou-l-acces-est-regle">');
  expect(html).toContain('<h3 id="detail">Détail</h3>');
});

test('a value of a table carries the name of its column', () => {
  const { html } = renderLegalBody('| Type | Durée | Nombre |\n| --- | --- | --- |\n| **Session** | 1 an | 2 |\n');
  expect(html).toContain('<th scope="col">Durée</th>');
  expect(html).toContain('<td data-label="Type"><strong>Session</strong></td><td data-label="Durée">1 an</td>');
});

test('of two columns the first one names the second', () => {
  const { html } = renderLegalBody('| Information | Détail |\n| --- | --- |\n| Éditeur | Ardoise |\n');
  expect(html).toContain('<td>Éditeur</td><td>Ardoise</td>');
});

test('a fact that nobody has filled in can be told from the others, a phone number can be called', () => {
  const [unfilled = ''] = unfilledCopy;
  const { phone, phoneHref } = site.company;
  const { html } = renderLegalBody(
    `| Information | Détail |\n| --- | --- |\n| SIRET | ${unfilled} |\n| Téléphone | ${phone} |\n`,
  );
  expect(html).toContain(`<td><span class="to-complete">${unfilled}</span></td>`);
  expect(html).toContain(`<td><a href="${phoneHref}">${phone}</a></td>`);
});

test('an external link opens a new tab and says so', () => {
  const { html } = renderLegalBody('[CNIL](https://www.cnil.fr/fr/plaintes) et [cookies](/politique-cookies)');
  expect(html).toContain(
    '<a href="https://www.cnil.fr/fr/plaintes" target="_blank" rel="noopener">CNIL<span class="sr-only"> (nouvel onglet)</span></a>',
  );
  expect(html).toContain('<a href="/politique-cookies">cookies</a>');
});
