import { factCopy } from '../facts.ts';
import { site } from '../site.ts';

type Facts = Record<string, Record<string, string>>;

const companyFacts: Facts = { company: site.company, office: site.office, ...factCopy };

/** Fills the company's facts into a legal text: `{{company.dpoEmail}}`. An unknown name fails the build. */
export const fill = (markdown: string, facts: Facts = companyFacts): string =>
  markdown.replaceAll(/\{\{(.*?)\}\}/g, (placeholder, name: string) => {
    const [group = '', key = ''] = name.split('.');
    const value = facts[group]?.[key];
    if (value === undefined) throw new Error(`${placeholder} names no fact of content/site.ts`);
    return value;
  });
