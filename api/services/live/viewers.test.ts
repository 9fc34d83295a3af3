import { expect, test } from 'vitest';
import { typingExpiry } from '#contract/staff.ts';
import { createViewerList } from './viewers.ts';

const [ticketId, userId] = ['0b0d1c0e-6f5b-4c53-9a58-0c1d4f1a2b3c', '1b0d1c0e-6f5b-4c53-9a58-0c1d4f1a2b3c'];

test('colleagues learn who is writing, and when that has ended', () => {
  let now = 1000;
  let changes = 0;
  const viewers = createViewerList(
    () => (changes += 1),
    () => now,
  );
  const say = (isTyping?: boolean) => viewers.apply({ ticketId, userId, name: 'Amélie', isViewing: true, isTyping });
  const typing = () => viewers.list().map(({ isTyping }) => isTyping);
  say();
  expect([typing(), changes]).toEqual([[false], 1]);
  say(true);
  expect([typing(), changes]).toEqual([[true], 2]);
  // Said again while it goes on, it is not news.
  say(true);
  expect(changes).toBe(2);
  now += typingExpiry;
  expect([typing(), changes]).toEqual([[false], 3]);
  say(true);
  say(false);
  expect([typing(), changes]).toEqual([[false], 5]);
});
