import { z } from 'zod';
import { moment } from './fields.ts';
import { staffPermissions } from './staff.ts';

// The staff's API, below /api/desk. Without a staff session every route is a 404; a staff member who signed in without a
// second factor gets 403 second_factor_required, after 12 hours 403 desk_session_expired, and without the permission 403
// forbidden. A 409 with the code changed_meanwhile or plan_changed carries the current state in `current`.

export const deskIdQuery = z.strictObject({ id: z.uuid() });
export const deskCustomerIdQuery = z.strictObject({ customerId: z.uuid() });

export const deskMeSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  permissions: z.array(z.enum(staffPermissions)),
  endsAt: moment.meta({ description: 'When the desk needs a new sign-in' }),
  viewing: z
    .object({ customerId: z.uuid(), name: z.string() })
    .nullable()
    .meta({ description: 'The customer as whom this session sees the portal' }),
  hasLeads: z.boolean().meta({ description: 'Whether public forms deliver leads' }),
});
export type DeskMe = z.infer<typeof deskMeSchema>;

export const deskStaffSchema = z.object({
  staff: z.array(
    z.object({
      userId: z.uuid(),
      name: z.string(),
      permissions: z.array(z.enum(staffPermissions)),
      isActive: z.boolean(),
    }),
  ),
});
export type DeskStaff = z.infer<typeof deskStaffSchema>;

export const viewAsSchema = z.strictObject({ customerId: z.uuid() });
