import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import { newPassword, userSchema } from './auth.ts';
import { email, isStorable, line, moment } from './fields.ts';
import { maxCodeLength, maxPasskeyNameLength, maxPasswordLength } from './limits.ts';

/** How long a confirmation by password or passkey allows changes to the account. */
export const confirmedMinutes = 10;

const enrolmentCode = z
  .string()
  .max(maxCodeLength)
  .optional()
  .meta({ description: 'Required of staff who have no second factor' });
export const enrolmentSchema = z.strictObject({ enrolmentCode });
export type Enrolment = z.infer<typeof enrolmentSchema>;

export const needsCodeSchema = z.object({ needsCode: z.literal(true) });
/** Either the user is signed in, or a code of the second factor is required. */
export const signInResponseSchema = z.union([userSchema, needsCodeSchema]);
export type SignInResponse = z.infer<typeof signInResponseSchema>;

// Authenticators show codes in two groups, and people type the space.
const code = z
  .string()
  .max(maxCodeLength)
  .transform((typed) => typed.replaceAll(/\s/g, ''));

export const signInCodeSchema = z.strictObject({ kind: z.enum(['totp', 'recovery']), code });
export const newTotpSchema = z.strictObject({ code, enrolmentCode });
export type NewTotp = z.infer<typeof newTotpSchema>;
export type SignInCode = z.infer<typeof signInCodeSchema>;

export const confirmSchema = z.strictObject({
  password: z.string().min(1, 'Please enter your password.').max(maxPasswordLength),
  second: signInCodeSchema.optional().meta({ description: 'Required where codes from an authenticator are on' }),
});
export type Confirm = z.infer<typeof confirmSchema>;
export const enablePasswordSchema = z.strictObject({ newPassword });
export const changeEmailSchema = z.strictObject({ newEmail: email });

export const totpStartSchema = z.object({
  uri: z.string().meta({ description: 'For an authenticator, shown as a QR code' }),
  secret: z.string().meta({ description: 'The same secret, to be typed' }),
});
export type TotpStart = z.infer<typeof totpStartSchema>;

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** Options and responses of WebAuthn, which the browser and the auth library validate in full. */
const passkeyOptions = z.looseObject({ challenge: z.string() });
// JSON cannot hold the buffers that the type allows in extensions, and we use none.
type PlainJson<Options extends { extensions?: unknown }> = Omit<Options, 'extensions'>;
export const passkeyCreationOptionsSchema = passkeyOptions as unknown as z.ZodType<
  PlainJson<PublicKeyCredentialCreationOptionsJSON>
>;
export const passkeyRequestOptionsSchema = passkeyOptions as unknown as z.ZodType<
  PlainJson<PublicKeyCredentialRequestOptionsJSON>
>;
export const passkeyResponseSchema = z.strictObject({
  response: z
    .object({
      id: z.string().min(1).max(2000).refine(isStorable),
      rawId: z.string().min(1).max(2000).refine(isStorable),
      type: z.literal('public-key'),
      response: z.record(z.string(), z.any()),
    })
    .catchall(z.any()),
});
export const newPasskeySchema = passkeyResponseSchema.extend({
  enrolmentCode,
  name: line(maxPasskeyNameLength).trim().min(1),
});
export const removePasskeySchema = z.strictObject({ id: z.uuid() });
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptionsSchema>;
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const securitySchema = z.object({
  email: z.string(),
  hasTotp: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: moment })),
  needsEnrolmentCode: z.boolean().meta({
    description: 'Whether adding a factor needs the code that an operator handed over: for staff without one',
  }),
  hasPassword: z.boolean().meta({ description: 'False where the user disabled signing in with a password' }),
  confirmedUntil: moment
    .nullable()
    .meta({ description: 'Until when the account can be changed without another confirmation' }),
});
export type Security = z.infer<typeof securitySchema>;
