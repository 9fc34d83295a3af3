import { z } from 'zod';
import { callToAction, heading, hero, item, link, question, section, seo, text } from './text.ts';

/** A service on the home page and on /services. */
export const serviceCard = z.object({
  slug: z.enum(['infrastructure', 'managed-services', 'cybersecurity', 'microsoft-cloud']),
  name: text,
  /** One or two sentences, for the home page. */
  summary: text,
  /** A paragraph, for /services. */
  description: text,
  features: z.array(text).min(5).max(7),
  /** product §2, word for word. */
  price: text,
  priceNote: text.optional(),
});
export type ServiceCard = z.infer<typeof serviceCard>;

const page = { seo, card: serviceCard, hero, faq: section(question, { min: 3 }), closing: callToAction };

/** An amount on base 100: no price is published that we or a vendor may change. */
const baseRow = z.object({ label: text, amount: text });

export const infrastructurePage = z.object({
  ...page,
  /** The claim of lower costs, on base 100. */
  costs: z.object({ claim: text, text, before: baseRow, after: baseRow, note: text }),
  solutions: section(item.extend({ points: z.array(text).min(3).max(5) }), { exactly: 4 }),
  /** Words on the pictures of the four solutions. */
  machines: z.tuple([text, text]),
  identity: z.object({ person: text, entries: z.tuple([text, text, text]) }),
  zones: z.tuple([text, text, text]),
  recovery: z.object({ moments: z.tuple([text, text, text]), spans: z.tuple([text, text]) }),
  /** `ports`: words on the drawing of each benefit, with a fact where there is nothing to count. */
  benefits: section(item, { exactly: 6 }).extend({
    ports: z.array(z.array(z.object({ label: text, fact: text.optional() }))).length(6),
  }),
  process: section(item, { exactly: 4 }),
  tiers: section(
    z.object({
      name: z.enum(['Essentiel', 'Professionnel', 'Entreprise']),
      recommended: z.boolean(),
      price: text,
      description: text,
      features: z.array(text).min(4).max(8),
      bestFor: text,
    }),
    { exactly: 3 },
  ).extend({ recommendedLabel: text, includedLabel: text, bestForLabel: text, note: text, action: link }),
});
export type InfrastructurePage = z.infer<typeof infrastructurePage>;

const paragraph = z.object({ label: text, text });

export const managedServicesPage = z.object({
  ...page,
  /** What the customer receives: the first page of the monthly report, and a ticket. No figure beyond product §9. */
  monthlyPage: z.object({
    title: text,
    note: text,
    commitments: z.array(z.object({ label: text, promise: text, result: text, page: text })).length(2),
    days: text,
    done: paragraph,
    risk: paragraph,
    decision: paragraph.extend({ choices: z.array(text).length(2) }),
  }),
  /** Shown in the portal's own page of a ticket. */
  ticket: z.object({
    caption: text,
    shortNumber: z.int(),
    subject: text,
    answeredAt: z.iso.datetime(),
    messages: z
      .array(
        z.object({
          author: text,
          at: z.iso.datetime(),
          language: z.enum(['fr', 'ar', 'en']),
          text,
          isReply: z.boolean(),
        }),
      )
      .min(3),
  }),
  features: section(item.extend({ points: z.array(text).min(2).max(4) }), { exactly: 4 }),
  inclusions: section(item, { exactly: 8 }).extend({ annex: z.object({ title: text, note: text }) }),
  /** `kind`: what is drawn above the figure. */
  benefits: section(
    z.object({
      kind: z.enum(['savings', 'availability', 'languages', 'response']),
      figure: text,
      title: text,
      text,
    }),
    { exactly: 4 },
  ).extend({ greetings: z.array(z.object({ language: z.enum(['fr', 'en', 'ar']), text })).length(3) }),
  onboarding: section(item, { exactly: 4 }).extend({ lines: z.object({ previous: text, ours: text }) }),
});
export type ManagedServicesPage = z.infer<typeof managedServicesPage>;

const labelled = z.object({ label: text, value: text });

export const cybersecurityPage = z.object({
  ...page,
  restoreReport: z.object({
    title: text,
    note: text,
    subject: text,
    rows: z.array(labelled).min(3),
    agreed: text,
    measured: text,
    finding: labelled,
    signatures: z.array(text).length(2),
  }),
  threats: section(z.object({ title: text, severity: z.enum(['Critique', 'Élevé', 'Moyen']), text, firstMove: text }), {
    exactly: 4,
  }).extend({ firstMoveLabel: text }),
  solutions: section(item.extend({ points: z.array(text).min(3).max(5) }), { exactly: 4 }).extend({
    /** The letter that lists them. */
    sheet: z.object({ title: text, note: text }),
  }),
  standards: section(z.object({ name: text, text }), { exactly: 6 }),
  /** From the outside in. */
  layers: section(item.extend({ measures: z.array(text).min(2).max(4) }), { exactly: 4 }),
  emergency: heading.extend({ reflexes: z.array(item).min(3).max(5), note: text, actions: callToAction.shape.actions }),
});
export type CybersecurityPage = z.infer<typeof cybersecurityPage>;

export const microsoftCloudPage = z.object({
  ...page,
  /** The price rule as a line of an invoice, on this page and on the home page. */
  invoice: z.object({
    title: text,
    product: text,
    base: text,
    vendor: baseRow,
    margin: baseRow,
    total: baseRow,
    annotation: text,
  }),
  /** Where visitors calculate with their own invoice. `%s` in `result`: the price, and what it makes the vendor's price. */
  invoiceCheck: z.object({
    legend: text,
    licences: text,
    price: text,
    hint: text,
    result: text.regex(/%s.*%s/),
    invalid: text,
    base: text.includes('%s'),
  }),
  /** What the customer receives before a renewal. No figure: it depends on the customer. */
  licenceReview: z.object({
    title: text,
    note: text,
    paid: text,
    used: text,
    unused: text,
    columns: z.tuple([text, text]),
    rows: z.array(z.object({ holder: text, usage: text, decision: text, isRemoved: z.boolean() })).min(3),
  }),
  families: section(
    z.object({
      name: text,
      text,
      /** By what the vendor counts; `isMetered`: by what was used, which differs from month to month. */
      billing: text,
      isMetered: z.boolean(),
      plans: z
        .array(z.object({ name: text, text }))
        .min(2)
        .max(4),
    }),
    { exactly: 4 },
  ).extend({ action: link, columns: z.tuple([text, text]) }),
  advantages: section(item, { exactly: 8 }),
  /** The words on the picture: the old and the new mailbox. */
  migration: section(item, { exactly: 5 }).extend({ mailboxes: z.tuple([text, text]) }),
  /** `kind`: whose premises are drawn; `labels`: words on them, first what has to be protected. */
  sectors: section(
    z.object({
      kind: z.enum(['office', 'shop', 'workshop']),
      labels: z.tuple([text, text, text]),
      name: text,
      text,
      points: z.array(text).min(2).max(4),
    }),
    { exactly: 3 },
  ),
});
export type MicrosoftCloudPage = z.infer<typeof microsoftCloudPage>;
