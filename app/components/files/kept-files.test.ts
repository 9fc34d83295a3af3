import { expect, test } from 'vitest';
import type { Attachment } from '#contract/attachments.ts';
import { memoryStorage } from '#tests/support/memory-storage.ts';
import { keepFiles, readKeptFiles, stillUnsent } from './kept-files.ts';

const draft = 'reply-draft:ada one';
const kept = (id: string) => ({ id, name: `${id}.txt`, size: 1 });

test('files are kept for their draft, until there are none', () => {
  const storage = memoryStorage();
  keepFiles(storage, draft, [kept('a'), kept('b')]);
  expect(readKeptFiles(storage, draft)).toEqual([kept('a'), kept('b')]);
  expect(readKeptFiles(storage, 'reply-draft:ada two')).toEqual([]);
  // With the text: both survive a sign-out that leads to a new session.
  expect([...storage.stored.keys()]).toEqual([expect.stringMatching(/^reply-draft:/)]);
  keepFiles(storage, draft, []);
  expect(storage.stored.size).toBe(0);
});

test('invalid data and a blocked storage count as no files', () => {
  const storage = memoryStorage();
  keepFiles(storage, draft, [kept('a')]);
  const [name = ''] = storage.stored.keys();
  for (const [broken, read] of [
    ['{', []],
    ['7', []],
    ['[1,"b",null,{"id":"c"},{"id":"a","name":"a.txt","size":1}]', [kept('a')]],
  ] as const) {
    storage.setItem(name, broken);
    expect(readKeptFiles(storage, draft)).toEqual(read);
  }
  const blocked = () => {
    throw new Error('blocked');
  };
  const none = { getItem: blocked, setItem: blocked, removeItem: blocked };
  expect(readKeptFiles(none, draft)).toEqual([]);
  expect(() => keepFiles(none, draft, [kept('a')])).not.toThrow();
});

test('what was sent or removed meanwhile is left out', () => {
  const file = (id: string, isSent = false): Attachment => ({
    id,
    messageId: null,
    fileName: `${id}.txt`,
    contentType: 'text/plain',
    size: 1,
    state: 'clean',
    isPreviewable: false,
    isSent,
    createdAt: '2026-11-16T09:00:00Z',
  });
  const listed = [file('a'), file('b', true), file('c')];
  // As they were chosen, not as they are listed.
  expect(stillUnsent(['c', 'b', 'a', 'gone'].map(kept), listed)).toEqual([file('c'), file('a')]);
});
