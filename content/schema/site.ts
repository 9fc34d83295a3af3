import { z } from 'zod';
import { link, path, text } from './text.ts';

export const site = z.object({
  company: z.object({
    name: text,
    /** One sentence, for search engines and the footer. */
    description: text,
    phone: text,
    phoneHref: z.string().regex(/^tel:\+\d+$/),
    email: z.email(),
    dpoEmail: z.email(),
  }),
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
    notice: text,
  }),
  /** When a message is answered. */
  replyPromise: text,
  /** The line under the header of pages where people arrive in an emergency. */
  incident: z.object({ question: text, link, shortLabel: text.max(10) }),
  /** The bar at the bottom of a phone's screen. */
  actionBar: z.object({ call: text, action: link, quote: link }),
  skipLink: text,
});
export type Site = z.infer<typeof site>;

export const publisher = z.object({
  legalForm: text,
  capital: text,
  registration: text,
  siret: text,
  vatNumber: text,
  director: text,
  hostName: text,
  hostAddress: text,
  hostPhone: text,
});
export type Publisher = z.infer<typeof publisher>;
