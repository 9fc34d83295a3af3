import { expect, test } from 'vitest';
import { audit } from '#content/desk/en/administration.ts';
import { bank } from '#modules/bank/copy/desk.en.ts';
import { conversation } from '#content/desk/en/conversation.ts';
import { dashboard } from '#content/desk/en/dashboard.ts';
import { desk } from '#content/desk/en/desk.ts';
import { documents } from '#modules/invoicing/copy/documents.en.ts';
import { health } from '#modules/monitoring/copy/desk.en.ts';
import { newsletter } from '#modules/newsletter/copy/desk.en.ts';
import { importing } from '#content/desk/en/import.ts';
import { keyboard } from '#content/desk/en/keyboard.ts';
import { mails } from '#content/desk/en/mails.ts';
import { newInvoice } from '#modules/invoicing/copy/new-invoice.en.ts';
import { newTicket } from '#content/desk/en/new-ticket.ts';
import { preferences } from '#content/desk/en/preferences.ts';
import { deskPages, invoicePage, recordPage, statementPage } from '#content/desk/en/record-pages.ts';
import { reminders } from '#modules/reminders/copy/desk.en.ts';
import { staffConversation } from '#content/desk/en/staff-conversation.ts';

type Text = { path: string; text: string };

/** Every text below a value, with its path. Sentences get a sample of each of their values. */
function textsOf(value: unknown, path: string): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value === 'function') {
    const samples = Array.from({ length: value.length }, () => '…');
    const sentence: unknown = Reflect.apply(value as () => unknown, undefined, samples);
    return textsOf(Array.isArray(sentence) ? sentence.flat().join('') : sentence, path);
  }
  // What the API says, which is read and not shown.
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}

// The types say that nothing is missing (DeskCopy and others); these tests, that nothing was left in French.
test.each(
  Object.entries({
    audit,
    bank,
    conversation,
    dashboard,
    desk,
    deskPages,
    documents,
    health,
    importing,
    invoicePage,
    keyboard,
    mails,
    newInvoice,
    newTicket,
    newsletter,
    preferences,
    recordPage,
    reminders,
    staffConversation,
    statementPage,
  }),
)('%s is written in English', (name, copy) => {
  const texts = textsOf(copy, name);
  expect(texts.length).toBeGreaterThan(10);
  const letters = /[«»àâçèéêîôùû\u00a0\u202f]| [:;!]/i;
  expect(texts.filter(({ text }) => letters.test(text))).toEqual([]);
});
