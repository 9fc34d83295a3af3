import { expect, test } from 'vitest';
import { typeOf } from './file-types.ts';

test.each(['a.html', 'a.js', 'a.json', 'a.css', 'a.svg', 'a.xml', 'a.txt', 'a.webmanifest'])(
  '%s is text, and says in which charset',
  (file) => expect(typeOf(file)).toMatch(/; charset=utf-8$/),
);

test('a type that is not known stops the build', () => {
  expect(() => typeOf('a.wasm')).toThrow('no content type is known for a.wasm');
});
