import { describe, expect, test } from 'vitest';
import { automaticMails } from '#tests/fixtures/mails/automatic-mails.ts';
import { brokenMails } from '#tests/fixtures/mails/broken-mails.ts';
import {
  addressOf,
  authservId,
  mail,
  type MailFixture,
  ownAddress,
  replier,
  replyToken,
  siteHost,
} from '#tests/fixtures/mails/build-mail.ts';
import { forgedMails } from '#tests/fixtures/mails/forged-mails.ts';
import { quotedReplies } from '#tests/fixtures/mails/quoted-replies.ts';
import { type ReplyToken, judgeMail, tokensIn } from './judge-mail.ts';
import { parseMail } from './parse-mail.ts';

const token: ReplyToken = { email: replier, isExpired: false };

async function judge(
  { raw, sender = replier, recipients = [addressOf(replyToken)], ...fixture }: MailFixture,
  known = token,
) {
  const parsed = await parseMail(raw);
  const envelope = { sender, recipients };
  const found = tokensIn(envelope).includes(replyToken) ? known : undefined;
  const policy = {
    siteHost,
    ownAddresses: [ownAddress],
    domain: 'support.example',
    addresses: ['support'],
    authservId: fixture.isAuthenticationRequired === true ? authservId : undefined,
  };
  return { parsed, verdict: judgeMail(parsed, envelope, found, policy) };
}

describe.each([
  ['quoted replies', quotedReplies],
  ['automatic mails', automaticMails],
  ['forged mails', forgedMails],
  ['broken mails', brokenMails],
])('%s', (_group, fixtures) => {
  test.each(fixtures)('$name', async (fixture) => {
    const { parsed, verdict } = await judge(fixture);
    const { expected } = fixture;
    const isHeld = 'held' in expected;
    expect(verdict).toEqual(
      isHeld ? { action: 'hold', reason: expected.held } : { action: 'publish', token, body: expected.body },
    );
    const published = verdict.action === 'publish' ? parsed.files.map(({ name }) => name) : [];
    expect(published).toEqual(isHeld ? [] : (expected.files ?? []));
  });
});

test('there are enough of them', () => {
  const all = [quotedReplies, automaticMails, forgedMails, brokenMails].flat();
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test('an expired token is held', async () => {
  const fixture: MailFixture = { name: '', raw: mail({}), expected: { held: 'expired_token' } };
  expect((await judge(fixture, { ...token, isExpired: true })).verdict).toEqual({
    action: 'hold',
    reason: 'expired_token',
  });
});

test('files come out as they were sent', async () => {
  const fixture = brokenMails.find(({ name }) => name === '20 MB') as MailFixture;
  const { parsed } = await judge(fixture);
  expect(Buffer.from(parsed.files[0]?.content ?? []).equals(Buffer.alloc(15 * 1024 * 1024, 'some bytes '))).toBe(true);
});
