import { z } from 'zod';
import { email, isStorable } from './fields.ts';
import { validationMessages } from './errors.ts';
import { honeypotField, type LeadForm, leadForms, maxLeadTextLength, maxPhoneLength, maxProofLength } from './leads.ts';
import { hasHiddenMarks, hasVisibleText, maxCompanyNameLength, maxPersonNameLength } from './limits.ts';

// Rejected rather than corrected: what these fields carry becomes part of mails.
const singleLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine(
      (value) => isStorable(value) && !hasHiddenMarks(value) && !/[\p{Cc}\u2028\u2029]/u.test(value),
      validationMessages.invalid_characters,
    );
const required = (maxLength: number) => singleLine(maxLength).refine(hasVisibleText, 'Please fill in this field.');

const longText = z
  .string()
  .max(maxLeadTextLength, `Please use at most ${maxLeadTextLength} characters.`)
  .refine(isStorable, validationMessages.invalid_characters)
  .transform((value) => value.replaceAll(/\r\n?/g, '\n'));

/** A select without a choice sends an empty text. */
const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(['', ...values]).default('');

const person = {
  name: required(maxPersonNameLength),
  company: required(maxCompanyNameLength),
  email: z.string().trim().pipe(email),
};
const phone = singleLine(maxPhoneLength).regex(/^[\d\s+().\u00a0/-]*$/, 'Please enter a phone number.');

/** product §3 and §5. Fields that a form does not have are rejected. */
export const leadValueSchemas = {
  checklist: z.strictObject({
    ...person,
    service: choice('infrastructure', 'managed', 'cybersecurity', 'microsoft', 'all'),
  }),
  contact: z.strictObject({
    ...person,
    phone: phone.default(''),
    service: choice('infrastructure', 'managed', 'cybersecurity', 'microsoft', 'consultation', 'other'),
    message: longText.refine(hasVisibleText, 'Please fill in this field.'),
  }),
  audit: z.strictObject({
    ...person,
    phone: phone.refine(hasVisibleText, 'Please fill in this field.'),
    employees: choice('1-10', '11-50', '51-100', '101-500', '500+'),
    industry: choice('accounting', 'retail', 'manufacturing', 'healthcare', 'finance', 'other'),
    priority: choice('security', 'costs', 'performance', 'compliance', 'modernization'),
    timeline: choice('asap', '1-3months', '3-6months', '6+months', 'exploring'),
    currentChallenges: longText.default(''),
    agreeTerms: z.literal('true', 'Please accept the terms.'),
  }),
  consultation: z.strictObject({
    ...person,
    phone: phone.default(''),
    consultationType: choice('infrastructure', 'cybersecurity', 'microsoft365', 'managed', 'general'),
    preferredDate: z.union([z.literal(''), z.iso.date()], 'Please choose a day.').default(''),
    preferredTime: choice('9h00-10h00', '10h30-11h30', '14h00-15h00', '15h30-16h30', '16h00-17h00'),
    meetingType: choice('video', 'phone', 'onsite'),
    additionalInfo: longText.default(''),
  }),
} satisfies Record<LeadForm, z.ZodType>;
export type LeadValues = z.output<(typeof leadValueSchemas)[LeadForm]>;

/** A path of our own site, so that nothing is redirected elsewhere. */
const page = z
  .string()
  .max(200)
  .regex(/^\/(?:[a-z\d-]+(?:\/[a-z\d-]+)*)?$/, 'Please send the path of a page of this site.');

export const newLeadSchema = z.strictObject({
  form: z.enum(leadForms),
  page,
  /** The hash of the notice that the form showed. */
  consent: z.string().regex(/^[\w-]{43}$/, 'Please send the hash of the notice.'),
  /** By name of the field; checked by the schema of the form. */
  values: z.record(z.string().max(40), z.string().max(maxLeadTextLength)).meta({
    description: 'The fields of the form by name',
  }),
  proof: z
    .string()
    .max(maxProofLength)
    .optional()
    .meta({ description: 'Base64 of {challenge, solution} as JSON; without it, the lead is doubtful' }),
  [honeypotField]: z.string().max(maxLeadTextLength).optional().meta({ description: 'Left empty by people' }),
});
export type NewLead = z.output<typeof newLeadSchema>;

/** The key is the browser's: a repeated request stores nothing twice. */
export const leadHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\w-]{8,100}$/, 'must be 8 to 100 letters, digits, - or _')
    .optional()
    .meta({
      description:
        'A random text, which JSON needs: the same request with the same key is stored once. Plain forms have none',
    }),
});

/** As altcha-lib describes it; the solution goes back in `proof`. */
export const leadChallengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    expiresAt: z.number().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string(),
});

export const leadReceivedSchema = z.object({ status: z.literal('received') });
