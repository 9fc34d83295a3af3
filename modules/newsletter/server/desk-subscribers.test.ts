import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { subscribers } from '#modules/newsletter/server/newsletter-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import type { OutgoingMail } from '#api/mail/transports.ts';
import { assertDefined, browser, makeStaff, makeUser, openApi, secret, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { leadsTo, setUpLeads } from '#tests/support/leads.ts';
import { newEmail, newsletterKeys as keys, setUpNewsletter } from '#tests/support/newsletter.ts';
import { exportSubscribers } from './desk-subscribers.ts';
import { prepareNewsletterMails } from './newsletter-mails.ts';

const settings = { leads: 'deliver', leadsTo } as const;

describeApi({ settings }, async ({ database, api }) => {
  const { hashes } = await setUpLeads(database, api);
  const { rowsOf, rowOf, subscribe, linkOf, postFrom, hashRows, confirmed } = setUpNewsletter(
    database,
    api,
    hashes.newsletter,
  );

  test('both mails are in French; the second unsubscribes with one click, and neither is sent in vain', async () => {
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM jobs`));
    const sent: OutgoingMail[] = [];
    const transport = {
      send: (mail: OutgoingMail) => Promise.resolve(void sent.push(mail)),
      verify: () => Promise.resolve(),
      close: () => undefined,
    };
    const prepare = prepareNewsletterMails({ database: () => database, siteUrl, keys });
    const deliver = () => deliverDue({ database, transport, prepare, languages: ['en'], log: createLog('silent') });
    const email = newEmail();
    await subscribe(email);
    await deliver();
    expect(sent).toMatchObject([{ recipient: email, subject: 'Confirmez votre inscription – Rempart Azur' }]);
    expect(sent[0]?.unsubscribe).toBeUndefined();
    const confirm = assertDefined(sent[0]?.link);
    expect(confirm).toBe(`${siteUrl}${await linkOf('confirm', email)}`);
    await postFrom(confirm);
    await deliver();
    const unsubscribe = `${siteUrl}${await linkOf('unsubscribe', email)}`;
    expect(sent[1]).toMatchObject({ subject: 'Votre inscription est confirmée – Rempart Azur', unsubscribe });
    expect(sent[1]?.text).toContain(unsubscribe);
    // Unsubscribed, and confirmed, before the mail is sent.
    const late = newEmail();
    await subscribe(late);
    await postFrom(await linkOf('confirm', late));
    await postFrom(unsubscribe);
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM subscribers WHERE email = ${late}`));
    await deliver();
    expect(sent).toHaveLength(2);
  });

  test('support counts, exports and unsubscribes; nobody else does', async () => {
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM subscribers`));
    await database.pool.query('DELETE FROM rate_limits');
    const [reader, formula, waiting] = [await confirmed(), await confirmed('+33@massena.example'), newEmail()];
    await subscribe(waiting);
    const { cookie } = await makeStaff(database, { permissions: ['support'] });
    const desk = browser(api, { cookie });
    expect((await desk.get('/api/desk/subscribers/counts')).body).toEqual({ confirmed: 2, pending: 1 });
    const file = await desk.get('/api/desk/subscribers/file');
    expect(file.headers.get('content-disposition')).toContain('newsletter.csv');
    const [head, first = '', second = '', ...rest] = String(file.body).split('\r\n');
    expect([head, rest]).toEqual(['"email","confirmed_at","page","unsubscribe_url"', ['']]);
    expect(first).toMatch(
      new RegExp(`^"${reader}","\\d{4}-[^"]*Z","/contact","${siteUrl}${await linkOf('unsubscribe', reader)}"$`),
    );
    // A spreadsheet would compute it.
    expect(second.startsWith(`"'${formula}"`)).toBe(true);
    const remove = (email: string) => desk.post('/api/desk/subscribers/remove', { email });
    expect((await remove(reader.toUpperCase())).body).toEqual({ wasSubscribed: true });
    expect((await remove(reader)).body).toEqual({ wasSubscribed: false });
    expect((await remove('claire')).status).toBe(400);
    expect(await rowsOf(reader)).toEqual([]);
    expect(await hashRows(reader)).toHaveLength(1);
    const { rows } = await asOperator(database, (tx) =>
      tx.execute<{ event: string; details: object }>(
        sql`SELECT event, details FROM audit_events WHERE event LIKE 'newsletter.%' ORDER BY happened_at`,
      ),
    );
    expect(rows).toEqual([
      { event: 'newsletter.exported', details: { rows: 2 } },
      { event: 'newsletter.unsubscribed', details: {} },
      { event: 'newsletter.unsubscribed', details: {} },
    ]);
    const { cookie: sales } = await makeStaff(database, { permissions: ['sales'] });
    const { cookie: customer } = await makeUser(database);
    for (const [who, status] of [
      [sales, 403],
      [customer, 404],
      ['', 401],
    ] as const) {
      const other = browser(api, { cookie: who });
      expect((await other.get('/api/desk/subscribers/counts')).status).toBe(status);
      expect((await other.get('/api/desk/subscribers/file')).status).toBe(status);
      expect((await other.post('/api/desk/subscribers/remove', { email: formula })).status).toBe(status);
    }
  });

  test('with another AUTH_SECRET, links and hashes work as long as AUTH_SECRET_BEFORE names the first', async () => {
    const email = await confirmed();
    const link = await linkOf('unsubscribe', email);
    const other = 'another secret of at least 32 characters';
    const [rotated, restored] = [
      await openApi(database, { ...settings, secretsBefore: [secret] }, other),
      await openApi(database, settings, other),
    ];
    expect((await restored.request(link)).status).toBe(404);
    expect((await postFrom(link, {}, restored)).status).toBe(404);
    expect((await rowOf(email)).state).toBe('confirmed');
    // As if `subscribers` alone came from an older backup.
    const row = await rowOf(email);
    await postFrom(link, {}, rotated);
    expect(await rowsOf(email)).toEqual([]);
    expect(await hashRows(email, deriveKeys(other))).toHaveLength(1);
    await asOperator(database, (tx) => tx.insert(subscribers).values(row));
    const { caller } = await makeStaff(database, { permissions: ['support'] });
    const exportedWith = (...secrets: [string, string?]) =>
      exportSubscribers(database, caller, {
        keys: deriveKeys(
          secrets[0],
          secrets.slice(1).filter((one) => one !== undefined),
        ),
        unsubscribeLink: (id) => id,
      });
    expect(await exportedWith(other)).not.toContain(email);
    expect(await exportedWith('a third secret of at least 32 characters', other)).not.toContain(email);
    // A hash says nothing without its key: this is why a backup needs its AUTH_SECRET.
    expect(await exportedWith('a third secret of at least 32 characters')).toContain(email);
  });
});
