import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sampleMails } from '#tests/support/sample-mails.ts';
import { locales } from './mail.ts';

// MAIL_SAMPLES=<folder> writes them as files, to be looked at.
const folder = process.env['MAIL_SAMPLES'];

/** Without tags, isolated values, what is Latin in every language and what people wrote. */
const ownText = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    // The preview of a message is what somebody wrote.
    .replace(/(<div[^>]*display:none[^>]*>).*?<\/div>(?=.*class="ink ground")/s, '')
    .replaceAll(/<(span|a|p|ul|ol|code|blockquote|pre) dir="(?:ltr|rtl)"[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&[#\w]+;/g, ' ')
    .replaceAll(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '')
    .replaceAll(/\u2068[^\u2069]*\u2069/g, '');

describe.each(locales)('in %s', (locale) => {
  const mails = Object.entries(sampleMails(locale));
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    for (const [name, { subject, text, html }] of mails) {
      writeFileSync(`${folder}/${locale}-${name}.html`, html);
      writeFileSync(`${folder}/${locale}-${name}.txt`, `${subject}\n\n${text}`);
    }
  }

  test.each(mails)('%s is complete', (_name, { subject, text, html }) => {
    // Gmail cuts off what is longer.
    expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
    // Every opened isolate is closed; subjects and URLs have none.
    let depth = 0;
    for (const [mark] of `${text}${html}`.matchAll(/[\u2066-\u2069]/g)) {
      depth += mark === '\u2069' ? -1 : 1;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
    expect(subject).not.toMatch(/[\u2066-\u2069]/);
    expect(text).not.toMatch(/[\u2066-\u2069]https?:|https?:\S*[\u2066-\u2069]/);
  });
});

describe('in Arabic', () => {
  test.each(Object.entries(sampleMails('ar')))('%s is laid out from right to left', (_name, { html }) => {
    expect(html).toContain('<html lang="ar" dir="rtl">');
    const cells = html.match(/<(?:table|td)\b[^>]*>/g) ?? [];
    const ours = cells.filter((tag) => !tag.includes('aria-hidden') && !/<td[^>]* height="/.test(tag));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((tag) => !tag.includes(' lang="ar" dir="rtl"'))).toEqual([]);
    expect(html).not.toMatch(/letter-spacing|italic|text-transform|text-align:left;(?!white-space)/);
  });

  test.each(Object.entries(sampleMails('ar')))('%s has no words of another language', (_name, { html, subject }) => {
    // The article of a French law.
    const latin = ownText(html)
      .replaceAll('L. 441-10', '')
      .match(/[A-Za-zÀ-ÿ]{2,}/g);
    expect(latin).toBeNull();
    expect(subject).toMatch(/\p{Script=Arabic}/u);
  });
});

test('a mail in French has an Arabic quote from right to left, and the other way round', () => {
  const quote = /<blockquote dir="rtl"[^>]*padding-right:12px;border-right:2px/;
  const list = /<ul dir="ltr"[^>]*padding-left:24px/;
  for (const locale of locales) {
    const { html = '' } = sampleMails(locale)['reply'] ?? {};
    expect(html).toMatch(quote);
    expect(html).toMatch(list);
  }
});

test('what is owed and when an appointment is, is the largest line; struck out once it no longer holds', () => {
  const { 'reminder-due': due, 'appointment-booked': booked, 'appointment-cancelled': cancelled } = sampleMails('en');
  expect(due?.html).toMatch(/<p class="ink fact"[^>]*font-size:40px[^>]*>€1,250\.50<\/p>/);
  expect(booked?.html).toMatch(/<p class="ink moment"[^>]*color:#0b1b33">[^<]+<br>09:00<\/p>/);
  expect(cancelled?.html).toMatch(/<p class="ink moment"[^>]*text-decoration:line-through">[^<]+<br>09:00<\/p>/);
});

test('the status, and when we will answer, are the largest line, which the text says in a sentence', () => {
  const { received, resolved } = sampleMails('en');
  expect(resolved?.html).toMatch(/<p class="ink fact"[^>]*>Resolved<\/p>/);
  expect(resolved?.html).not.toContain('Status: Resolved');
  expect(resolved?.text).toContain('Status: Resolved');
  expect(received?.html).toMatch(/<p class="ink moment"[^>]*>[^<]+<br>13:00<\/p>/);
  expect(received?.text).toMatch(/We will answer by\s/);
});

test('a reminder of one invoice has its number and no row, and small print at its end', () => {
  const { 'reminder-due': one, 'reminder-overdue': several } = sampleMails('en');
  expect(one?.html.match(/>[^<]*F-2026-0101</g)).toEqual(['>Invoice F-2026-0101<']);
  expect(several?.html).toMatch(/font-size:13px[^>]*>For late payment/);
  // An invoice without a number is not named by its amount, which stands beside it.
  expect(several?.html).toContain('>Invoice without a number<');
});

test('a reminder of one invoice opens it, one of several opens the list, and each row its own', () => {
  const invoices = 'https://www.example.com/customer-portal/invoices';
  for (const locale of locales) {
    const { 'reminder-due': one, 'reminder-overdue': several } = sampleMails(locale);
    expect([one?.link, several?.link]).toEqual([`${invoices}/F-2026-0101?customer=1`, invoices]);
    expect(several?.html).toMatch(/<a href="[^"]*\/invoices\/F-2026-0103\?customer=1"[^>]*>[^<]*F-2026-0103/);
    expect(several?.text).toContain(`\n${invoices}/F-2026-0103?customer=1\n`);
  }
});

test('a reply about a slot states its moment once', () => {
  const mails = sampleMails('fr');
  for (const name of ['lead-confirmed', 'lead-proposed', 'lead-declined', 'lead-receipt-slot']) {
    const { text = '', html = '' } = mails[name] ?? {};
    expect([name, text.match(/24 novembre/g)?.length]).toEqual([name, 1]);
    // The other one is the preview.
    expect([name, html.match(/24 novembre/g)?.length]).toEqual([name, 2]);
  }
});

test('the facts follow what happened, and what to do follows them', () => {
  const { 'new-device': device, 'bank-proposed': bank } = sampleMails('en');
  for (const part of [device?.html, device?.text])
    expect(part).toMatch(/signed\s+in\s+to[\s\S]*Firefox 140[\s\S]*If\s+it\s+was\s+you/);
  for (const part of [bank?.html, bank?.text])
    expect(part).toMatch(/has\s+proposed[\s\S]*9042[\s\S]*Nothing\s+changes/);
});

test('only an alarm is an outline: its mail asks for nothing', () => {
  for (const [name, { html }] of Object.entries(sampleMails('en'))) {
    const isAlarm = ['bank-proposed', 'email-change-requested', 'email-changed'].includes(name);
    expect([name, / class="alarm" style="border:1px solid #b42318/.test(html)]).toEqual([name, isAlarm]);
    expect([name, isAlarm && html.includes('class="button"')]).toEqual([name, false]);
  }
});

test('words before a URL are the link of the HTML, and the text has the URL', () => {
  const { html = '', text = '' } = sampleMails('fr')['account-exists'] ?? {};
  expect(html).toMatch(
    /Mot de passe oublié\s\? <a href="[^"]*view=forgot" [^>]*>Choisissez-en un nouveau ici<\/a><\/p>/,
  );
  expect(text).toMatch(/nouveau ici\s?:\nhttps:\S+view=forgot\n/);
});

test('a letter has no title and no quote of what its writer wrote', () => {
  const { html = '', text = '' } = sampleMails('fr')['lead-reply'] ?? {};
  expect(html).not.toMatch(/<h1|class="ink ground"/);
  expect(text).toMatch(/^Bonjour,\n\noui, nous intervenons/);
  expect(text).toContain('Nora\n\nNora Lemaire, Rempart Azur\n\n-- \n');
});
