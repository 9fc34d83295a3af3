import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Database } from '#api/db/connect.ts';
import { fillContact } from '#api/lib/company.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { consentForms, hashConsent } from '#contract/leads.ts';

/** What the form of a build tells visitors about their data, and its hash. */
const consentsSchema = z.array(
  z.strictObject({ form: z.enum(consentForms), hash: z.string().length(43), text: z.string().min(1) }),
);
export type Consent = z.infer<typeof consentsSchema>[number];
/** As this company's pages show it. `builtHash` is the one that the build has in its place. */
export type OwnConsent = Consent & { builtHash: string };

/** The file that a build with LEADS=deliver has. */
export const consentsFile = 'consents.json';

export async function readConsents(path: string): Promise<OwnConsent[]> {
  try {
    const consents = consentsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return await Promise.all(
      consents.map(async ({ form, hash: builtHash, text: built }) => {
        const text = fillContact(built);
        return { form, builtHash, text, hash: await hashConsent(text) };
      }),
    );
  } catch {
    throw new OperatorError(`The build has no readable ${path}, which LEADS=deliver needs: run npm run build again.`);
  }
}

/** Texts of earlier builds stay: leads name their hashes, and a page that was opened before an update sends one. */
export async function saveConsents({ pool }: Pick<Database, 'pool'>, consents: readonly Consent[]): Promise<void> {
  for (const { hash, form, text } of consents)
    await pool.query('SELECT save_consent_text($1, $2, $3)', [hash, form, text]);
}
