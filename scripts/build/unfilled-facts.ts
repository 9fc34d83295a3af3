import { publisher } from '#content/site.ts';

/** Facts of the imprint that are not filled in yet. */
export const unfilledFacts = (facts: Readonly<Record<string, string>> = publisher) =>
  Object.entries(facts)
    .filter(([, value]) => /^\s*$|à compléter/i.test(value))
    .map(([name]) => `publisher.${name}`);
