import { expect, test } from 'vitest';
import { permanentFailure, retryDelay } from './delivery-failure.ts';

const failure = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(`failed: ${response}`), { command, response, responseCode: Number(response.slice(0, 3)) });

test.each([
  '550 5.1.1 The email account that you tried to reach does not exist',
  '550 No such user here',
  '551 User not local',
  '552 5.2.2 The mailbox is full',
  '553 5.1.3 Bad recipient address syntax',
  '554 5.4.4 Unable to route: invalid domain',
  '556 5.1.10 Recipient address has null MX',
  '521 5.1.2 This host accepts no mail',
])('%s is permanent', (response) => {
  expect(permanentFailure(failure(response))).toBe(response);
  expect(permanentFailure(failure(response, 'DATA'))).toBe(response);
  expect(permanentFailure(failure(response, 'MAIL FROM'))).toBeUndefined();
});

test.each([
  ['421 4.3.2 Closing', 'RCPT TO'],
  ['450 4.2.1 Greylisted', 'RCPT TO'],
  ['452 4.2.2 The mailbox is full', 'RCPT TO'],
  ['452 4.3.1 Out of storage', 'DATA'],
  ['500 Syntax error', 'RCPT TO'],
  ['503 5.5.1 Bad sequence', 'DATA'],
  ['530 5.7.0 Authentication required', 'RCPT TO'],
  ['535 5.7.8 Authentication failed', 'AUTH PLAIN'],
  ['550 5.1.8 Sender address rejected: domain not found', 'RCPT TO'],
  ['550 5.7.1 Relaying denied', 'RCPT TO'],
  ['550 5.7.26 Unauthenticated sender, see SPF', 'DATA'],
  ['550 relay not permitted', 'RCPT TO'],
  ['554 5.7.1 Service unavailable; client host blocked', 'RCPT TO'],
  ['554 Transaction failed', 'DATA'],
  ['554 No SMTP service here', 'CONN'],
  ['550 5.1.1 no', 'EHLO'],
])('%s (%s) is retried', (response, command) => {
  expect(permanentFailure(failure(response, command))).toBeUndefined();
});

test('the reason contains no email address, is one line and is bounded', () => {
  const reason = permanentFailure(
    failure(`550 5.1.1 <claire@cabinet.example>\r\n\u0000\u001b[31m ${'x'.repeat(5000)}`),
  );
  expect(reason).toMatch(/^550 5\.1\.1 <\[email\]> \[31m x+$/);
  expect(reason?.length).toBeLessThanOrEqual(300);
  expect(permanentFailure('550 5.1.1')).toBeUndefined();
  expect(permanentFailure(new Error('550 5.1.1 no such user'))).toBeUndefined();
});

test('the delay doubles up to six hours', () => {
  const delays = [1, 2, 3, 4, 30, 2000].map((attempts) => retryDelay(attempts, 0, 0.5));
  expect(delays).toEqual([30, 60, 120, 240, 21_600, 21_600]);
});

test('the delay has 25 % jitter', () => {
  expect([retryDelay(1, 0, 0), retryDelay(1, 0, 1)]).toEqual([22.5, 37.5]);
});

test('a mail is given up after a week', () => {
  const week = 7 * 24 * 60 * 60;
  expect(retryDelay(500, week - 1)).toBeGreaterThan(0);
  expect(retryDelay(1, week)).toBeUndefined();
});
