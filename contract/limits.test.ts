import { expect, test } from 'vitest';
import { messageBody, missingText } from './conversation.ts';
import { hasVisibleText } from './limits.ts';
import { missingInformation, newTicketSchema } from './tickets.ts';

const invisible = [
  '',
  ' \n\t',
  '\u200b',
  '\ufeff\u2060',
  '\u200d\ufe0f',
  '\u3164',
  '\u2800',
  '\u00ad\u202e',
  '\u00a0\u{e0020}',
];

test.each(invisible)('%j shows nothing', (value) => {
  expect(hasVisibleText(value)).toBe(false);
  expect(messageBody.safeParse(value).error?.issues[0]?.message).toBe(missingText);
  for (const ticket of [
    { subject: value, description: 'D' },
    { subject: 'S', description: value },
  ])
    expect(newTicketSchema.safeParse(ticket).error?.issues[0]?.message).toBe(missingInformation);
});

test.each(['a', '.', '\u200bא', '👩‍🚀', '\u0605', 'é\u200b'])('%j shows something', (value) => {
  expect(hasVisibleText(value)).toBe(true);
  expect(messageBody.parse(value)).toBe(value);
});
