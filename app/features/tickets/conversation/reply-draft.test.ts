import { expect, test } from 'vitest';
import { emptyReply, readReply, saveReply, validateReply, withNewKey } from './reply-draft.ts';

function memory() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
}

const written = { ...emptyReply(), body: 'It smokes again.' };

test('a draft is stored with its key, for its owner and its ticket', () => {
  const storage = memory();
  saveReply(storage, 'ada', 'one', written);
  expect(readReply(storage, 'ada', 'one')).toEqual(written);
  expect(readReply(storage, 'ada', 'two').body).toBe('');
  expect(readReply(storage, 'bob', 'one').body).toBe('');
  expect(withNewKey(written)).toEqual({ body: written.body, key: expect.stringMatching(/^[\da-f]{32}$/) });
  expect(withNewKey(written).key).not.toBe(written.key);
});

test('an empty draft is not stored, and removes the one before', () => {
  const storage = memory();
  saveReply(storage, 'ada', 'one', written);
  saveReply(storage, 'ada', 'one', { ...written, body: ' \n' });
  expect(storage.stored.size).toBe(0);
});

test('invalid data and a blocked storage count as no draft', () => {
  const storage = memory();
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

test('a reply needs a text unless it answers whether it works, and has at most 20,000 characters', () => {
  expect(validateReply(' \n', true)).toBe('Please write something.');
  expect(validateReply(' \n', false)).toBeUndefined();
  expect(validateReply('x'.repeat(20_000), true)).toBeUndefined();
  expect(validateReply('x'.repeat(20_001), false)).toContain('20001');
});
