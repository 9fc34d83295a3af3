import { expect, test } from 'vitest';
import { newCustomerSchema } from './desk.ts';
import { newCannedReplySchema } from './desk-conversation.ts';
import { toOneLine } from './fields.ts';
import { newTicketSchema } from './tickets.ts';

test.each([
  ['two\r\nlines', 'two lines'],
  ['a\tb\u2028c', 'a b c'],
  ['escape \u001b[31mred', 'escape [31mred'],
  ['invoice \u202efdp.exe', 'invoice fdp.exe'],
  ['isolated \u2066text\u2069', 'isolated text'],
  ['zero\u200bwidth \u00adsoft\ufeff', 'zerowidth soft'],
  // Arabic and emoji need joiners.
  ['می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻'],
  ['ordinary – « text » …', 'ordinary – « text » …'],
])('%j is stored as %j', (given, stored) => {
  expect(toOneLine(given)).toBe(stored);
});

test('subjects, names and titles are one line; texts keep theirs', () => {
  const hostile = 'one\ntwo \u202ethree';
  const ticket = newTicketSchema.parse({ subject: hostile, description: hostile });
  expect(ticket).toMatchObject({ subject: 'one two three', description: hostile });
  expect(newCustomerSchema.parse({ name: hostile, contact: hostile })).toMatchObject({
    name: 'one two three',
    contact: 'one two three',
  });
  expect(newCannedReplySchema.parse({ title: hostile, body: hostile })).toMatchObject({
    title: 'one two three',
    body: hostile,
  });
  expect(newTicketSchema.safeParse({ subject: '\u202e\u2066', description: 'd' }).success).toBe(false);
});
