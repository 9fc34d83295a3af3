import { expect, test } from 'vitest';
import { describeApi } from '#tests/support/fixtures.ts';
import { encodeProof, leadsTo, newNetwork, proofOf, setUpLeads } from '#tests/support/leads.ts';

const words = 'audit sauvegarde réseau serveur messagerie licence poste agence comptable dirigeant projet devis'.split(
  ' ',
);
const arabicWords = 'تونس الرباط الجزائر صفاقس مراكش وهران سوسة فاس قسنطينة طنجة نيس'.split(' ');
/** A text that nobody else has written. */
const ownText = (nth: number) =>
  `Bonjour, notre ${words[nth % 12]} pose problème depuis ${words[(nth * 5 + 1) % 12]} : ${String.fromCodePoint(97 + (nth % 26)).repeat(3)} ${words[(nth * 7 + 3) % 12]} numéro ${nth}. Merci de nous rappeler, bureau ${words[(nth >> 3) % 12]} ${words[(nth >> 1) % 12]}.`;

describeApi({ both: true, settings: { leads: 'deliver', leadsTo } }, async ({ database, api }) => {
  const { hashes, person, send, sendPlain, byEmail } = await setUpLeads(database, api);

  /** The verdicts of so many submissions of one kind. */
  async function verdictsOf(times: number, submit: (nth: number, email: string) => Promise<{ status: number }>) {
    const verdicts: Record<string, number> = {};
    const emails: string[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      const { email } = person();
      emails.push(email);
      expect((await submit(nth, email)).status).toBeLessThan(400);
    }
    for (const email of emails)
      for (const { verdict } of await byEmail(email)) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    return verdicts;
  }

  // `BOT_RUNS=200` makes it a thousand.
  const runs = Number(process.env['BOT_RUNS'] ?? 6);

  test('no bot of five kinds is clean', async () => {
    const replayed = await proofOf();
    const forged = async () => {
      const [json] = [Buffer.from(await proofOf(1), 'base64').toString()];
      const payload = JSON.parse(json) as {
        challenge: { parameters: { data: { touchedAt: number } } };
        solution: object;
      };
      payload.challenge.parameters.data.touchedAt -= 60_000;
      return encodeProof(payload.challenge, payload.solution);
    };
    const copied = 'Boostez votre visibilité : nous plaçons votre entreprise en tête des résultats en trente jours.';
    // The first of a replayed proof is a proof.
    await send({ values: { message: ownText(0) }, more: { proof: replayed } });
    const table = {
      'no JavaScript': await verdictsOf(runs, (nth, email) =>
        sendPlain({
          form: 'contact',
          page: '/contact',
          consent: hashes.contact,
          ...person(),
          email,
          message: ownText(nth),
        }),
      ),
      'replayed proof': await verdictsOf(runs, (nth, email) =>
        send({ values: { email, message: ownText(1000 + nth) }, more: { proof: replayed } }),
      ),
      'forged time': await verdictsOf(runs, async (nth, email) =>
        send({ values: { email, message: ownText(2000 + nth) }, more: { proof: await forged() } }),
      ),
      'copied text': await verdictsOf(runs, async (nth, email) =>
        send({ values: { email, message: `${copied} Réf. ${nth}` }, more: { proof: await proofOf() } }),
      ),
      'distributed addresses': await verdictsOf(runs, async (nth, email) =>
        send({ values: { email, message: ownText(3000 + nth) }, more: { proof: await proofOf(0) } }),
      ),
    };
    for (const verdicts of Object.values(table)) {
      expect(verdicts['clean'] ?? 0).toBe(0);
      expect((verdicts['doubtful'] ?? 0) + (verdicts['spam'] ?? 0)).toBe(runs);
    }
  });

  test('50 people are clean, some of them in one office, in Arabic, or with their site', async () => {
    const office = newNetwork();
    const verdicts = await verdictsOf(50, async (nth, email) =>
      send({
        form: nth % 5 === 0 ? 'consultation' : 'contact',
        values: {
          email,
          ...(nth % 5 === 0
            ? {
                additionalInfo: nth % 2 === 0 ? '' : `Notre site : https://www.massena.example, ${ownText(4000 + nth)}`,
              }
            : {
                message:
                  nth % 7 === 0
                    ? `نريد تدقيقا أمنيا لمكتبنا في ${arabicWords[nth % 11]} ${arabicWords[(nth * 3 + 1) % 11]}`
                    : ownText(5000 + nth),
              }),
        },
        ...(nth < 8 && { ipAddress: office }),
        more: { proof: await proofOf(3 + nth * 30) },
      }),
    );
    expect(verdicts).toEqual({ clean: 50 });
  });
});
