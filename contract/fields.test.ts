import { expect, test } from 'vitest';
import { validationMessages } from './errors.ts';
import { newCustomerSchema } from './desk-customers.ts';
import { newCannedReplySchema } from './desk-conversation.ts';
import { toOneLine } from './fields.ts';
import { listQuery } from './lists.ts';
import { changeProfileSchema } from './profile.ts';
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
  const long = 'one\ntwo \u00adthree';
  const ticket = newTicketSchema.parse({ subject: long, description: long });
  expect(ticket).toMatchObject({ subject: 'one two three', description: long });
  expect(newCustomerSchema.parse({ name: long, contact: long })).toMatchObject({
    name: 'one two three',
    contact: 'one two three',
  });
  expect(newCannedReplySchema.parse({ title: long, body: long })).toMatchObject({ title: 'one two three', body: long });
});

const messagesOf = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
  error?.issues.map(({ message }) => message);

test.each(Array.from('\u061c\u200b\u200e\u200f\u2060\ufeff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'))(
  '%j is rejected in a line, and kept in a text',
  (mark) => {
    const hostile = `invoice ${mark}fdp.exe`;
    expect(messagesOf(newTicketSchema.safeParse({ subject: hostile, description: 'd' }))).toEqual([
      validationMessages.invalid_characters,
    ]);
    expect(messagesOf(changeProfileSchema.safeParse({ name: hostile }))).toEqual([
      validationMessages.invalid_characters,
    ]);
    expect(messagesOf(newCustomerSchema.safeParse({ name: hostile }))).toContain(validationMessages.invalid_characters);
    expect(newTicketSchema.parse({ subject: 's', description: hostile }).description).toBe(hostile);
  },
);

test('names in Arabic and Persian, and emoji, keep their joiners', () => {
  for (const name of ['محمّد بن عليّ', 'می\u200cخواهم', 'Zoé 👩\u200d💻'])
    expect(changeProfileSchema.parse({ name })).toEqual({ name });
});

test('what is pasted into a search is searched without marks', () => {
  expect(listQuery(['id']).parse({ q: 'الفاتورة \u2068INV-1\u2069' }).q).toBe('الفاتورة INV-1');
});
