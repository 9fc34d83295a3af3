import { describe, expect, test } from 'vitest';
import { english } from '#app/lib/english.ts';
import { tickets } from '#content/portal/en/tickets.ts';
import { emptyDraft, saveDraft, validateDraft, readDraft, withNewKey } from './ticket-draft.ts';

function memory(): Storage {
  const stored = new Map<string, string>();
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    get length() {
      return stored.size;
    },
  } as unknown as Storage;
}

const written = { ...emptyDraft(), subject: 'Printer', description: 'On fire', priority: 'urgent' };

describe('a draft', () => {
  test('starts empty, with medium priority and a valid idempotency key', () => {
    const draft = emptyDraft();
    expect(draft).toMatchObject({ subject: '', description: '', priority: 'medium' });
    expect(draft.key).toMatch(/^[\da-f]{32}$/);
    expect(draft.key).not.toBe(emptyDraft().key);
    expect(withNewKey(draft).key).not.toBe(draft.key);
  });

  test('is stored with its key for its owner', () => {
    const storage = memory();
    saveDraft(storage, 'ada', { ...written, isInterrupted: true });
    expect(readDraft(storage, 'ada')).toEqual({ ...written, isInterrupted: true });
    expect(readDraft(storage, 'bob')).toMatchObject({ subject: '', isInterrupted: false });
  });

  test('that is empty is not stored', () => {
    const storage = memory();
    saveDraft(storage, 'ada', written);
    saveDraft(storage, 'ada', emptyDraft());
    expect(storage).toHaveLength(0);
  });

  test('is empty if the storage is blocked or its data invalid', () => {
    const storage = memory();
    for (const broken of ['{', '7', '{"subject":1}', 'null']) {
      storage.setItem('ticket-draft:ada', broken);
      expect(readDraft(storage, 'ada')).toMatchObject({ subject: '', description: '' });
    }
    const blockedStorage = {
      getItem: () => '',
      removeItem: () => {},
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => saveDraft(blockedStorage, 'ada', written)).not.toThrow();
  });
});

describe('validation', () => {
  test('white space counts as missing', () => {
    expect(
      Object.keys(validateDraft({ ...written, subject: ' \n', description: '' }, tickets.create, english)),
    ).toEqual(['subject', 'description']);
    expect(validateDraft(written, tickets.create, english)).toEqual({});
  });

  test('too long input is reported before it is sent', () => {
    expect(validateDraft({ ...written, subject: 'x'.repeat(201) }, tickets.create, english).subject).toContain(
      'at most 200',
    );
    expect(
      validateDraft({ ...written, subject: 'x'.repeat(200), description: 'x'.repeat(10_000) }, tickets.create, english),
    ).toEqual({});
    expect(
      validateDraft({ ...written, description: 'x'.repeat(10_001) }, tickets.create, english).description,
    ).toContain('at most 10,000');
  });
});
