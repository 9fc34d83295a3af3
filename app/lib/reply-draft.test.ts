import { expect, test } from 'vitest';
import { memoryStorage } from '#tests/support/memory-storage.ts';
import { emptyReply, keepReplies, readReply, saveReply, withNewKey } from './reply-draft.ts';

const written = { ...emptyReply(), body: 'It smokes again.' };

test('a draft is stored with its key, for its owner and its ticket', () => {
  const storage = memoryStorage();
  saveReply(storage, 'ada', 'one', written);
  expect(readReply(storage, 'ada', 'one')).toEqual(written);
  expect(readReply(storage, 'ada', 'two').body).toBe('');
  expect(readReply(storage, 'bob', 'one').body).toBe('');
  expect(withNewKey(written)).toEqual({ body: written.body, key: expect.stringMatching(/^[\da-f]{32}$/) });
  expect(withNewKey(written).key).not.toBe(written.key);
});

test('a draft keeps the version at which it was begun', () => {
  const storage = memoryStorage();
  saveReply(storage, 'ada', 'one', { ...written, version: 7 });
  expect(readReply(storage, 'ada', 'one')).toEqual({ ...written, version: 7 });
  storage.setItem('reply-draft:ada one', '{"body":"x","key":"k","version":"7"}');
  expect(readReply(storage, 'ada', 'one')).toEqual({ body: 'x', key: 'k' });
});

test('an empty draft is not stored, and removes the one before', () => {
  const storage = memoryStorage();
  saveReply(storage, 'ada', 'one', written);
  saveReply(storage, 'ada', 'one', { ...written, body: ' \n' });
  expect(storage.stored.size).toBe(0);
});

test('invalid data and a blocked storage count as no draft', () => {
  const storage = memoryStorage();
  for (const broken of ['{', '7', 'null', '{"body":1,"key":"k"}', '{"body":"x"}']) {
    storage.setItem('reply-draft:ada one', broken);
    expect(readReply(storage, 'ada', 'one').body).toBe('');
  }
  const blocked = () => {
    throw new Error('blocked');
  };
  const none = { getItem: blocked, setItem: blocked, removeItem: blocked };
  expect(readReply(none, 'ada', 'one').body).toBe('');
  expect(() => saveReply(none, 'ada', 'one', written)).not.toThrow();
});

test('drafts survive a sign-out that leads to a new sign-in, and nothing else does', () => {
  const { stored, ...storage } = memoryStorage();
  storage.setItem('reply-draft:ada one', '{"body":"x","key":"k"}');
  storage.setItem('ticket-draft:ada', 'y');
  // The keys of a storage are those of what it stores.
  const restore = keepReplies({ ...Object.fromEntries(stored), ...storage } as unknown as Storage);
  stored.clear();
  restore();
  expect([...stored]).toEqual([['reply-draft:ada one', '{"body":"x","key":"k"}']]);
});
