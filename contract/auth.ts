import { z } from 'zod';
import { validationMessages } from './errors.ts';
import { email, moment } from './fields.ts';
import { arabicRegions, languages } from './languages.ts';
import { maxPasswordLength, minPasswordLength } from './limits.ts';
import { customerRoles } from './roles.ts';

const { password_too_short: tooShort, password_too_long: tooLong, invalid_token: linkInvalid } = validationMessages;

export const passwordTooCommon =
  'This password is among the most common ones, which are tried first. Please choose another.';
export const passwordContainsCompanyName =
  'Your password must not be our name, our domain or one of our services. Please choose another.';
export const passwordIsEmail = 'Your password must not be your email address. Please choose another.';

export const newPassword = z.string().min(minPasswordLength, tooShort).max(maxPasswordLength, tooLong);
const enteredPassword = z.string().min(1, 'Please enter your password.').max(maxPasswordLength, tooLong);

export const signUpSchema = z.strictObject({ email, password: newPassword });
export const signInSchema = z.strictObject({ email, password: enteredPassword });
export const emailOnlySchema = z.strictObject({ email });
export const resetPasswordSchema = z.strictObject({
  token: z.string().regex(/^[\w-]{1,200}$/, linkInvalid),
  newPassword,
  removePasskeys: z.boolean().optional(),
});
export const resetLinkTokenSchema = resetPasswordSchema.pick({ token: true });
export const resetLinkSchema = z.object({
  email: z.string(),
  isFirst: z.boolean().meta({ description: 'Whether nobody has signed in yet, as after an invitation' }),
  passkeys: z.int().nonnegative(),
});
/** The token that a link in an email carries in its fragment. */
export const mailLinkSchema = z.strictObject({ token: z.string().regex(/^[\w.-]{1,2000}$/, linkInvalid) });
export const verifyEmailSchema = mailLinkSchema.extend({ password: enteredPassword });
export const changePasswordSchema = z.strictObject({ currentPassword: enteredPassword, newPassword });
export const revokeSessionSchema = z.strictObject({ id: z.uuid() });

export type SignUp = z.infer<typeof signUpSchema>;
export type SignIn = z.infer<typeof signInSchema>;
export type ResetPassword = z.infer<typeof resetPasswordSchema>;
export type ResetLink = z.infer<typeof resetLinkSchema>;
export type VerifyEmail = z.infer<typeof verifyEmailSchema>;
export type ChangePassword = z.infer<typeof changePasswordSchema>;

export const userSchema = z.object({ id: z.uuid(), email: z.string() });
export type User = z.infer<typeof userSchema>;

export const doneSchema = z.object({ status: z.literal('ok') });

/** A customer that the user belongs to. */
export const membershipSchema = z.object({
  customerId: z.uuid(),
  name: z.string(),
  roles: z.array(z.enum(customerRoles)),
  country: z.enum(arabicRegions).nullable().meta({ description: 'Decides how Arabic names months' }),
});
export type Membership = z.infer<typeof membershipSchema>;

/** The current session, with what the portal needs before its first render. */
const sessionSchema = z.object({
  user: userSchema,
  session: z.object({ expiresAt: moment }),
  isStaff: z.boolean().meta({ description: 'Whether the user works at the desk' }),
  customerId: z.uuid().nullable().meta({ description: 'The active customer, one of the memberships' }),
  isViewing: z.boolean().meta({
    description: 'Whether a staff member sees the portal as this customer, without being able to change it',
  }),
  memberships: z.array(membershipSchema).meta({ description: 'The customers that the user belongs to' }),
  isRiskHidden: z.boolean().meta({ description: 'Whether the portal hides risk scores' }),
  language: z.enum(languages).nullable().meta({ description: 'The language that the user chose' }),
  currency: z.string().length(3).meta({ description: 'The currency of every amount (ISO 4217)', example: 'USD' }),
});
export type Session = z.infer<typeof sessionSchema>;
/** Said once: the response also clears the cookie. */
const endedSessionSchema = z.object({
  ended: z.literal('security').meta({ description: 'The session ended because the security of the account changed' }),
});
export const sessionResponseSchema = z.union([sessionSchema, endedSessionSchema]).nullable();
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

export const openSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      isCurrent: z.boolean(),
      signedInAt: moment,
      lastUsedAt: moment.meta({ description: 'At most a few minutes late' }),
      expiresAt: moment,
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      browser: z.string().nullable(),
      system: z.string().nullable(),
    }),
  ),
});
export type OpenSessions = z.infer<typeof openSessionsSchema>;
