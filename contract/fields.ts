import { z } from 'zod';
import { validationMessages } from './errors.ts';
import { hasHiddenMarks, hasVisibleText } from './limits.ts';

/** Decimal, with two digits after the point, as a string: a JavaScript number would lose cents. */
export const money = z
  .string()
  .regex(/^-?\d{1,12}\.\d{2}$/)
  .meta({ description: 'A decimal amount with two digits after the point', example: '1250.50' });

/** As `money`, with room for the sum of many amounts. */
export const sum = z
  .string()
  .regex(/^-?\d{1,20}\.\d{2}$/)
  .meta({ description: 'A sum with two digits after the point', example: '1250.50' });

export const day = z.iso.date().meta({ description: 'A day', example: '2025-01-05' });

/** UTC, with the microseconds that the database stores. */
export const moment = z.iso
  .datetime()
  .meta({ description: 'A moment in UTC, to the microsecond', example: '2025-01-05T09:30:00.123456Z' });

/** What the clocks of the office show. */
export const officeMinute = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please enter a date and a time.');

/** PostgreSQL cannot store the character NUL in a text, and half a surrogate pair is not a character. */
export const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine(isStorable, validationMessages.invalid_characters);

/**
 * In a text of one line, line breaks become spaces and other control and format characters are removed. Joiners stay,
 * which Arabic and emoji need. Also for the subjects of inbound mails, which nobody can be asked to correct.
 */
export const toOneLine = (value: string) =>
  value.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '');

/** One line that somebody typed. Stored texts are not parsed again: those from before this rule can still be read. */
export const line = (maxLength: number) =>
  text(maxLength)
    // Without anything else in it, the text is missing.
    .refine((value) => !hasHiddenMarks(value) || !hasVisibleText(value), validationMessages.invalid_characters)
    .overwrite(toOneLine);

/** `missing`: the message for a text that shows nothing. */
export const visibleText = (maxLength: number, missing: string) => text(maxLength).refine(hasVisibleText, missing);

/**
 * With a change made on a screen of one customer: a session whose active customer became another one, because the user was
 * removed from the first, must not change that other one.
 */
export const customerHeaders = z.object({
  'Customer-Id': z.uuid().optional().meta({
    description: 'The customer that is to be changed: 409 if the active customer of the session is another one',
  }),
});

export const email = z.email(validationMessages.invalid_email).max(254, validationMessages.invalid_email);
