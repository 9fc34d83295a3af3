import { expect, test } from 'vitest';
import { readHostPort } from './hosts.ts';

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['clamd.internal:3310', { host: 'clamd.internal', port: 3310 }],
  ['clamd.internal', undefined],
  ['127.0.0.1:0', undefined],
  ['127.0.0.1:70000', undefined],
  ['http://127.0.0.1:3310', undefined],
])('reads %s', (value, expected) => {
  expect(readHostPort(value)).toEqual(expected);
});
