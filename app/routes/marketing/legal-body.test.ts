import { expect, test } from 'vitest';
import { renderLegalBody } from './legal-body.ts';

test('sections become anchors and a table of contents', () => {
  const { html, sections } = renderLegalBody('## 1. Où l’accès est réglé\n\nTexte.\n\n### Détail\n');
  expect(sections).toEqual([{ id: '1-ou-l-acces-est-regle', title: '1. Où l’accès est réglé' }]);
  expect(html).toContain('<h2 id="1-ou-l-acces-est-regle">');
  expect(html).toContain('<h3 id="detail">Détail</h3>');
});
