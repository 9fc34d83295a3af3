import { expect, test } from 'vitest';
import { beginTrace, pseudonymOf, readTraceId } from './request-trace.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

test.each([
  ['version 00', `00-${id}-${parent}-01`],
  ['a later version', `cc-${id}-${parent}-00`],
  ['a later version with more fields', `cc-${id}-${parent}-00-what-the-future-holds`],
])('the trace of %s is read', (_what, header) => {
  expect(readTraceId(header)).toBe(id);
});

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['two headers', [`00-${id}-${parent}-01`]],
  ['the forbidden version', `ff-${id}-${parent}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
  ['a parent of zeros', `00-${id}-${'0'.repeat(16)}-01`],
  ['upper case', `00-${id.toUpperCase()}-${parent}-01`],
  ['too few digits', `00-${id.slice(1)}-${parent}-01`],
  ['more fields in version 00', `00-${id}-${parent}-01-x`],
  ['a line break', `00-${id}-${parent}-01\nlevel":50`],
  ['markup', `00-<script>alert(1)</script>-${parent}-01`],
  ['a very long text', `cc-${id}-${parent}-01-${'x'.repeat(10_000)}`],
])('%s is ignored', (_what, header) => {
  expect(readTraceId(header)).toBeUndefined();
});

test('a trace without a valid header has a request id only', () => {
  expect(Object.keys(beginTrace({ traceparent: 'x' }, 0))).toEqual(['requestId']);
  expect(beginTrace({ traceparent: `00-${id}-${parent}-01` }, 0)).toMatchObject({ traceId: id });
});

test('a user has one pseudonym per key, which does not contain the id', () => {
  const user = '0b2f9a51-8f0c-4a4e-9a41-0d8f0a3c5d11';
  expect(pseudonymOf('key', user)).toMatch(/^[\w-]{12}$/);
  expect(pseudonymOf('key', user)).toBe(pseudonymOf('key', user));
  expect(pseudonymOf('other', user)).not.toBe(pseudonymOf('key', user));
});
