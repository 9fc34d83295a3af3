import { z } from 'zod';

/** The codes of error responses. They are stable: a message may be reworded, a code may not. */
export const errorCodes = [
  'bad_request',
  'invalid_request',
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
  'tag_vocabulary_full',
  'too_many_requests',
  'invalid_credentials',
  'invalid_password',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'password_is_email',
  'password_contains_company_name',
  'invalid_token',
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

/** Why a new password is rejected. */
export const weakPasswordCodes = [
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
