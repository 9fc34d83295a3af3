import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { linkToken } from '../subscription-links.ts';
import { maxReceipts } from '#modules/leads/server/visitor-limits.ts';
import { browser, mailsTo, makeStaff, makeUser, openApi, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { leadsTo, newNetwork, proofOf, setUpLeads } from '#tests/support/leads.ts';
import { newEmail, newsletterKeys as keys, setUpNewsletter } from '#tests/support/newsletter.ts';

describeApi({ settings: { leads: 'deliver', leadsTo } }, async ({ database, api }) => {
  const { hashes, send: sendLead } = await setUpLeads(database, api);
  const { bodyOf, rowsOf, rowOf, subscribe, linkOf, postFrom, hashRows, confirmed } = setUpNewsletter(
    database,
    api,
    hashes.newsletter,
  );

  test('off, nothing of it exists', async () => {
    const off = await openApi(database, { leads: 'off' });
    const { cookie } = await makeStaff(database, { permissions: ['support'] });
    const token = linkToken(keys, 'confirm', randomUUID());
    for (const path of [
      '/api/newsletter',
      `/api/newsletter/confirm/${token}`,
      `/api/newsletter/unsubscribe/${token}`,
    ]) {
      expect((await browser(off).get(path)).status).toBe(404);
      const { status, body } = await browser(off).post(path, bodyOf(newEmail()));
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
    for (const path of ['counts', 'file'])
      expect((await browser(off, { cookie }).get(`/api/desk/subscribers/${path}`)).status).toBe(404);
  });

  test('who subscribes is asked to confirm, and is a subscriber once the button is pressed', async () => {
    const email = newEmail();
    const response = await subscribe(email);
    expect([response.status, response.body]).toEqual([201, { status: 'received' }]);
    expect(await rowOf(email)).toMatchObject({
      email,
      state: 'pending',
      confirmedAt: null,
      consent: { text_hash: hashes.newsletter, page: '/contact' },
    });
    expect(await mailsTo(database, email)).toMatchObject([{ template: 'newsletter-confirm', locale: 'fr' }]);
    const link = await linkOf('confirm', email);
    const page = await api.request(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    // The URL has a token.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect((await api.request(`${link}x`)).headers.get('referrer-policy')).toBe('same-origin');
    expect(await page.text()).toContain('Confirmer mon inscription');
    expect((await rowOf(email)).state).toBe('pending');
    const pressed = await postFrom(link, {
      headers: { Origin: siteUrl, 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([pressed.status, pressed.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await pressed.text()).toContain('Votre inscription est confirmée');
    expect((await rowOf(email)).state).toBe('confirmed');
    const templates = (await mailsTo(database, email)).map(({ template }) => template);
    expect(templates.toSorted()).toEqual(['newsletter-confirm', 'newsletter-welcome']);
    expect(await (await api.request(link)).text()).toContain('Votre inscription est déjà confirmée');
  });

  test('pressed twice at once, or again later, it is confirmed once and one mail says so', async () => {
    const email = newEmail();
    await subscribe(email);
    const link = await linkOf('confirm', email);
    const pages = await Promise.all(Array.from({ length: 5 }, () => postFrom(link)));
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await postFrom(link);
    const welcomes = (await mailsTo(database, email)).filter(({ template }) => template === 'newsletter-welcome');
    expect(welcomes).toHaveLength(1);
  });

  test('sent twice at once and in other spellings, it is one subscription', async () => {
    const email = newEmail();
    const [name = '', host = ''] = email.split('@');
    const spellings = [email, `${name.toUpperCase()}@${host}`, `${name}@${host.toUpperCase()}`, `  ${email} `];
    const responses = await Promise.all(spellings.map((spelling) => subscribe(spelling)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await rowsOf(email)).toHaveLength(1);
  });

  test('the response is the same for everybody; who confirmed before gets the mail about it again', async () => {
    const { email: customer } = await makeUser(database);
    const known = await confirmed();
    const gone = await confirmed();
    await postFrom(await linkOf('unsubscribe', gone));
    const pending = newEmail();
    await subscribe(pending);
    await database.pool.query('DELETE FROM rate_limits');
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM jobs`));
    const responses = await Promise.all([newEmail(), customer, known, gone, pending].map((email) => subscribe(email)));
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    for (const email of [customer, gone, pending])
      expect(await mailsTo(database, email)).toMatchObject([{ template: 'newsletter-confirm' }]);
    expect(await mailsTo(database, known)).toMatchObject([{ template: 'newsletter-welcome' }]);
    expect((await rowOf(known)).state).toBe('confirmed');
  });

  test('unsubscribing leaves a keyed hash only, which a confirmation lifts and nothing else', async () => {
    const email = await confirmed();
    const link = await linkOf('unsubscribe', email);
    expect((await postFrom(link)).status).toBe(200);
    expect(await rowsOf(email)).toEqual([]);
    expect(await hashRows(email)).toHaveLength(1);
    await database.pool.query('DELETE FROM rate_limits');
    await subscribe(email.toUpperCase());
    expect(await hashRows(email)).toHaveLength(1);
    await postFrom(await linkOf('confirm', email));
    expect(await hashRows(email)).toEqual([]);
    // The old links name a subscriber who is gone.
    expect(await (await postFrom(link)).text()).toContain('Votre désinscription est enregistrée');
    expect((await rowOf(email)).state).toBe('confirmed');
  });

  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  test.each<[string, RequestInit]>([
    [
      'form-encoded',
      { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'List-Unsubscribe=One-Click' },
    ],
    ['multipart', { body: form }],
    ['without a body', {}],
    [
      'from another origin, with a cookie',
      { headers: { Origin: 'https://mail.example', Cookie: 'portal.session_token=x' } },
    ],
  ])('one click of a mail service, %s', async (_how, init) => {
    const email = await confirmed();
    const response = await postFrom(await linkOf('unsubscribe', email), init);
    expect([response.status, response.headers.get('location'), response.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ]);
    expect(await rowsOf(email)).toEqual([]);
  });

  test('opening a link changes nothing, however often scanners do', async () => {
    const [pending, reader] = [newEmail(), await confirmed()];
    await subscribe(pending);
    const links = [await linkOf('confirm', pending), await linkOf('unsubscribe', reader)];
    for (const link of links)
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await api.request(link, { method });
    expect((await rowOf(pending)).state).toBe('pending');
    expect((await rowOf(reader)).state).toBe('confirmed');
    expect(await hashRows(reader)).toEqual([]);
  });

  test('forged, truncated, swapped and foreign tokens do nothing', async () => {
    const [pending, reader] = [newEmail(), await confirmed()];
    await subscribe(pending);
    const { id } = await rowOf(reader);
    const token = linkToken(keys, 'unsubscribe', id);
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const forged = [
      linkToken(keys, 'confirm', id),
      linkToken(deriveKeys('another secret of at least 32 characters'), 'unsubscribe', id),
      token.slice(0, -1),
      `${token}A`,
      flipped,
      `${token}=`,
      encodeURIComponent(`${token}\r\nSet-Cookie: a=b`),
      'x'.repeat(200),
      '%00',
      id,
    ];
    for (const one of forged) {
      expect((await postFrom(`/api/newsletter/unsubscribe/${one}`)).status).toBe(404);
      expect((await api.request(`/api/newsletter/unsubscribe/${one}`)).status).toBe(404);
    }
    expect((await postFrom(`/api/newsletter/unsubscribe/${'x'.repeat(201)}`)).status).toBe(400);
    const swapped = linkToken(keys, 'unsubscribe', (await rowOf(pending)).id);
    expect(await (await postFrom(`/api/newsletter/confirm/${swapped}`)).text()).toContain('plus valable');
    expect((await rowOf(reader)).state).toBe('confirmed');
    expect((await rowOf(pending)).state).toBe('pending');
  });

  test('after 30 days the link has expired, before the row is deleted too', async () => {
    const email = newEmail();
    await subscribe(email);
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE subscribers SET requested_at = now() - interval '30 days' WHERE email = ${email}`),
    );
    const link = await linkOf('confirm', email);
    const page = await postFrom(link);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('Ce lien n’est plus valable')]);
    expect((await rowOf(email)).state).toBe('pending');
    await subscribe(email);
    expect((await postFrom(link)).status).toBe(200);
  });

  test('a mailbox gets two mails a day, from all forms together and in any spelling', async () => {
    const email = newEmail();
    const [name = ''] = email.split('@');
    const spellings = Array.from({ length: 6 }, (_, nth) => `${name}+${nth}@massena.example`);
    await sendLead({ values: { email }, more: { proof: await proofOf() } });
    for (const spelling of spellings) expect((await subscribe(spelling)).status).toBe(201);
    const mails = await Promise.all([email, ...spellings].map((one) => mailsTo(database, one)));
    expect(mails.flat()).toHaveLength(maxReceipts);
  });

  test('programs get the same response, and nothing is stored or sent', async () => {
    const replayed = await proofOf(1);
    await subscribe(newEmail(), { proof: false, more: { proof: replayed } });
    for (const more of [{ website: 'https://spam.example' }, { proof: replayed }]) {
      const email = newEmail();
      expect((await subscribe(email, { proof: false, more })).status).toBe(201);
      expect([await rowsOf(email), await mailsTo(database, email)]).toEqual([[], []]);
    }
    // One network, without proofs.
    const ipAddress = newNetwork();
    const emails = Array.from({ length: 12 }, newEmail);
    for (const email of emails) await subscribe(email, { ipAddress, proof: false });
    const stored = await Promise.all(emails.map(rowsOf));
    expect(stored.flat()).toHaveLength(10);
    const proven = newEmail();
    await subscribe(proven, { ipAddress });
    expect(await rowsOf(proven)).toHaveLength(1);
  });

  test.each([
    ['no email address', { email: '' }],
    ['a word', { email: 'claire' }],
    ['a header', { email: 'a@b.example\r\nBcc: victim@x.example' }],
    ['two email addresses', { email: 'a@b.example,c@d.example' }],
    ['a name', { email: 'Claire <a@b.example>' }],
    ['a right-to-left override', { email: 'a\u202e@b.example' }],
    ['a NUL', { email: 'a\0@b.example' }],
    ['a long one', { email: `${'a'.repeat(250)}@b.example` }],
    ['another site as its page', { page: 'https://evil.example' }],
    ['another site without a scheme', { page: '//evil.example' }],
    ['a notice that no page showed', { consent: 'x'.repeat(43) }],
    ['a notice of another form', { consent: hashes.contact }],
    ['another field', { state: 'confirmed' }],
  ])('%s is rejected', async (_what, more) => {
    const { status } = await browser(api, { ipAddress: newNetwork() }).post(
      '/api/newsletter',
      bodyOf(newEmail(), more),
    );
    expect(status).toBe(400);
  });

  test('without JavaScript, the form leads back to its page, and an error is a page', async () => {
    const post = (fields: Record<string, string>, origin = siteUrl) =>
      postFrom('/api/newsletter', {
        headers: {
          Host: 'portal.test',
          Origin: origin,
          'X-Forwarded-For': newNetwork(),
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      });
    const email = newEmail();
    const fields = { email, page: '/free-audit', consent: hashes.newsletter, website: '' };
    const sent = await post(fields);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/free-audit#newsletter-a-confirmer']);
    expect(await mailsTo(database, email)).toMatchObject([{ template: 'newsletter-confirm' }]);
    const wrong = await post({ ...fields, email: 'claire' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('E-mail')]);
    expect((await post(fields, 'https://evil.example')).status).toBe(403);
  });
});
