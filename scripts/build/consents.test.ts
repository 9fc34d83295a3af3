import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashToken } from '#api/lib/hash-token.ts';
import { readConsents } from '#modules/leads/server/consents.ts';
import { consentForms } from '#contract/leads.ts';
import { describeConsents } from './consents.ts';

test('every form has a notice of its own, whose hash is that of its text', async () => {
  const consents = await describeConsents();
  expect(consents.map(({ form }) => form)).toEqual([...consentForms]);
  expect(new Set(consents.map(({ hash }) => hash)).size).toBe(consentForms.length);
  for (const { form, hash, text } of consents) {
    expect(hash).toBe(hashToken(text));
    // The form in the footer is short: the policy says the rest.
    expect(text).toContain(form === 'newsletter' ? 'politique de confidentialité' : 'Durée de conservation');
    expect(text).not.toContain('JavaScript');
    // Pages are rendered with them, and name the same hash.
    expect(text).not.toMatch(/[\u00a0\u2011]/);
  }
});

test('a server reads what a build wrote, and says what to do about anything else', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'consents-')), 'consents.json');
  await expect(readConsents(file)).rejects.toThrow('run npm run build again');
  writeFileSync(file, '[{"form":"contact"}]');
  await expect(readConsents(file)).rejects.toThrow('run npm run build again');
  const consents = await describeConsents();
  writeFileSync(file, JSON.stringify(consents));
  expect(await readConsents(file)).toEqual(consents.map((one) => ({ ...one, builtHash: one.hash })));
});
