import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deriveKeys } from '#api/auth/core/auth-settings.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { createLog } from '#api/lib/log.ts';
import { deliverDue } from '#api/mail/delivery.ts';
import type { OutgoingMail } from '#api/mail/transports.ts';
import { addMinutes, officeHoursFrom, wholeDays } from '#api/services/tickets/office-hours.ts';
import { assertDefined, browser, mailsTo, openApi, secret, siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { encodeProof, leadsTo, newNetwork, proofOf, setUpLeads } from '#tests/support/leads.ts';
import { prepareLeadMails } from './lead-mails.ts';
import { maxReceipts } from './visitor-limits.ts';

describeApi({ settings: { leads: 'deliver', leadsTo } }, async ({ database, api }) => {
  const { hashes, person, send, sendPlain, byEmail } = await setUpLeads(database, api);

  test.each([
    ['nothing', () => ({}), 'doubtful', ['no_proof']],
    ['nonsense', () => ({ proof: 'é{}' }), 'doubtful', ['proof_invalid']],
    ['JSON of another kind', () => ({ proof: encodeProof([], {}) }), 'doubtful', ['proof_invalid']],
    ['another secret', async () => ({ proof: await proofOf(60, ['x'.repeat(43)]) }), 'doubtful', ['proof_invalid']],
    ['2 seconds', async () => ({ proof: await proofOf(2) }), 'doubtful', ['too_fast']],
    ['25 hours', async () => ({ proof: await proofOf(25 * 3600) }), 'doubtful', ['too_late']],
    ['4 seconds', async () => ({ proof: await proofOf(4) }), 'clean', []],
    ['23 hours', async () => ({ proof: await proofOf(23 * 3600) }), 'clean', []],
    ['the field that nobody sees', async () => ({ proof: await proofOf(), website: 'x' }), 'spam', ['honeypot']],
  ] as const)('with %s as its proof', async (_what, more, verdict, reasons) => {
    const { email } = person();
    expect((await send({ values: { email }, more: await Promise.resolve(more()) })).status).toBe(201);
    expect(await byEmail(email)).toMatchObject([{ verdict, reasons, status: verdict === 'spam' ? 'spam' : 'new' }]);
  });

  test('two signs of a program are spam, and so is a bad text without JavaScript; neither sends a mail', async () => {
    const [replayer, plain] = [person(), person()];
    const proof = await proofOf(1);
    await send({ more: { proof } });
    await send({ values: replayer, more: { proof } });
    expect(await byEmail(replayer.email)).toMatchObject([{ verdict: 'spam', reasons: ['too_fast', 'proof_replayed'] }]);
    const fields = { form: 'contact', page: '/contact', consent: hashes.contact, ...plain };
    await sendPlain({ ...fields, message: 'ACHETEZ MAINTENANT NOS LICENCES MOINS CHÈRES' });
    expect(await byEmail(plain.email)).toMatchObject([{ verdict: 'spam', reasons: ['no_script', 'shouting'] }]);
    for (const { email } of [replayer, plain]) expect(await mailsTo(database, email)).toEqual([]);
  });

  test('a challenge of the API is solved and counts once; one of the secret before AUTH_SECRET counts too', async () => {
    const visitor = browser(api, { ipAddress: newNetwork() });
    const { status, body: challenge } = await visitor.get('/api/leads/challenge');
    expect(status).toBe(200);
    expect(challenge.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1000 });
    expect(challenge.parameters.data.touchedAt).toBeLessThanOrEqual(Date.now());
    const solution = assertDefined(await solveChallenge({ challenge, deriveKey }));
    expect(solution.counter).toBeGreaterThanOrEqual(100);
    const values = person();
    await send({ values, more: { proof: encodeProof(challenge, solution) } });
    // It was solved faster than anybody fills in a form.
    expect(await byEmail(values.email)).toMatchObject([{ reasons: ['too_fast'] }]);
    const rotated = await openApi(database, { leads: 'deliver', leadsTo, secretsBefore: [secret] }, `${secret}-new`);
    const later = await setUpLeads(database, rotated);
    const kept = later.person();
    await later.send({ values: kept, more: { proof: await proofOf() } });
    expect(await later.byEmail(kept.email)).toMatchObject([{ verdict: 'clean' }]);
    expect(deriveKeys(`${secret}-new`).leadProofs).not.toEqual(deriveKeys(secret).leadProofs);
  });

  test('many requests of one network or one mailbox are doubtful, and far more are rejected', async () => {
    const ipAddress = newNetwork();
    for (let nth = 0; nth < 10; nth += 1) await send({ ipAddress, more: { proof: await proofOf() } });
    const eleventh = person();
    await send({ ipAddress, values: eleventh, more: { proof: await proofOf() } });
    expect(await byEmail(eleventh.email)).toMatchObject([{ verdict: 'doubtful', reasons: ['network_limit'] }]);
    const { email } = person();
    const [name = ''] = email.split('@');
    for (const spelling of [email, email.toUpperCase(), `${name}+a@massena.example`])
      await send({ values: { email: spelling }, more: { proof: await proofOf() } });
    const fourth = `${name}+b@massena.example`;
    await send({ values: { email: fourth }, more: { proof: await proofOf() } });
    expect(await byEmail(fourth)).toMatchObject([{ verdict: 'doubtful', reasons: ['mailbox_limit'] }]);
    let last = 0;
    for (let nth = 0; nth < 60 && last !== 429; nth += 1) last = (await send({ ipAddress })).status;
    expect(last).toBe(429);
  });

  test('one mailbox gets two mails a day, however it is spelled and whatever is sent', async () => {
    const { email } = person();
    const [name = ''] = email.split('@');
    for (let nth = 0; nth < 8; nth += 1)
      await send({
        form: nth % 2 === 0 ? 'contact' : 'checklist',
        values: { email: `${name}+${nth}@massena.example` },
        more: { proof: await proofOf() },
      });
    const spellings = Array.from({ length: 8 }, (_, nth) => `${name}+${nth}@massena.example`);
    const mails = await Promise.all(spellings.map((spelling) => mailsTo(database, spelling)));
    expect(mails.flat()).toHaveLength(maxReceipts);
  });

  test('the visitor gets a receipt without anything that was typed, staff all of it with the verdict', async () => {
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM jobs`));
    await database.pool.query('DELETE FROM rate_limits');
    const values = {
      ...person(),
      company: '<b>Atlas</b> & Fils',
      message: 'Première ligne\n\n<script>alert(1)</script> سلام',
    };
    const checklist = person();
    await send({ values, more: { proof: await proofOf() } });
    await send({ form: 'checklist', values: checklist });
    const sent: OutgoingMail[] = [];
    const transport = {
      send: (mail: OutgoingMail) => Promise.resolve(void sent.push(mail)),
      verify: () => Promise.resolve(),
      close: () => undefined,
    };
    const prepare = prepareLeadMails({ database: () => database, siteUrl, mailFrom: undefined, hasBooking: false });
    // The site is in French, whatever the portal offers.
    await deliverDue({ database, transport, prepare, languages: ['en'], log: createLog('silent') });
    const to = (recipient: string) => sent.filter((mail) => mail.recipient === recipient);
    const [receipt] = to(values.email);
    expect(receipt?.subject).toBe('Nous avons bien reçu votre message – Rempart Azur');
    expect(receipt?.text).toContain('dans les 24\u00a0heures (jours ouvrés)');
    expect(`${receipt?.subject}${receipt?.text}${receipt?.html}`).not.toMatch(/Atlas|Claire|Première|script>/);
    const [document] = to(checklist.email);
    expect(document?.link).toBe(`${siteUrl}/documents/checklist-cybersecurite.pdf`);
    const [lead] = await byEmail(values.email);
    const notices = to(leadsTo);
    expect(notices).toHaveLength(2);
    const notice = assertDefined(notices.find(({ replyTo }) => replyTo === values.email));
    expect(notice.link).toBe(`${siteUrl}/desk/leads/${lead?.id}`);
    expect(notice.subject).toBe('Nouvelle demande (message)\u00a0: <b>Atlas</b> & Fils');
    for (const part of [
      'douteuse\u00a0: balises dans le texte',
      values.name,
      values.email,
      'Première ligne',
      '/contact',
    ])
      expect(notice.text).toContain(part);
    expect(notice.html).not.toMatch(/<script>|<b>Atlas/);
    const doubtful = assertDefined(notices.find(({ replyTo }) => replyTo === checklist.email));
    expect(doubtful.text).toContain('douteuse\u00a0: preuve de calcul absente');
  });

  test('no mail is sent about a lead that became spam before', async () => {
    await asOperator(database, (tx) => tx.execute(sql`DELETE FROM jobs`));
    await database.pool.query('DELETE FROM rate_limits');
    const values = person();
    await send({ values });
    await asOperator(database, (tx) =>
      tx.execute(sql`UPDATE leads SET verdict = 'spam', status = 'spam' WHERE email = ${values.email}`),
    );
    const transport = {
      send: () => Promise.reject(new Error('Nothing is sent.')),
      verify: () => Promise.resolve(),
      close: () => undefined,
    };
    const prepare = prepareLeadMails({ database: () => database, siteUrl, mailFrom: undefined, hasBooking: false });
    expect(await deliverDue({ database, transport, prepare, log: createLog('silent') })).toBe(2);
    const { rows } = await database.pool.query(
      'SELECT FROM jobs WHERE failed_at IS NOT NULL OR last_error IS NOT NULL',
    );
    expect(rows).toEqual([]);
  });

  test('a response is due after 24 hours of working days, or 2 office hours', async () => {
    const [contact, consultation] = [person(), person()];
    await send({ values: contact });
    await send({ form: 'consultation', values: consultation });
    const due = async ({ email }: { email: string }) => {
      const [lead] = await byEmail(email);
      return { from: new Date(assertDefined(lead).receivedAt), at: new Date(assertDefined(lead?.dueAt)) };
    };
    const first = await due(contact);
    const hours = officeHoursFrom(first.from, 24 * 60, wholeDays).map((time) => time.getTime());
    const open = hours.reduce(
      (sum, time, at) => sum + (at % 2 === 0 ? 0 : Math.min(time, first.at.getTime()) - assertDefined(hours[at - 1])),
      0,
    );
    expect(open).toBe(24 * 60 * 60 * 1000);
    const second = await due(consultation);
    expect(second.at).toEqual(addMinutes('office', second.from, 120));
  });

  test('a text that others send makes the first of them doubtful too, unless staff have read it', async () => {
    const text = `Nous proposons la refonte complète de votre site ${randomUUID().replaceAll(/\d/g, 'z')}`;
    const [first, second] = [person(), person()];
    await send({ values: { ...first, message: text }, more: { proof: await proofOf() } });
    expect(await byEmail(first.email)).toMatchObject([{ verdict: 'clean' }]);
    // Oneself, once more.
    await send({ values: { ...first, message: text }, more: { proof: await proofOf() } });
    expect(await byEmail(first.email)).toMatchObject([{ verdict: 'clean' }, { verdict: 'clean' }]);
    await asOperator(database, (tx) =>
      tx.execute(
        sql`UPDATE leads SET status = 'read' WHERE id = (SELECT id FROM leads WHERE email = ${first.email} ORDER BY received_at LIMIT 1)`,
      ),
    );
    await send({
      values: { ...second, message: `${text.toUpperCase().toLowerCase()} 2` },
      more: { proof: await proofOf() },
    });
    expect(await byEmail(second.email)).toMatchObject([{ verdict: 'doubtful', reasons: ['same_text'] }]);
    expect(await byEmail(first.email)).toMatchObject([{ verdict: 'clean' }, { verdict: 'doubtful', version: 2 }]);
  });
});
