import { expect, test } from 'vitest';
import { BatchReader } from './session-stream.ts';

const message = (type: string, content: string) => {
  const bytes = Buffer.from(`${type}\0\0\0\0${content}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
};
const startup = () => message(' ', 'user\0portal\0\0').subarray(1);
const [parse, bind, sync, query] = [
  message('P', 'select $1'),
  message('B', 'x'),
  message('S', ''),
  message('Q', 'select 1\0'),
];

test('the startup message has no type and is a batch of its own', () => {
  expect(new BatchReader().read(startup())).toEqual(startup());
});

test('messages are buffered until one requires a response', () => {
  const reader = new BatchReader();
  reader.read(startup());
  expect(reader.read(Buffer.concat([parse, bind]))).toBeUndefined();
  expect(reader.read(sync)).toEqual(Buffer.concat([parse, bind, sync]));
  expect(reader.read(query)).toEqual(query);
});

test('messages after the last boundary wait for the next', () => {
  const reader = new BatchReader();
  reader.read(startup());
  expect(reader.read(Buffer.concat([query, parse]))).toEqual(query);
  expect(reader.read(Buffer.concat([bind, sync, query]))).toEqual(Buffer.concat([parse, bind, sync, query]));
});

test('a message can arrive in pieces', () => {
  const all = Buffer.concat([startup(), parse, bind, sync, query]);
  for (let cut = 1; cut < all.length; cut += 1) {
    const reader = new BatchReader();
    const parts = [reader.read(all.subarray(0, cut)), reader.read(all.subarray(cut))];
    expect(Buffer.concat(parts.filter((part) => part !== undefined))).toEqual(all);
  }
});
