import { z } from 'zod';
import { validationMessages } from './errors.ts';
import { line, moment } from './fields.ts';
import { hasVisibleText, maxPersonNameLength } from './limits.ts';

/** A name that looks like an email address could pass for somebody else's. */
export const personName = line(maxPersonNameLength)
  .trim()
  .refine((name) => hasVisibleText(name) && !name.includes('@'), validationMessages.invalid_name);

export const profileSchema = z.object({
  email: z.string(),
  name: z.string().nullable().meta({ description: 'Shown instead of the email address; null until the user gave one' }),
});
export type Profile = z.infer<typeof profileSchema>;

export const changeProfileSchema = z.strictObject({ name: personName });
export type ChangeProfile = z.infer<typeof changeProfileSchema>;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** Rows by the name of their table. */
export const tablesSchema = z.record(z.string(), z.array(z.record(z.string(), cell)));
export const ownDataSchema = z.object({ exportedAt: moment, tables: tablesSchema });
export type OwnData = z.infer<typeof ownDataSchema>;
