import { z } from 'zod';
import { userSchema } from './auth.ts';
import { email, moment, storable } from './fields.ts';
import { longestPassword } from './limits.ts';

/** How long after a password or a passkey was given an account may be changed without another. */
export const confirmedMinutes = 10;

export const needsCodeSchema = z.object({ needsCode: z.literal(true) });
/** Either the sign-in is done, or a code of the second factor is still to come. */
export const signInAnswerSchema = z.union([userSchema, needsCodeSchema]);
export type SignInAnswer = z.infer<typeof signInAnswerSchema>;

// Authenticators show it in two groups, and people type what they see.
const code = z
  .string()
  .max(40)
  .transform((given) => given.replaceAll(/\s/g, ''));

export const signInCodeSchema = z.strictObject({ kind: z.enum(['totp', 'recovery']), code });
export const totpCodeSchema = z.strictObject({ code });
export type SignInCode = z.infer<typeof signInCodeSchema>;

export const confirmSchema = z.strictObject({
  password: z.string().min(1, 'Please enter your password.').max(longestPassword),
  second: signInCodeSchema.optional().meta({ description: 'Required where codes from an authenticator are on' }),
});
export type Confirm = z.infer<typeof confirmSchema>;
export const changeEmailSchema = z.strictObject({ newEmail: email });

export const totpStartSchema = z.object({
  uri: z.string().meta({ description: 'For an authenticator, as a QR code' }),
  secret: z.string().meta({ description: 'The same, to be typed' }),
});
export type TotpStart = z.infer<typeof totpStartSchema>;

export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

/** What WebAuthn makes of it is the browser's and the library's matter. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
export const passkeyAnswerSchema = z.strictObject({
  response: z.looseObject({
    id: z.string().min(1).max(2000).refine(storable),
    rawId: z.string().min(1).max(2000).refine(storable),
    type: z.literal('public-key'),
    response: z.record(z.string(), z.unknown()),
  }),
});
export const newPasskeySchema = passkeyAnswerSchema.extend({
  name: z.string().trim().min(1).max(100).refine(storable),
});
export const removePasskeySchema = z.strictObject({ id: z.uuid() });
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const securitySchema = z.object({
  email: z.string(),
  hasTotp: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: moment })),
  confirmedUntil: moment.nullable().meta({ description: 'Until when the account may be changed without a password' }),
});
export type Security = z.infer<typeof securitySchema>;
