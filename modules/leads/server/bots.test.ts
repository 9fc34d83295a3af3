import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '#api/lib/log.ts';
import { createWebServer } from '#main/server/create-server.ts';
import { courseMessages } from '#content/form-choices.ts';
import type { LeadForm, LeadVerdict } from '#contract/leads.ts';
import { siteUrl } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { encodeProof, leadsTo, newNetwork, proofOf, setUpLeads } from '#tests/support/leads.ts';

const words = 'audit sauvegarde réseau serveur messagerie licence poste agence comptable dirigeant projet devis'.split(
  ' ',
);
const arabicWords = 'تونس الرباط الجزائر صفاقس مراكش وهران سوسة فاس قسنطينة طنجة نيس'.split(' ');
/** A number in letters: texts are compared without digits. */
const inLetters = (nth: number) => Array.from(String(nth), (digit) => 'abcdefghij'[Number(digit)]).join('');
/** A text that nobody else has written. */
const ownText = (nth: number) =>
  `Bonjour, notre ${words[nth % 12]} pose problème depuis ${words[(nth * 5 + 1) % 12]} : ${String.fromCodePoint(97 + (nth % 26)).repeat(3)} ${words[(nth * 7 + 3) % 12]} dossier ${inLetters(nth)}. Merci de nous rappeler, bureau ${words[(nth >> 3) % 12]} ${words[(nth >> 1) % 12]}.`;
const copied = 'Boostez votre visibilité : nous plaçons votre entreprise en tête des résultats en trente jours.';

/** A proof whose signed moment was moved a minute back. */
async function forgedProof(): Promise<string> {
  const json = Buffer.from(await proofOf(1), 'base64').toString();
  const payload = JSON.parse(json) as { challenge: { parameters: { data: { touchedAt: number } } }; solution: object };
  payload.challenge.parameters.data.touchedAt -= 60_000;
  return encodeProof(payload.challenge, payload.solution);
}

// `BOT_RUNS=200` makes it a thousand, and prints the table.
const runs = Number(process.env['BOT_RUNS'] || 6);

describeApi({ settings: { leads: 'deliver', leadsTo } }, async ({ engine, database, api }) => {
  const { hashes, person, bodyOf, stored } = await setUpLeads(database, api);
  // Over HTTP, on loopback: bodies, headers and connections as a program sends them.
  const { server } = createWebServer({
    app: api,
    site: undefined,
    settings: { siteUrl, trustProxy: 1 },
    log: createLog('silent'),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;

  interface Submission {
    form?: LeadForm;
    values?: Record<string, string>;
    proof?: string;
    isPlain?: boolean;
    ipAddress?: string;
  }
  async function submit(email: string, { form = 'contact', values = {}, proof, isPlain, ipAddress }: Submission) {
    const all = { ...person(), email, ...values };
    const page = form === 'checklist' ? '/' : `/${form}`;
    const response = await fetch(`http://127.0.0.1:${port}/api/leads`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        Origin: siteUrl,
        'X-Forwarded-For': ipAddress ?? newNetwork(),
        'Content-Type': isPlain === true ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(isPlain !== true && { 'Idempotency-Key': randomUUID() }),
      },
      body:
        isPlain === true
          ? new URLSearchParams({ form, page, consent: hashes[form], ...all }).toString()
          : JSON.stringify(bodyOf(form, all, { proof })),
    });
    await response.body?.cancel();
    expect(response.status).toBe(isPlain === true ? 303 : 201);
  }

  /** The verdicts of a number of submissions, each of another person. */
  async function verdictsOf(times: number, make: (nth: number) => Submission | Promise<Submission>) {
    const emails = new Set(Array.from({ length: times }, () => person().email));
    for (const [nth, email] of [...emails].entries()) await submit(email, await make(nth));
    const verdicts: Record<LeadVerdict, number> = { clean: 0, doubtful: 0, spam: 0 };
    for (const { email, verdict } of await stored()) if (emails.has(email)) verdicts[verdict] += 1;
    return verdicts;
  }

  test('no bot of five kinds is clean', { timeout: 600_000 }, async () => {
    const replayed = await proofOf();
    // Its first use is genuine.
    await submit(person().email, { values: { message: ownText(0) }, proof: replayed });
    const table = {
      'no JavaScript': await verdictsOf(runs, (nth) => ({ values: { message: ownText(nth) }, isPlain: true })),
      'replayed proof': await verdictsOf(runs, (nth) => ({
        values: { message: ownText(1000 + nth) },
        proof: replayed,
      })),
      'forged time': await verdictsOf(runs, async (nth) => ({
        values: { message: ownText(2000 + nth) },
        proof: await forgedProof(),
      })),
      'copied text': await verdictsOf(runs, async (nth) => ({
        values: { message: `${copied} Réf. ${nth}` },
        proof: await proofOf(),
      })),
      'distributed addresses': await verdictsOf(runs, async (nth) => ({
        values: { message: ownText(3000 + nth) },
        proof: await proofOf(0),
      })),
    };
    if (process.env['BOT_RUNS']) process.stdout.write(`${engine} ${JSON.stringify(table, null, 1)}\n`);
    for (const verdicts of Object.values(table)) {
      expect(verdicts.clean).toBe(0);
      expect(verdicts.doubtful + verdicts.spam).toBe(runs);
    }
  });

  const course = (form: 'contact' | 'consultation') => courseMessages[form].replace('%s', 'ISO 27001 Lead Implementer');
  /** What people send: in their own words, or in ours. */
  const written: ((nth: number) => Submission)[] = [
    (nth) => ({ values: { message: ownText(5000 + nth) } }),
    () => ({ values: { message: course('contact'), service: 'other' } }),
    (nth) => ({ values: { message: `${course('contact')} ${nth} personnes, au printemps` } }),
    (nth) => ({
      values: {
        name: 'كريم بن علي',
        message: `نريد تدقيقا أمنيا لمكتبنا في ${arabicWords[nth % 11]} ${arabicWords[(nth * 3 + 1) % 11]}`,
      },
    }),
    (nth) => ({ values: { message: `Notre site : https://www.massena.example. ${ownText(6000 + nth)}` } }),
    () => ({ form: 'checklist', values: { service: 'cybersecurity' } }),
    () => ({ form: 'checklist' }),
    (nth) => ({
      form: 'audit',
      values: { phone: '+33 4 65 71 00 06', agreeTerms: 'true', currentChallenges: ownText(7000 + nth) },
    }),
    () => ({ form: 'consultation', values: { additionalInfo: course('consultation'), meetingType: 'video' } }),
    () => ({ form: 'consultation' }),
  ];

  test('50 people are clean: of one office, in Arabic, with their site, slow, or with our own words', async () => {
    const office = newNetwork();
    const verdicts = await verdictsOf(50, async (nth) => ({
      ...written[nth % written.length]?.(nth),
      ...(nth < 8 && { ipAddress: office }),
      // From 4 seconds to the 20 hours of a page that stayed open.
      proof: await proofOf(nth === 49 ? 20 * 3600 : 4 + nth * 45),
    }));
    if (process.env['BOT_RUNS']) process.stdout.write(`${engine} people ${JSON.stringify(verdicts)}\n`);
    expect(verdicts).toEqual({ clean: 50, doubtful: 0, spam: 0 });
  });
});
