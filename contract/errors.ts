import { z } from 'zod';
import { maxPasswordLength, minPasswordLength } from './limits.ts';

/** The codes of error responses. They are stable: a message may be reworded, a code may not. */
export const errorCodes = [
  'bad_request',
  'invalid_request',
  'invalid_email',
  'invalid_name',
  'invalid_characters',
  'invalid_cursor',
  'unauthorized',
  'forbidden',
  'forbidden_origin',
  'not_found',
  'not_linked',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
  'second_factor_required',
  'desk_session_expired',
  'read_only',
  'changed_meanwhile',
  'customer_changed',
  'rating_closed',
  'period_too_long',
  'unknown_colleague',
  'other_customer',
  'plan_changed',
  'name_taken',
  'invalid_file',
  'file_empty',
  'file_type_not_allowed',
  'file_type_mismatch',
  'file_pending',
  'file_infected',
  'file_missing',
  'storage_full',
  'quota_exceeded',
  'unknown_recipient',
  'unknown_mention',
  'last_owner',
  'already_member',
  'own_access',
  'too_many_people',
  'too_many_tags',
  'too_many_keys',
  'cursor_expired',
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
  'slot_taken',
  'proof_required',
  'appointment_over',
  'too_many_appointments',
  'too_many_requests',
  'invalid_credentials',
  'invalid_password',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_is_email',
  'password_contains_company_name',
  'invalid_token',
  'account_exists',
  'email_reserved',
  'invalid_code',
  'code_required',
  'sign_in_expired',
  'confirmation_required',
  'passkey_required',
  'enrolment_code_required',
  'invalid_enrolment_code',
  'last_factor',
  'two_passkeys_required',
  'password_disabled',
  'staff_member',
  'factor_exists',
  'factor_missing',
  'passkey_rejected',
  'too_many_passkeys',
  'same_email',
  'server_busy',
  'internal_error',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Messages of validation that users need to tell apart, by their codes. Other invalid input is `invalid_request`. */
export const validationMessages = {
  invalid_email: 'Please enter a valid email address.',
  invalid_name: 'Please enter your name.',
  invalid_characters:
    'This text contains an invisible character that cannot be stored. Please type it instead of pasting it.',
  invalid_token: 'This link is no longer valid. Please ask for a new one.',
  password_too_short: `Password must be at least ${minPasswordLength} characters.`,
  password_too_long: `Password must be at most ${maxPasswordLength} characters.`,
} as const satisfies Partial<Record<ErrorCode, string>>;

const codesOfMessages = new Map<string, string>(
  Object.entries(validationMessages).map(([code, message]) => [message, code]),
);
export const validationCodeOf = (message: string) => codesOfMessages.get(message) ?? 'invalid_request';

/** Why a new password is rejected. */
export const weakPasswordCodes = [
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_is_email',
  'password_contains_company_name',
] as const satisfies ErrorCode[];

export const errorSchema = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string().meta({ description: 'A sentence in English, fit to be shown' }),
  }),
  current: z
    .unknown()
    .optional()
    .meta({ description: 'With changed_meanwhile and plan_changed: the current state, as the route returns it' }),
});
