import { z } from 'zod';
import { changeRolesSchema, inviteSchema, invitationIdSchema, peopleSchema, removeMemberSchema } from './people.ts';
import { reasonSchema } from './desk-records.ts';

const ofCustomer = { customerId: z.uuid() };

export const deskPeopleSchema = peopleSchema.extend({
  members: z.array(
    peopleSchema.shape.members.element.omit({ isYou: true }).extend({
      hasSecondFactor: z.boolean(),
      isLocked: z.boolean(),
    }),
  ),
});
export type DeskPeople = z.infer<typeof deskPeopleSchema>;

export const deskInviteSchema = inviteSchema.extend(ofCustomer);
export const deskInvitationIdSchema = invitationIdSchema.extend(ofCustomer);
export const deskChangeRolesSchema = changeRolesSchema.extend(ofCustomer);
export const deskRemoveMemberSchema = removeMemberSchema.extend(ofCustomer);

export const removeFactorsSchema = removeMemberSchema.extend({ ...ofCustomer, reason: reasonSchema });
export type RemoveFactors = z.infer<typeof removeFactorsSchema>;
