import { expect, test } from 'vitest';
import { namesEntity } from './entity-tag.ts';

test.each(['"a-br"', 'W/"a-br"', '"x", "a-br"', 'W/"x",W/"a-br"', '*', ' * '])('%s names it', (header) => {
  expect(namesEntity(header, '"a-br"')).toBe(true);
});

test.each(['"a"', 'a-br', '"a-gzip", "b"', '', '"x,"a-br', '"*"'])('%s does not', (header) => {
  expect(namesEntity(header, '"a-br"')).toBe(false);
});
