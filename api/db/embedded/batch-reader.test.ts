import { expect, test } from 'vitest';
import { BatchReader } from './batch-reader.ts';

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

test('the start has no type and is a batch by itself', () => {
  expect(new BatchReader().take(startup())).toEqual(startup());
});

test('messages are held until the one that asks for an answer', () => {
  const reader = new BatchReader();
  reader.take(startup());
  expect(reader.take(Buffer.concat([parse, bind]))).toBeUndefined();
  expect(reader.take(sync)).toEqual(Buffer.concat([parse, bind, sync]));
  expect(reader.take(query)).toEqual(query);
});

test('what follows the last boundary waits for its own', () => {
  const reader = new BatchReader();
  reader.take(startup());
  expect(reader.take(Buffer.concat([query, parse]))).toEqual(query);
  expect(reader.take(Buffer.concat([bind, sync, query]))).toEqual(Buffer.concat([parse, bind, sync, query]));
});

test('a message that arrives in pieces is the same message', () => {
  const all = Buffer.concat([startup(), parse, bind, sync, query]);
  for (let cut = 1; cut < all.length; cut += 1) {
    const reader = new BatchReader();
    const parts = [reader.take(all.subarray(0, cut)), reader.take(all.subarray(cut))];
    expect(Buffer.concat(parts.filter((part) => part !== undefined))).toEqual(all);
  }
});
