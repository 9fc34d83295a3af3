import { z } from 'zod';
import { callToAction, heading, item, link, question, section, seo, text } from './text.ts';

/** The copy of one field; its name and type belong to the form. */
export const field = z.object({ label: text, placeholder: text.optional(), hint: text.optional() });
export type Field = z.infer<typeof field>;
export const choice = <T extends [string, ...string[]]>(...values: T) =>
  field.extend({
    options: z
      .array(z.object({ value: z.enum(values), label: text }))
      .length(values.length)
      .refine(
        (options) => options.every(({ value }, index) => value === values[index]),
        'must follow the order of product §3',
      ),
  });

/** Who asks. */
const person = { name: field, company: field, email: field, phone: field };

/** The notice that GDPR article 13 requires at every form. */
export const notice = z.object({
  /** One short sentence; the rest is collapsed. */
  summary: text.max(110),
  more: text,
  details: z.array(text).min(3),
  noScript: text,
});
export type Notice = z.infer<typeof notice>;
export const confirmation = z.object({ title: text, text });
/** With whom to call until the reply comes. */
const formConfirmation = confirmation.extend({ call: z.object({ text, phone: text }) });

/** The form has to be in the first screen, so the title and the lead are short. */
const formHero = z.object({ title: text.max(60), lead: text.max(150) });

export const contactPage = z.object({
  seo,
  hero: formHero,
  incident: z.object({ question: text, link, shortLabel: text.max(10) }),
  form: heading.extend({
    fields: z.object({
      ...person,
      service: choice('infrastructure', 'managed', 'cybersecurity', 'microsoft', 'consultation', 'other'),
      message: field,
    }),
    /** The message when the visitor comes from a course: `%s` is the course's title. */
    courseMessage: text.includes('%s'),
    submit: text,
    notice,
    confirmation: formConfirmation,
  }),
  office: z.object({
    title: text,
    hoursLabel: text,
    phoneLabel: text,
    emailLabel: text,
    addressLabel: text,
    /** Below the phone number: the sentence of content/site.ts without its second half, and what is true without a script. */
    now: z.object({ sentence: text, always: text }),
  }),
  map: z.object({ label: text, bay: text, city: text, west: text, office: text }),
  urgent: z.object({ title: text, text, points: z.array(text).min(2).max(4), action: text }),
  faq: section(question, { min: 5 }),
});
export type ContactPage = z.infer<typeof contactPage>;

const markedText = z.object({ before: z.string(), marked: text, after: z.string() });
/** Short enough for a brick on a phone. */
const fingerprintWords = z.object({ label: text, words: z.array(text.max(7)).length(4) });

/** The page where anybody checks an IBAN before paying. */
export const verifyPage = z.object({
  seo,
  hero: formHero,
  form: heading.extend({
    field,
    submit: text,
    busy: text,
    noScript: text,
    results: z.object({
      empty: confirmation,
      invalid: confirmation,
      ours: confirmation,
      other: confirmation,
      unavailable: confirmation,
    }),
  }),
  /** `fingerprint`: four words as an example, and those of another account. */
  rules: section(item, { exactly: 3 }).extend({
    fingerprint: z.object({ own: fingerprintWords, other: fingerprintWords, text }),
  }),
  /** `mail`: where the first three signs show; `call`: the telephone button of the last item. */
  signs: section(item, { exactly: 4 }).extend({
    call: text,
    mail: z.object({
      title: text,
      note: text,
      subject: z.object({ label: text, text }),
      greeting: text,
      text: markedText,
      signature: text,
      attachment: text,
      from: markedText.extend({ label: text }),
    }),
  }),
  privacy: confirmation,
});
export type VerifyPage = z.infer<typeof verifyPage>;

export const auditPage = z.object({
  seo,
  hero: formHero,
  offer: text.max(110),
  eligibility: z.object({ title: text, conditions: z.array(text).length(3), text }),
  sample: z.object({
    caption: text,
    document: text,
    page: text,
    title: text,
    columns: z.object({ severity: text, owner: text, delay: text }),
    findings: z
      .array(z.object({ finding: text, severity: z.enum(['Critique', 'Élevée', 'Moyenne']), owner: text, delay: text }))
      .length(4),
    annotation: text,
  }),
  process: section(item.extend({ duration: text }), { exactly: 4 }).extend({
    scale: z.object({ weeks: z.tuple([text, text]), call: text, note: text }),
  }),
  /**
   * The pages of the report; `page`: the word before their number. `legend` says what is drawn on a page: one sentence, what is laid
   * and what is missing, or the names of three groups.
   */
  report: section(item.extend({ legend: z.array(text.max(32)).min(1).max(3) }), { exactly: 8 }).extend({
    page: text,
    note: text,
  }),
  form: heading.extend({
    fields: z.object({
      ...person,
      employees: choice('1-10', '11-50', '51-100', '101-500', '500+'),
      industry: choice('accounting', 'retail', 'manufacturing', 'healthcare', 'finance', 'other'),
      currentChallenges: field,
      priority: choice('security', 'costs', 'performance', 'compliance', 'modernization'),
      timeline: choice('asap', '1-3months', '3-6months', '6+months', 'exploring'),
      agreeTerms: field,
    }),
    /** The terms beside the checkbox: a link inside a label is hard to tap. */
    agreeTermsLinks: z.array(link).length(2),
    /** Before the checks that « Montez votre mur » carries here. */
    missingBricks: text,
    submit: text,
    /** Why the button is disabled. */
    submitHint: text,
    notice,
    confirmation: formConfirmation,
  }),
  faq: section(question, { min: 3 }),
});
export type AuditPage = z.infer<typeof auditPage>;

export const consultationPage = z.object({
  seo,
  hero: formHero,
  invitation: z.object({
    title: text,
    note: text,
    text,
    /** Before the annotation. */
    sent: text,
    annotation: text,
    rows: z.array(z.object({ label: text, text })).length(2),
  }),
  types: section(
    z.object({
      value: z.enum(['infrastructure', 'cybersecurity', 'microsoft365', 'managed', 'general']),
      title: text,
      minutes: z.union([z.literal(30), z.literal(45), z.literal(60)]), // product §9
      text,
    }),
    { exactly: 5 },
  ),
  form: heading.extend({
    fields: z.object({
      ...person,
      preferredDate: field,
      preferredTime: field.extend({ none: text, options: z.array(text).length(5) }),
      meetingType: choice('video', 'phone', 'onsite'),
      additionalInfo: field,
    }),
    /** As in the contact form. */
    courseMessage: text.includes('%s'),
    submit: text,
    notice,
    confirmation: formConfirmation,
  }),
  preparation: section(item, { min: 3 }).extend({ sheet: z.object({ title: text, note: text }) }),
  direct: callToAction,
});
export type ConsultationPage = z.infer<typeof consultationPage>;
