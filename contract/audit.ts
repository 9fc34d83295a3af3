import { z } from 'zod';
import { day, moment } from './fields.ts';
import { listQuery, pageOf } from './lists.ts';
import { staffReadPages } from './staff.ts';

const count = z.number().int().nonnegative();

export const deskAuditQuery = listQuery(['happenedAt'])
  .omit({ status: true, q: true })
  .extend({
    event: z
      .string()
      .regex(/^[a-z_]{1,30}(?:\.[a-z_]{1,30})?$/, 'must be an event or the part before its dot')
      .optional(),
    customerId: z.uuid().optional(),
    userId: z.uuid().optional(),
    from: day.meta({ description: 'The first day, in the time zone of the office' }).optional(),
    until: day.meta({ description: 'The last day, included' }).optional(),
  });
export const auditEventSchema = z.object({
  id: z.uuid(),
  happenedAt: moment,
  actor: z.enum(['user', 'visitor', 'operator', 'system', 'staff', 'key']),
  event: z.string(),
  outcome: z.enum(['done', 'rejected']),
  userId: z.uuid().nullable(),
  userEmail: z.string().nullable().meta({ description: 'Null if the user was deleted' }),
  customerId: z.uuid().nullable(),
  customerName: z.string().nullable(),
  entity: z.string().nullable(),
  subject: z.string().nullable().meta({ description: 'What `entity` is called today; null if it was deleted' }),
  names: z.record(z.string(), z.string()).meta({ description: 'What ids in `details` are called today' }),
  times: count,
  network: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;
export const deskAuditPage = pageOf(auditEventSchema);

export const staffReadsQuery = listQuery(['happenedAt']).pick({ limit: true, cursor: true });
export const staffReadSchema = z.object({
  id: z.uuid(),
  happenedAt: moment,
  staffName: z.string().nullable().meta({ description: 'Null if the staff member was removed' }),
  page: z.enum(staffReadPages).meta({ description: 'What was read; `portal`: the portal, as this customer sees it' }),
  entity: z.string().nullable().meta({ description: 'For a ticket, its number' }),
});
export type StaffRead = z.infer<typeof staffReadSchema>;
export const staffReadsPage = pageOf(staffReadSchema);
