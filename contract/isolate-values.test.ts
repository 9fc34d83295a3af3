import { expect, test } from 'vitest';
import { isolateValues } from './isolate-values.ts';

test('values of a sentence are isolated, texts and shape stay', () => {
  const copy = isolateValues({
    title: 'الفواتير',
    due: (number: string, day: string) => `الفاتورة ${number} مستحقة في ${day}`,
    days: { one: () => 'يوم واحد', other: (count: string) => `${count} يوما` },
    link: <Node>(node: Node) => ['مرحبا ', node],
    limit: (max: number) => `${max}`,
  });
  expect(copy.title).toBe('الفواتير');
  expect(copy.due('INV-2026-1', '18')).toBe('الفاتورة \u2068INV-2026-1\u2069 مستحقة في \u206818\u2069');
  expect(copy.days.other('11')).toBe('\u206811\u2069 يوما');
  const node = { $$typeof: Symbol('element'), props: { title: 'x' } };
  expect(copy.link(node)).toEqual(['مرحبا ', node]);
  expect(copy.limit(5)).toBe('5');
});
