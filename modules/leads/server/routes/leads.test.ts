import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { leadForms } from '#contract/leads.ts';
import { browser, mailsTo, makeStaff, makeUser, openApi, withoutDatabase } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { leadsTo, newNetwork, proofOf, setUpLeads } from '#tests/support/leads.ts';

describeApi({ settings: { leads: 'deliver', leadsTo } }, async ({ database, api }) => {
  const { hashes, person, bodyOf, send, sendPlain, stored, byEmail } = await setUpLeads(database, api);
  const count = async () => (await stored()).length;

  test('off, no route exists, whatever is sent', async () => {
    const off = browser(await openApi(database, { leads: 'off' }));
    const before = await count();
    for (const response of [
      await off.get('/api/leads/challenge'),
      await off.get('/api/leads'),
      await off.post('/api/leads', bodyOf('contact', person()), { 'Idempotency-Key': randomUUID() }),
      await off.post('/api/leads', { nonsense: true }),
    ])
      expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
    expect(await count()).toBe(before);
  });

  test.each(leadForms)('%s is stored with its fields, its page and the notice that was shown', async (form) => {
    const given = {
      ...person(),
      ...(form === 'audit' && { phone: '+33 4 65 71 00 06', employees: '11-50', agreeTerms: 'true' }),
      ...(form === 'contact' && { message: 'Deux lignes\r\net un œuf 🥚' }),
      ...(form === 'consultation' && {
        preferredDate: '2031-02-03',
        preferredTime: '9h00-10h00',
        meetingType: 'video',
      }),
    };
    const response = await send({ form, values: given, more: { proof: await proofOf() } });
    expect([response.status, response.body]).toEqual([201, { status: 'received' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const [lead] = await byEmail(given.email);
    expect(lead).toMatchObject({
      form,
      name: given.name,
      company: given.company,
      page: form === 'checklist' ? '/' : `/${form}`,
      consent: { text_hash: hashes[form] },
      verdict: 'clean',
      reasons: [],
      status: 'new',
      version: 1,
    });
    expect(lead?.values).toMatchObject({
      ...given,
      ...(form === 'contact' && { message: 'Deux lignes\net un œuf 🥚', phone: '', service: '' }),
    });
    expect(lead?.dueAt === null).toBe(form === 'checklist');
  });

  test.each([
    ['no name', { name: '' }],
    ['a name of spaces', { name: ' \u200b ' }],
    ['a name of 101 characters', { name: 'n'.repeat(101) }],
    ['a line break in the name', { name: 'Claire\r\nBcc: victim@x.example' }],
    ['a line break in the email address', { email: 'a@b.example\r\nBcc: victim@x.example' }],
    ['two email addresses', { email: 'a@b.example,c@d.example' }],
    ['an email address with a name', { email: 'Claire <a@b.example>' }],
    ['no email address', { email: 'claire' }],
    ['a right-to-left override', { company: 'Cabinet \u202egpj.exe' }],
    ['a line separator', { company: 'Cabinet\u2028Masséna' }],
    ['a NUL', { message: 'a\0b' }],
    ['half a surrogate pair', { message: 'a\ud800b' }],
    ['no message', { message: '' }],
    ['a message of 5,001 characters', { message: 'm'.repeat(5001) }],
    ['words as a phone number', { phone: 'call me' }],
    ['a service that does not exist', { service: 'all' }],
    ['a field of another form', { employees: '1-10' }],
    ['a number', { name: 5 }],
    ['a list', { message: ['a'] }],
  ])('%s is rejected, and nothing is stored', async (_what, values) => {
    const before = await count();
    const { status, body } = await send({ values });
    expect([status, body.error.code]).toEqual([400, expect.stringMatching(/^invalid_/)]);
    expect(await count()).toBe(before);
  });

  test.each([
    ['an unknown form', { form: 'newsletter' }],
    ['a page elsewhere', { page: '//evil.example' }],
    ['a page with a query', { page: '/contact?next=//evil.example' }],
    ['a notice that no page has shown', { consent: 'x'.repeat(43) }],
    ['the notice of another form', { consent: 'audit' }],
    ['an unknown field', { isClean: true }],
  ])('%s is rejected', async (_what, more) => {
    const before = await count();
    const given = 'consent' in more && more.consent === 'audit' ? { consent: hashes.audit } : more;
    expect((await send({ more: given })).status).toBe(400);
    expect(await count()).toBe(before);
  });

  test('text of any script, HTML and emoji are stored as they are, in mails as text', async () => {
    const values = {
      ...person(),
      company: '<b>Société</b> & Fils',
      message: 'مرحبا، نحتاج إلى مساعدة\n😀 <script>alert(1)</script>',
    };
    expect((await send({ values, more: { proof: await proofOf() } })).status).toBe(201);
    expect((await byEmail(values.email))[0]?.values).toMatchObject(values);
  });

  test('a body over 64 KB is rejected before it is read, JSON without a key or with another type too', async () => {
    const visitor = browser(api);
    const key = { 'Idempotency-Key': randomUUID() };
    const large = bodyOf('contact', { ...person(), message: 'x'.repeat(1_000_000) });
    expect((await visitor.post('/api/leads', large, key)).status).toBe(413);
    expect((await sendPlain({ form: 'contact', message: 'x'.repeat(1_000_000) })).status).toBe(413);
    const body = bodyOf('contact', { ...person(), message: 'M' });
    expect((await visitor.post('/api/leads', body)).status).toBe(400);
    expect((await visitor.post('/api/leads', body, { 'Idempotency-Key': 'a b' })).status).toBe(400);
    expect((await visitor.post('/api/leads', body, { ...key, 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await visitor.post('/api/leads', body, { ...key, Origin: 'https://evil.example' })).status).toBe(403);
  });

  test('twice is once, also at the same time and on two instances; with other contents it is an error', async () => {
    const other = await openApi(database, { leads: 'deliver', leadsTo });
    const values = { ...person(), message: 'Une fois suffit' };
    const body = bodyOf('contact', values, { proof: await proofOf() });
    const headers = { 'Idempotency-Key': randomUUID() };
    const both = [api, other, api, other].map((one) =>
      browser(one, { ipAddress: newNetwork() }).post('/api/leads', body, headers),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await byEmail(values.email)).toMatchObject([{ verdict: 'clean' }]);
    expect(await mailsTo(database, values.email)).toHaveLength(1);
    const changed = bodyOf('contact', { ...values, message: 'Autre chose' });
    const reused = await browser(api).post('/api/leads', changed, headers);
    expect([reused.status, reused.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await byEmail(values.email)).toHaveLength(1);
  });

  test('the response is the same for the email address of a customer', async () => {
    const user = await makeUser(database);
    const known = await send({ values: { email: user.email } });
    const unknown = await send();
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  test('without the database it is unavailable, as JSON and as a page', async () => {
    const closed = await setUpLeads(database, withoutDatabase({ leads: 'deliver', leadsTo }));
    const before = await count();
    const json = await closed.send();
    expect([json.status, json.body.error.code, json.headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    const plain = await closed.sendPlain({ form: 'contact', ...person(), message: 'Gardé' });
    expect([plain.status, plain.headers.get('retry-after')]).toEqual([503, '2']);
    expect(plain.html).toContain('<dd dir="auto">Gardé</dd>');
    expect(await count()).toBe(before);
  });

  test('a plain form is stored once, doubtful, and leads back to its page', async () => {
    const fields = {
      form: 'contact',
      page: '/contact',
      consent: hashes.contact,
      website: '',
      phone: '',
      ...person(),
      message: 'Sans script',
    };
    const first = await sendPlain(fields);
    expect([first.status, first.headers.get('location')]).toEqual([303, '/contact#demande-envoyee']);
    expect((await sendPlain(fields)).status).toBe(303);
    expect(await byEmail(fields.email)).toMatchObject([{ verdict: 'doubtful', reasons: ['no_script'] }]);
  });

  test('an error of a plain form is a page in French with what was typed, as text, and a mail link', async () => {
    const typed = { name: '<img src=x onerror=alert(1)>', message: 'Ligne "1"\nLigne 2 & <b>gras</b>' };
    const { status, html, headers } = await sendPlain({
      form: 'contact',
      page: '/contact',
      consent: hashes.contact,
      ...person(),
      ...typed,
      email: 'not an address',
    });
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('Ce champ est vide ou n’est pas valide\u00a0: E-mail.');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('Ligne &quot;1&quot;\nLigne 2 &amp; &lt;b&gt;gras&lt;/b&gt;');
    expect(html).toMatch(/href="mailto:[^"?]+@[^"?]+\?subject=/);
    expect(html).not.toMatch(/<img|<script|type="hidden"|<b>/);
    const foreign = await sendPlain(
      { form: 'contact', page: '//evil.example', ...person() },
      { origin: 'https://evil.example' },
    );
    expect([foreign.status, foreign.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(foreign.html).not.toContain('evil');
  });

  test('leads are read by staff of the support and by nobody else', async () => {
    await send();
    const seen = async (token: string, begin: string) => {
      const client = await database.pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(`SELECT ${begin}($1)`, [token]);
        return await client.query('SELECT id, verdict FROM leads').then(
          ({ rowCount }) => rowCount,
          (error: { code?: string }) => error.code,
        );
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    const support = await makeStaff(database, { permissions: ['support'] });
    const sales = await makeStaff(database, { permissions: ['sales', 'accounts', 'records', 'admin'] });
    const member = await makeUser(database);
    expect(await seen(support.token, 'set_staff_context')).toBe(await count());
    expect(await seen(sales.token, 'set_staff_context')).toBe(0);
    expect(await seen(member.token, 'set_tenant_context')).toBe('42501');
    await expect(database.pool.query('SELECT id FROM leads')).rejects.toMatchObject({ code: '42501' });
    await expect(database.pool.query('DELETE FROM leads')).rejects.toMatchObject({ code: '42501' });
    await expect(database.pool.query('SELECT nonce FROM lead_proofs')).rejects.toMatchObject({ code: '42501' });
  });
});
