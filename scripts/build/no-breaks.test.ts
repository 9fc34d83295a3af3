import { expect, test } from 'vitest';
import { keepTogether } from './no-breaks.ts';

test.each([
  ['de l’ISO 27001 au DPO', 'de l’ISO\u00a027001 au DPO'],
  ['ISO/IEC 27001:2022', 'ISO/IEC\u00a027001:2022'],
  ['Microsoft 365 et Azure', 'Microsoft\u00a0365 et Azure'],
  ['+33 4 65 71 00 06', '+33\u00a04\u00a065\u00a071\u00a000\u00a006'],
  ['Lundi – vendredi, 8h00 – 18h00 (CET)', 'Lundi – vendredi, 8h00\u00a0–\u00a018h00 (CET)'],
  ['Wi-Fi et pare-feu', 'Wi\u2011Fi et pare-feu'],
  ['un e-mail, des e-mails', 'un e\u2011mail, des e\u2011mails'],
  ['Quelles données sont-elles en jeu ?', 'Quelles données sont\u2011elles en jeu ?'],
  ['Cela suffit-il ?', 'Cela suffit\u2011il ?'],
  ['que restaure-t-on d’abord', 'que restaure\u2011t\u2011on d’abord'],
  ['Qu’est-ce qu’un SMSI ?', 'Qu’est\u2011ce qu’un SMSI ?'],
  ['Combien pouvez-vous, pouvons-nous.', 'Combien pouvez\u2011vous, pouvons\u2011nous.'],
  ['au Moyen-Orient', 'au Moyen\u2011Orient'],
])('%s stays on one line', (copy, expected) => expect(keepTogether(copy)).toBe(expected));

test.each([
  '/formations/iso-27001-lead-auditor',
  'tel:+33465710006',
  'prenom@e-mail-exemple.fr',
  'Partenaire Microsoft CSP',
  '/formations/rendez-vous',
  './rendez-vous.ts',
  'vis-à-vis et peut-être',
])('%s is not changed', (text) => expect(keepTogether(text)).toBe(text));
