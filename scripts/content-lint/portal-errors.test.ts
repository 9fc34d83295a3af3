import { expect, test } from 'vitest';
import { errorTexts } from '#content/portal/fr/errors.ts';
import { errorCodes } from '#contract/errors.ts';

// The API's messages are in English. The type `ErrorTexts` makes every other language have the same codes as French.

/** Codes that only routes of the desk, of the command line and of the mail server return. */
const notInThePortal = new Set([
  'second_factor_required',
  'desk_session_expired',
  'other_customer',
  'plan_changed',
  'name_taken',
  'invalid_file',
  'unknown_recipient',
  'unknown_mention',
  'own_access',
  'too_many_tags',
  'tag_vocabulary_full',
  'proposal_exists',
  'already_active',
  'own_proposal',
  'other_iban',
  'open_alarm',
  'iban_not_active',
  'document_issued',
  'credit_exceeded',
  'invoice_not_positive',
  'due_before_issue',
  'unprintable_characters',
  'seller_siret_missing',
  'seller_vat_missing',
  'buyer_siren_missing',
  'buyer_email_missing',
  'staff_member',
  'too_many_keys',
  'cursor_expired',
  // Visitors who book a time get it on the public site.
  'proof_required',
  'too_many_appointments',
]);
const ofTheBrowser = ['offline', 'passkey_exists'];

test('every error that a user of the portal can meet has a text, and no text is for another one', () => {
  const met = [...errorCodes.filter((code) => !notInThePortal.has(code)), ...ofTheBrowser];
  expect(Object.keys(errorTexts).toSorted()).toEqual(met.toSorted());
});
