import { z } from 'zod';
import { mailLinkSchema, membershipSchema, resetPasswordSchema } from './auth.ts';
import { email, line, moment, visibleText } from './fields.ts';
import { languages } from './languages.ts';
import { hasVisibleText, maxCompanyNameLength, maxTicketDescriptionLength } from './limits.ts';
import { personName } from './profile.ts';
import { customerRoles } from './roles.ts';

/** At least one role, each once, in the order in which they are listed. */
const chosenRoles = z
  .array(z.enum(customerRoles))
  .min(1, 'Please choose at least one role.')
  .max(20)
  .transform((chosen) => customerRoles.filter((role) => chosen.includes(role)));

const { roles } = membershipSchema.shape;

export const switchCustomerSchema = z.strictObject({ customerId: z.uuid() });

export const peopleSchema = z.object({
  members: z.array(
    z.object({
      userId: z.uuid(),
      email: z.string(),
      name: z.string().meta({ description: 'The email address until the user gave a name' }),
      roles,
      isYou: z.boolean(),
      createdAt: moment.meta({ description: 'Since when they belong to the customer' }),
      lastSignedInAt: moment.nullable(),
    }),
  ),
  invitations: z
    .array(
      z.object({
        id: z.uuid(),
        email: z.string(),
        roles,
        createdAt: moment.meta({ description: 'When the last mail was sent' }),
        expiresAt: moment,
        isExpired: z.boolean(),
      }),
    )
    .meta({ description: 'Invitations that were not accepted yet' }),
});
export type People = z.infer<typeof peopleSchema>;

export const inviteSchema = z.strictObject({
  email,
  roles: chosenRoles,
  language: z
    .enum(languages)
    .meta({ description: 'For a person without an account. Default: as the last invitation, or as the request' })
    .optional(),
});
export type Invite = z.infer<typeof inviteSchema>;
export const changeRolesSchema = z.strictObject({ userId: z.uuid(), roles: chosenRoles });
export type ChangeRoles = z.infer<typeof changeRolesSchema>;
export const removeMemberSchema = z.strictObject({ userId: z.uuid() });
export const invitationIdSchema = z.strictObject({ id: z.uuid() });

/** What the page behind the link of an invitation shows. */
export const invitationLinkSchema = z.object({
  email: z.string(),
  customer: z.string(),
  roles,
  hasAccount: z
    .boolean()
    .meta({ description: 'Whether to sign in with this email address and accept, instead of choosing a password' }),
});
export type InvitationLink = z.infer<typeof invitationLinkSchema>;

export const invitationTokenSchema = mailLinkSchema;
/** For an email address without an account: creates it. */
export const acceptInvitationSchema = resetPasswordSchema
  .omit({ removePasskeys: true })
  .extend({ name: personName.optional() });
export type AcceptInvitation = z.infer<typeof acceptInvitationSchema>;

/** What a user without a customer writes. */
export const staffMessageSchema = z.strictObject({
  company: line(maxCompanyNameLength).trim().refine(hasVisibleText, 'Please enter the name of your company.'),
  body: visibleText(maxTicketDescriptionLength, 'Please write a message.'),
});
export type StaffMessage = z.infer<typeof staffMessageSchema>;
