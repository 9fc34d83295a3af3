import { factCopy } from '../facts.ts';
import { site } from '../site.ts';

type Facts = Record<string, Record<string, string>>;

const companyFacts: Facts = { company: site.company, office: site.office, ...factCopy };

/** What a build has that a legal text may speak of: LEADS=deliver and BOOKING=on. */
export type BuildParts = { leads: boolean; booking: boolean };

/** Lines between `{{#leads}}` and `{{/leads}}` are for builds that have it, those after `{{^leads}}` for all others. A part may be inside another. */
const chooseParts = (markdown: string, parts: BuildParts): string => {
  const chosen = markdown.replaceAll(
    /^\{\{([#^])(leads|booking)\}\}\n([\s\S]*?)^\{\{\/\2\}\}\n/gm,
    (_lines, sign: string, name: keyof BuildParts, lines: string) => (parts[name] === (sign === '#') ? lines : ''),
  );
  return chosen === markdown ? markdown : chooseParts(chosen, parts);
};

/** Fills the company's facts into a legal text: `{{company.dpoEmail}}`. An unknown name fails the build. */
export const fill = (
  markdown: string,
  parts: BuildParts = { leads: false, booking: false },
  facts: Facts = companyFacts,
): string =>
  chooseParts(markdown, parts).replaceAll(/\{\{(.*?)\}\}/g, (placeholder, name: string) => {
    const [group = '', key = ''] = name.split('.');
    const value = facts[group]?.[key];
    if (value === undefined) throw new Error(`${placeholder} names no fact of content/site.ts`);
    return value;
  });
