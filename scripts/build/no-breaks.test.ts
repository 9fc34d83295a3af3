import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyFiles, keepTogether } from './no-breaks.ts';

test.each([
  ['de l’ISO 27001 au DPO', 'de l’ISO\u00a027001 au DPO'],
  ['ISO/IEC 27001:2022', 'ISO/IEC\u00a027001:2022'],
  ['Microsoft 365 et Azure', 'Microsoft\u00a0365 et Azure'],
  ['+33 4 65 71 00 06', '+33\u00a04\u00a065\u00a071\u00a000\u00a006'],
  ['Lundi – vendredi, 8h00 – 18h00 (CET)', 'Lundi – vendredi, 8h00\u00a0–\u00a018h00\u00a0(CET)'],
  ['Wi-Fi et pare-feu', 'Wi\u2011Fi et pare-feu'],
  ['un e-mail, des e-mails', 'un e\u2011mail, des e\u2011mails'],
  ['Quelles données sont-elles en jeu ?', 'Quelles données sont\u2011elles en jeu ?'],
  ['Cela suffit-il ?', 'Cela suffit\u2011il ?'],
  ['que restaure-t-on d’abord', 'que restaure\u2011t\u2011on d’abord'],
  ['Qu’est-ce qu’un SMSI ?', 'Qu’est\u2011ce qu’un SMSI ?'],
  ['Combien pouvez-vous, pouvons-nous.', 'Combien pouvez\u2011vous, pouvons\u2011nous.'],
  ['au Moyen-Orient', 'au Moyen\u2011Orient'],
  ['RGPD et NIS 2', 'RGPD et NIS\u00a02'],
  ['Entra ID P1', 'Entra\u00a0ID\u00a0P1'],
  ['2\u00a0500\u00a0€ HT par mois', '2\u00a0500\u00a0€\u00a0HT par mois'],
  ['Prix hors taxes (HT).', 'Prix hors\u00a0taxes\u00a0(HT).'],
  ['Tarif éditeur + 15\u00a0%', 'Tarif éditeur +\u00a015\u00a0%'],
  ['en 1 à 2\u00a0semaines', 'en 1\u00a0à\u00a02\u00a0semaines'],
  ['de 8\u00a0h\u00a000 à 18\u00a0h\u00a000', 'de 8\u00a0h\u00a000\u00a0à\u00a018\u00a0h\u00a000'],
  ['depuis le 17 janvier 2025', 'depuis le 17\u00a0janvier\u00a02025'],
  ['Étape 2, semaine 1', 'Étape\u00a02, semaine\u00a01'],
  ['l’annexe A de la norme', 'l’annexe\u00a0A de la norme'],
  [
    'article 6, paragraphe 1, points b et f du RGPD',
    'article\u00a06, paragraphe\u00a01, points\u00a0b\u00a0et\u00a0f du RGPD',
  ],
  ['la directive (UE) 2022/2555', 'la directive (UE)\u00a02022/2555'],
  ['Defender for Office 365', 'Defender for Office\u00a0365'],
  ['dans les 24 heures.', 'dans les 24\u00a0heures.'],
  ['en 1\u00a0à 2\u00a0semaines', 'en 1\u00a0à\u00a02\u00a0semaines'],
  ['18\u00a0h\u00a000 (CET)', '18\u00a0h\u00a000\u00a0(CET)'],
  ['loi n°\u00a018-07, article L.\u00a012-10-1', 'loi n°\u00a018\u201107, article L.\u00a012\u201110\u20111'],
  [
    "    title: 'Un groupe à former, une échéance à tenir'",
    "    title: 'Un groupe à\u00a0former, une échéance à\u00a0tenir'",
  ],
  ["      'Mise à niveau':\n        'Un socle à jour.',", "      'Mise à\u00a0niveau':\n        'Un socle à jour.',"],
  ['ISO/IEC 17021-1 et ISO/IEC 27006-1', 'ISO/IEC\u00a017021\u20111 et ISO/IEC\u00a027006\u20111'],
  ['la non-conformité ci-dessous', 'la non\u2011conformité ci\u2011dessous'],
  ['Procès-verbal de sous-traitance', 'Procès\u2011verbal de sous\u2011traitance'],
  ['une demi-journée, l’après-midi', 'une demi\u2011journée, l’après\u2011midi'],
  ['dans les Alpes-Maritimes', 'dans les Alpes\u2011Maritimes'],
  ['24 heures (jours ouvrés)', '24\u00a0heures (jours\u00a0ouvrés)'],
  ['Ctrl + K reste actif', 'Ctrl\u00a0+\u00a0K reste actif'],
  ['nuits et week-ends', 'nuits et week\u2011ends'],
  ['au-delà de celles-ci, ces deux-là', 'au\u2011delà de celles\u2011ci, ces deux\u2011là'],
])('%s stays on one line', (copy, expected) => expect(keepTogether(copy)).toBe(expected));

test.each([
  '/formations/iso-27001-lead-auditor',
  'tel:+33465710006',
  'prenom@e-mail-exemple.fr',
  'Partenaire Microsoft CSP',
  '/formations/rendez-vous',
  './rendez-vous.ts',
  'vis-à-vis et peut-être',
  'des points d’appui',
  '/guides/non-conformite',
  './sous-traitance.ts',
  'nous-mêmes',
  "    text: 'Un groupe à former'",
  "      'Un groupe à former ?':",
  "      'Parler à un spécialiste': '/contact',",
  '9h00-10h00',
  'updated: 2025-06-15',
  'ces mesures-citées',
])('%s is not changed', (text) => expect(keepTogether(text)).toBe(text));

test('it is applied to all copy, that of modules too, and to no schema', () => {
  const files = globSync(['content/**/*.{ts,md}', 'modules/*/copy/*.ts'], { exclude: ['content/schema/**'] });
  expect(files.some((file) => file.startsWith('modules/'))).toBe(true);
  expect(files.filter((file) => !copyFiles.test(join(process.cwd(), file)))).toEqual([]);
  expect(copyFiles.test(join(process.cwd(), 'content/schema/site.ts'))).toBe(false);
});
