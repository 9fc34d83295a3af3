import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test.each([
  ['Déconnectées', 'deconnectees'],
  ['فَاتُورَة', 'فاتوره'],
  ['أحمد إبراهيم آل', 'احمد ابراهيم ال'],
  ['مستشفى', 'مستشفي'],
  ['تـــذكرة ١٢٨', 'تذكره 128'],
])('%s is found as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});
