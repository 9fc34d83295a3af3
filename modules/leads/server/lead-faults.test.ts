import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { createRateLimiter } from '#api/db/rate-limit.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import type { OutgoingMail } from '#api/mail/transports.ts';
import { leadForms, maxProofLength } from '#contract/leads.ts';
import { browser, mailsTo, openApi, secret, siteUrl, withoutDatabase } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { leadsTo, newNetwork, proofOf, setUpLeads } from '#tests/support/leads.ts';
import { prepareLeadMails } from './lead-mails.ts';
import { maxReceipts, mayMailVisitor } from './visitor-limits.ts';

describeApi({ settings: { leads: 'deliver', leadsTo } }, async ({ database, api }) => {
  const { person, bodyOf, send, stored, byEmail } = await setUpLeads(database, api);
  const log = createLog('silent');
  const limiter = createRateLimiter(database, deriveKeys(secret).rateLimits);
  beforeEach(async () => {
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM jobs`));
    await database.pool.query('DELETE FROM rate_limits');
  });

  /** Sends every mail that is due, or none while the mail server is down. */
  const deliver = async (isDown = false) => {
    const sent: OutgoingMail[] = [];
    const transport = {
      send: (mail: OutgoingMail) =>
        isDown ? Promise.reject(new Error('The mail server is down.')) : Promise.resolve(void sent.push(mail)),
      verify: () => Promise.resolve(),
      close: () => undefined,
    };
    const prepare = prepareLeadMails({ database: () => database, siteUrl, mailFrom: undefined, hasBooking: true });
    await deliverDue({ database, transport, prepare, log });
    return sent;
  };

  test('100 submissions of every form, at once and one by one, send a mailbox two mails', async () => {
    const name = `v.${randomUUID().slice(0, 8)}`;
    const spellings = [
      `${name}@gmail.com`,
      `${name.toUpperCase()}@GMAIL.com`,
      `${name}+a@gmail.com`,
      `${name.replace('.', '')}+b@googlemail.com`,
    ];
    const bomb = async (nth: number) =>
      send({
        form: leadForms[nth % leadForms.length] ?? 'contact',
        values: {
          email: spellings[nth % spellings.length],
          ...(nth % 4 === 2 && { phone: '+33 4 65 71 00 06', agreeTerms: 'true' }),
        },
        more: { proof: await proofOf() },
      });
    const statuses = await Promise.all(Array.from({ length: 50 }, (_, nth) => bomb(nth)));
    for (let nth = 50; nth < 100; nth += 1) statuses.push(await bomb(nth));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([201]));
    const { rows } = await database.pool.query(`SELECT FROM jobs WHERE data->>'template' = 'lead-receipt'`);
    expect(rows).toHaveLength(maxReceipts);
    // Newsletter and appointments ask the same.
    expect(await mayMailVisitor(limiter, `${name}+c@gmail.com`)).toBe(false);
    expect(await mayMailVisitor(limiter, person().email)).toBe(true);
  });

  test('one key 20 times at once on two instances is one lead with one receipt', async () => {
    const instances = [api, await openApi(database, { leads: 'deliver', leadsTo })];
    const values = { ...person(), message: 'Une fois suffit' };
    const body = bodyOf('contact', values, { proof: await proofOf() });
    const headers = { 'Idempotency-Key': randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        browser(instances[nth % 2] ?? api, { ipAddress: newNetwork() }).post('/api/leads', body, headers),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await byEmail(values.email)).toMatchObject([{ verdict: 'clean' }]);
    expect(await mailsTo(database, values.email)).toHaveLength(1);
  });

  test('what failed without the database is stored once when it is sent again with its key', async () => {
    const closed = await setUpLeads(database, withoutDatabase({ leads: 'deliver', leadsTo }));
    const request = { values: person(), key: randomUUID(), more: { proof: await proofOf() } };
    const message = { message: 'Gardé' };
    const again = { ...request, values: { ...request.values, ...message } };
    expect((await closed.send(again)).status).toBe(503);
    expect(await byEmail(request.values.email)).toEqual([]);
    expect((await send(again)).status).toBe(201);
    expect((await send(again)).status).toBe(201);
    expect(await byEmail(request.values.email)).toMatchObject([{ verdict: 'clean', reasons: [] }]);
    expect(await mailsTo(database, request.values.email)).toHaveLength(1);
  });

  test('without a mail server the lead is stored, and its mails are sent later', async () => {
    const values = person();
    expect((await send({ values, more: { proof: await proofOf() } })).status).toBe(201);
    expect(await deliver(true)).toEqual([]);
    expect(await byEmail(values.email)).toHaveLength(1);
    await database.pool.query('UPDATE jobs SET next_attempt_at = now()');
    const sent = await deliver();
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([values.email, leadsTo].toSorted());
    expect(await deliver()).toEqual([]);
  });

  test('what looks like a header is text in the subject, and Reply-To is one email address', async () => {
    const values = {
      ...person(),
      name: 'Ada Bcc: b@x.example',
      company: '=?utf-8?Q?=0D=0ABcc:_b@x.example?= %0d%0aTo: c',
    };
    await send({ values, more: { proof: await proofOf() } });
    const notice = (await deliver()).find(({ recipient }) => recipient === leadsTo);
    expect(notice?.subject).toContain(values.company);
    expect(notice?.subject).not.toMatch(/[\r\n]/);
    expect(notice?.replyTo).toBe(values.email);
  });

  test('a proof that is too long is rejected, and nothing is stored', async () => {
    const before = (await stored()).length;
    expect((await send({ more: { proof: 'x'.repeat(maxProofLength + 1) } })).status).toBe(400);
    expect(await stored()).toHaveLength(before);
  });
});
