import { expect, test } from 'vitest';
import { newsOf } from './alerts.tsx';

test('new tickets of nobody and replies to mine, once', () => {
  const ticket = (id: string, at: string, more: object = {}) => ({
    id,
    shortNumber: 1,
    subject: 'S',
    assigneeId: null,
    createdAt: '2026-11-17T08:00:00.000000Z',
    lastMessage: { kind: 'customer' as const, author: null, excerpt: '', at },
    ...more,
  });
  const late = '2026-11-17T10:00:00.000000Z';
  const tickets = [
    ticket('new', late, { createdAt: late }),
    ticket('old', '2026-11-17T08:00:00.000000Z'),
    ticket('reply to nobody', late),
    ticket('mine', late, { assigneeId: 'me' }),
    ticket('of a colleague', late, { assigneeId: 'other' }),
    ticket('answered', late, { assigneeId: 'me', lastMessage: { kind: 'staff', author: null, excerpt: '', at: late } }),
  ];
  expect(newsOf(tickets, '2026-11-17T09:00:00.000000Z', 'me').map(({ id }) => id)).toEqual(['new', 'mine']);
  expect(newsOf(tickets, late, 'me')).toEqual([]);
});
