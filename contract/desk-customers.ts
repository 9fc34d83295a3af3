import { z } from 'zod';

import { customerSchema } from './customers.ts';
import { email, line, moment, sum } from './fields.ts';

import { listQuery, pageOf } from './lists.ts';

import { deskCustomerSorts } from './staff.ts';
import { readSiren } from './siren.ts';

const count = z.number().int().nonnegative();

export const totalOverdue = sum.meta({
  description: 'Left of the unpaid invoices that were due before today, in Nice',
});

export const listedCustomerSchema = customerSchema.required({ risk: true, totalOutstanding: true }).extend({
  siren: z.string().nullable(),
  createdAt: moment,
  totalOverdue,
  openTickets: count
    .nullable()
    .meta({ description: 'All that are not closed, as the portal counts them; null without `support`' }),
});
export type ListedCustomer = z.infer<typeof listedCustomerSchema>;

export const deskCustomersQuery = listQuery(deskCustomerSorts).omit({ status: true });
export const deskCustomersPage = pageOf(listedCustomerSchema);

export const deskCustomerSchema = listedCustomerSchema.extend({
  counts: z.object({
    invoices: count,
    contracts: count,
    payments: count,
    licenses: count,
    tickets: count.nullable().meta({ description: 'Null without `support`' }),
    people: count.nullable().meta({ description: 'Null without `accounts`' }),
  }),
});
export type DeskCustomer = z.infer<typeof deskCustomerSchema>;

const customerName = line(200).trim().min(1, 'Please enter a name.');
const customerFields = {
  contact: line(200).trim().nullable(),
  email: email.nullable(),
  phone: line(50).trim().nullable(),
  siren: line(20)
    .transform((written, context) => {
      const siren = readSiren(written);
      if (siren === undefined) context.addIssue('This is not a SIREN: it has nine digits.');
      return siren ?? z.NEVER;
    })
    .nullable()
    .meta({ description: 'Nine digits, which may be grouped' }),
  risk: line(50).trim().min(1),
};
export const newCustomerSchema = z.strictObject({
  name: customerName,
  contact: customerFields.contact.default(null),
  email: customerFields.email.default(null),
  phone: customerFields.phone.default(null),
  siren: customerFields.siren.default(null),
  risk: customerFields.risk.default('low'),
});
export type NewCustomer = z.infer<typeof newCustomerSchema>;
/** Fields that are missing keep their value. */
export const changeCustomerSchema = z
  .strictObject({ id: z.uuid(), name: customerName, ...customerFields })
  .partial()
  .required({ id: true });
export type ChangeCustomer = z.infer<typeof changeCustomerSchema>;
