import { z } from 'zod';

/** One line or paragraph of plain copy: no markup, no stray white space. */
export const text = z
  .string()
  .min(1)
  .refine((value) => value.trim() === value, 'has white space at an end')
  .refine((value) => !/[<>]/.test(value), 'holds markup; copy is plain text');

/** Texts, and functions that return texts with values, in any shape: TypeScript checks it. */
export const texts: z.ZodType = z.lazy(() =>
  z.union([text, z.instanceof(Function), z.instanceof(RegExp), z.array(texts), z.record(z.string(), texts)]),
);

/** A path of this site, optionally with an anchor; scripts/content-lint verifies that it exists. */
export const path = z.string().regex(/^\/[a-z0-9/-]*(#[a-z0-9-]+)?$/, 'must be a path of this site, such as /contact');

export const link = z.object({
  label: text,
  /** A path of this site, or `schedule` / `network` for the external pages named in content/site.ts. */
  to: z.union([path, z.enum(['schedule', 'network'])]),
});
export type Link = z.infer<typeof link>;

// Search engines truncate longer ones, so the lengths are part of the schema.
export const seo = z.object({
  title: text.max(60),
  description: text.min(70).max(155),
});
export type Seo = z.infer<typeof seo>;

export const item = z.object({ title: text, text });

export const heading = z.object({ eyebrow: text.optional(), title: text, lead: text.optional() });

export const hero = z.object({ eyebrow: text.optional(), title: text, lead: text, actions: z.array(link).max(2) });

export const callToAction = z.object({ title: text, text, actions: z.array(link).min(1).max(2) });

export const question = z.object({ question: text, answer: text });
export type Question = z.infer<typeof question>;

/** A section: its heading and the number of entries that docs/product.md requires. */
export const section = <T extends z.ZodType>(entry: T, count: { exactly: number } | { min: number }) =>
  heading.extend({
    items: 'exactly' in count ? z.array(entry).length(count.exactly) : z.array(entry).min(count.min),
  });
