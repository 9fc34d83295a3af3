import { z } from 'zod';
import { link, path, text } from './text.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00');

export const site = z.object({
  company: z.object({
    name: text,
    city: text,
    phone: text,
    phoneHref: z.string().regex(/^tel:\+\d+$/),
    email: z.email(),
    dpoEmail: z.email(),
  }),
  /** One sentence, for search engines and the footer. */
  description: text,
  office: z.object({
    // product §3
    city: text,
    address: text,
    postal: text,
    country: text,
    phone: text,
    email: z.email(),
    hours: text,
    /** The same hours inside a sentence. */
    hoursInProse: text,
  }),
  /** The office's hours, for search engines. */
  openingHours: z.array(z.object({ days: z.array(z.enum(weekdays)).min(1), opens: time, closes: time })).min(1),
  coordinates: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  external: z.object({ schedule: z.url(), network: z.url() }),
  navigation: z.object({
    home: link,
    services: z.object({ label: text, items: z.array(z.object({ label: text, to: path, text })) }),
    portal: link,
    links: z.array(link),
    buttons: z.array(link).length(2),
  }),
  footer: z.object({
    services: z.object({ title: text, links: z.array(link) }),
    company: z.object({ title: text, links: z.array(link) }),
    legal: z.array(link),
    contactTitle: text,
    network: text,
    copyright: text,
  }),
  newsletter: z.object({
    title: text,
    text,
    label: text,
    placeholder: text,
    submit: text,
    submitting: text,
    errors: z.object({ title: text, empty: text, malformed: text, unexpected: text }),
    success: z.object({ title: text, description: text }),
    /** The link ends the sentence. */
    notice: z.object({ text, link }),
    /** Where its scripts do not run. */
    noScript: text,
  }),
  /** When a message is answered. */
  replyPromise: text,
  /** Whether somebody is in the office: always true, and by the time in Nice (`%s`: one of the states, then the time). */
  officeHours: z.object({
    always: text,
    now: text.regex(/%s.*%s/),
    states: z.object({ open: text, today: text, tomorrow: text, monday: text }),
  }),
  /** The line under the header of pages where people arrive in an emergency. */
  incident: z.object({ question: text, link, shortLabel: text.max(10) }),
  /** The bar at the bottom of a phone's screen. */
  actionBar: z.object({ call: text, action: link, quote: link }),
  skipLink: text,
});
export type Site = z.infer<typeof site>;

const isoDate = z.iso.date();

/** `undefined` in a fact of the three groups below: nobody has filled it in yet. content/facts.ts says what pages then show. */
export const publisher = z.strictObject({
  legalForm: text.optional(),
  capital: text.optional(),
  registration: text.optional(),
  siret: text.optional(),
  vatNumber: text.optional(),
  director: text.optional(),
  hostName: text.optional(),
  hostAddress: text.optional(),
  hostPhone: text.optional(),
  /** After how many days a backup is deleted. */
  backupDays: z.int().positive().optional(),
  /** Registration of a training company with the prefect of its region: « 93 06 12345 06 ». */
  trainingActivityNumber: text.optional(),
  qualiopi: z
    .discriminatedUnion(
      'isHeld',
      [
        z.object({ isHeld: z.literal(false) }),
        z.object({ isHeld: z.literal(true), certifier: text, validUntil: isoDate }),
      ],
      'must be { "isHeld": false }, or { "isHeld": true, "certifier": …, "validUntil": "2028-12-31" }',
    )
    .optional(),
  /** With Microsoft (CSP) and PECB: « Contrats en vigueur, sous les numéros … ». */
  partnerStatus: text.optional(),
  /** Professional liability: the insurer, its postal address and the territory that is covered. */
  insurance: z
    .object(
      { insurer: text, address: text, territory: text },
      'must be an object: { "insurer": …, "address": …, "territory": … }',
    )
    .optional(),
});
export type Publisher = z.infer<typeof publisher>;

export const training = z.strictObject({
  /** Hours of teaching on each day of a course; those who finance it count in hours. */
  hoursPerDay: z.number().positive().max(12).multipleOf(0.5).optional(),
  /** From the signed agreement to the first day. */
  accessDelayWeeks: z.int().positive().optional(),
  maxGroupSize: z.int().positive().optional(),
  trainers: text.optional(),
  /** Whom trainees with a disability ask. */
  disabilityContact: z
    .object({ name: text, email: z.email() }, 'must be an object: { "name": …, "email": … }')
    .optional(),
  /** For all courses, in a period such as « 2026 » or « Au premier semestre 2026 ». */
  results: z
    .object(
      {
        period: text,
        trainees: z.int().positive(),
        satisfiedPercent: z.number().min(0).max(100),
        passedPercent: z.number().min(0).max(100),
      },
      'must be an object: { "period": …, "trainees": 40, "satisfiedPercent": 95, "passedPercent": 90 }',
    )
    .optional(),
});
export type Training = z.infer<typeof training>;

export const offers = z.strictObject({
  /** The last day on which a company may request the free audit. */
  freeAuditUntil: isoDate.optional(),
});
export type Offers = z.infer<typeof offers>;

const safe = z.string().regex(/^[^<>"&\\\p{C}]{1,120}$/u, 'must be 1 to 120 characters without < > " & and \\');

/** What a company says of itself beside content/site.ts, in a file that the server reads when it starts. */
export const companyFile = z
  .strictObject({
    phone: z.string().regex(/^\+\d[\d ]{6,20}\d$/, 'must be an international number, for example +33 4 00 00 00 00'),
    email: z.email(),
    dpoEmail: z.email(),
    address: safe,
    postal: z.string().regex(/^[\w-]{2,10}$/, 'must be a postal code, for example 06000'),
    publisher,
    training,
    offers,
  })
  .partial();
export type CompanyFile = z.infer<typeof companyFile>;
