import { z } from 'zod';
import { callToAction, heading, hero, item, link, question, section, seo, text, texts } from './text.ts';
import { choice, confirmation, field, notice } from './form-pages.ts';

export const caseStudy = z.object({
  industry: text,
  title: text,
  summary: text,
  results: z.array(text).min(2).max(4),
  badge: text,
  /** The badge's figure, set large above it, and the words on its picture. */
  figure: text,
  picture: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('days'), weeks: z.array(text).length(2) }),
    z.object({ kind: z.literal('costs'), before: text, after: text }),
    z.object({ kind: z.literal('dial'), day: text, night: text, opens: text, closes: text }),
  ]),
});

export const testimonial = z.object({ quote: text, author: text, role: text, company: text });

export const partner = z.object({
  name: text,
  line: text,
  /** How the name is set: no logo is ours to redraw. */
  lettering: z.enum(['plain', 'capitals', 'pair', 'spaced']),
  /** An invented company, which every page that shows it has to say. */
  isFictional: z.boolean(),
});

export const homePage = z.object({
  seo,
  hero: z.object({
    /** What we do and where, in the title. */
    eyebrow: text.max(50),
    titleLines: z.array(text).length(2),
    lead: text.max(130),
    badges: z.array(text).length(2),
    /** For whom the support is 24/7. */
    badgesNote: text.max(60),
    actions: z.array(link).length(2),
    /** `scale`: what a brick is, on a large screen and on a phone. */
    wall: z.object({ label: text, caption: text, scale: z.object({ hour: text, day: text }) }),
  }),
  facts: z.array(z.object({ figure: text, unit: text.optional(), label: text })).length(5),
  services: heading.extend({ more: text, expert: text }),
  /** Six benefits: two that the invoice shows, and the rest. */
  cloud: heading.extend({
    onInvoiceTitle: text,
    onInvoice: z.array(item).length(2),
    restTitle: text,
    rest: z.array(item).length(4),
    action: link,
  }),
  training: heading.extend({
    /** The name of the wall of courses. */
    wall: text,
    points: z.array(text).length(3),
    action: link,
  }),
  caseStudies: section(caseStudy, { exactly: 3 }),
  testimonials: section(testimonial, { exactly: 3 }),
  partners: section(partner, { exactly: 4 }).extend({ fictional: text }),
  checklist: heading.extend({
    /** The sheet itself: five parts, of which the page shows the first checks and the confirmation all of them. */
    sheet: z.object({
      title: text,
      excerpt: text,
      annotation: text,
      parts: z.array(z.object({ title: text, checks: z.array(text).length(3) })).length(5),
    }),
    fields: z.object({
      name: field,
      company: field,
      email: field,
      service: choice('infrastructure', 'managed', 'cybersecurity', 'microsoft', 'all'),
    }),
    submit: text,
    notice,
    confirmation: confirmation.extend({ again: text, toast: text }),
  }),
  closing: callToAction,
  /** Shown after a link in a mail when its dialog cannot be loaded. */
  mailLinkUnreachable: confirmation,
});
export type HomePage = z.infer<typeof homePage>;

/** The checks are those of the home page's checklist, which the route adds. */
export const wallPage = z.object({
  seo,
  hero,
  privacy: text,
  /** On the first brick, until one is laid. */
  start: text,
  /** After the number of bricks. */
  count: z.object({ of: text, laid: text }),
  missing: heading.extend({ firstStepLabel: text }),
  complete: z.object({ title: text, text }),
  themes: z.array(z.object({ title: text, firstSteps: z.array(text).length(3) })).length(5),
  print: text,
  carry: z.object({ label: text, text, noScript: text }),
  closing: callToAction,
  /** On other pages. */
  invitation: z.object({ title: text, text, link }),
});
export type WallPage = z.infer<typeof wallPage>;
const named = z.object({ name: text, text });

export const servicesPage = z.object({
  seo,
  hero,
  situations: section(z.object({ situation: text, advice: text, link }), { exactly: 6 }),
  list: heading.extend({ included: text, more: text }),
  closing: callToAction,
});
export type ServicesPage = z.infer<typeof servicesPage>;

export const plansPage = z.object({
  seo,
  hero,
  plans: section(
    z.object({
      name: text,
      /** Heads a column of 64 px. */
      shortName: text.max(8),
      period: text,
      popular: z.boolean(),
      description: text,
      features: z.array(text).min(5).max(9),
      bestFor: text,
      /** What the yellow bricks at the foot of its card are, and the blue ones. */
      wall: text.max(60),
    }),
    { exactly: 3 },
  ).extend({
    price: text,
    popularLabel: text,
    includedLabel: text,
    bestForLabel: text,
    note: text,
    action: link,
  }),
  /** The same three plans, side by side: one row per capability, one mark per plan. */
  comparison: heading.extend({
    labels: z.object({ capability: text, yes: text, no: text, onlyDifferences: text }),
    rows: z
      .array(z.object({ capability: text, marks: z.tuple([text, text, text]) }))
      .min(6)
      .max(12),
  }),
  faq: section(question, { min: 3 }),
  closing: callToAction,
});
export type PlansPage = z.infer<typeof plansPage>;

export const trainingPage = z.object({
  seo,
  hero: hero.extend({ actions: z.array(link).length(2), picture: text }),
  benefits: section(item, { exactly: 5 }).extend({
    /** What is drawn on the first two cards: the certificate's validity, and the days with the exam on the last. */
    validity: text,
    examDay: text,
  }),
  catalogue: heading.extend({
    columns: z.object({ title: text, certification: text, duration: text, domain: text, programme: text }),
    more: text,
    inPreparation: text,
    /** `%s` courses in a domain; the singular for one. */
    count: z.object({ one: text, many: text.includes('%s') }),
    filters: z.object({ domain: text, duration: text, all: text, reset: text, none: text }),
  }),
  financing: section(item, { min: 3 }),
  faq: section(question, { min: 4 }),
  closing: callToAction,
});
export type TrainingPage = z.infer<typeof trainingPage>;

/** Shared by all course pages: labels, and the terms of access that the law on training quality requires. */
/** What has a limit; the shape of the rest is that of content/pages/course.ts. */
export const coursePage = z
  .object({
    actions: z.array(link).length(2),
    mainTerms: z.array(z.object({ label: text, answer: text, text })).length(3),
    terms: z.array(z.object({ label: text, text })).min(3),
  })
  .extend({ closing: callToAction })
  .catchall(texts);

export const whyUsPage = z.object({
  seo,
  hero: hero.extend({
    /** What is promised and where it can be verified, as four bricks; `own` is the next one. */
    wall: z.object({ title: text, bricks: z.array(z.object({ promise: text, proof: text })).length(4), own: text }),
  }),
  /** `kind`: what its bricks count; `continents`: the words on three of them. */
  statistics: section(
    z.object({
      kind: z.enum(['years', 'continents', 'availability', 'response', 'support', 'savings']),
      figure: text,
      label: text,
      text,
    }),
    { exactly: 6 },
  ).extend({ continents: z.array(text).length(3) }),
  /** `proof`: what the customer has in hand. */
  differentiators: section(
    item.extend({
      proof: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('file'), title: text, note: text, parts: z.array(text).length(4) }),
        z.object({ kind: z.literal('greetings'), words: z.array(z.object({ language: text, text })).length(3) }),
        z.object({ kind: z.literal('handover'), title: text, column: text, rows: z.array(named).length(4) }),
      ]),
    }),
    { exactly: 3 },
  ),
  /** `document`: what each step ends with, one line for each of the `subjects`. */
  method: section(item.extend({ document: z.object({ title: text, note: text, lines: z.array(text).length(3) }) }), {
    exactly: 4,
  }).extend({ subjects: z.array(text).length(3) }),
  certifications: section(named, { min: 4 }),
  regions: section(
    z.object({
      name: z.enum(['France', 'Maghreb', 'Moyen-Orient', 'Afrique subsaharienne']),
      text,
      points: z.array(text).min(2),
    }),
    {
      exactly: 4,
    },
  ).extend({ cities: z.array(text).length(6), means: z.object({ onSite: text, remote: text }) }),
  closing: callToAction,
});
export type WhyUsPage = z.infer<typeof whyUsPage>;

export const partnersPage = z.object({
  seo,
  hero: hero.extend({
    /** Who is called, drawn as a fort in plan with four bastions. */
    plan: z.object({
      title: text,
      phone: text,
      annotation: z.tuple([text.max(16), text.max(16)]),
      roles: z.array(z.object({ situation: text, name: text.max(10), text })).length(4),
    }),
  }),
  partners: section(partner.extend({ text, brings: z.array(text).min(2).max(4) }), { exactly: 4 }).extend({
    fictional: text,
  }),
  /** As the form that is filled in for a product. */
  principles: section(item, { min: 3 }).extend({ sheet: z.object({ title: text, note: text }) }),
  become: section(item, { min: 3 }),
  closing: callToAction,
});
export type PartnersPage = z.infer<typeof partnersPage>;

const resource = z.object({ title: text, text, action: text });

export const resourcesPage = z.object({
  seo,
  hero,
  search: heading.extend({ ...field.shape, submit: text }),
  /** The label is that of each section. */
  soon: z.object({ label: text, text }),
  /** What can be read today; `note` ends the sheet. */
  live: heading.extend({ actions: z.array(link).length(2), note: text }),
  whitePapers: section(resource, { min: 3 }),
  caseStudies: section(resource, { min: 2 }),
  webinars: section(resource.extend({ note: text }), { min: 2 }),
  articles: section(resource.extend({ note: text }), { min: 3 }),
  newsletter: heading.extend({ field, submit: text }),
  closing: callToAction,
});
export type ResourcesPage = z.infer<typeof resourcesPage>;

export const legalPage = z.object({
  seo,
  title: text,
  updated: z.iso.date(),
  /** What was added after `updated`, and when. */
  addendum: z.object({ date: z.iso.date(), text }).optional(),
  lead: text,
  /** The essential in two figures. */
  figures: z.object({ items: z.array(z.object({ figure: text, unit: text })), text }).optional(),
});
export type LegalPage = z.infer<typeof legalPage>;

export const notFoundPage = z.object({
  seo,
  code: text,
  message: text,
  home: text,
  /** The link on the fallen brick. */
  brick: text,
  elsewhere: z.object({ title: text, links: z.array(link) }),
});
export type NotFoundPage = z.infer<typeof notFoundPage>;
