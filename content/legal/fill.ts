import { publisher, site } from '../site.ts';

type Facts = Record<string, Record<string, string>>;

const companyFacts: Facts = { company: site.company, office: site.office, publisher };

/** Puts the company's facts into a legal text: `{{company.dpoEmail}}`. A name that no fact has stops the build. */
export const fill = (markdown: string, facts: Facts = companyFacts): string =>
  markdown.replaceAll(/\{\{(.*?)\}\}/g, (placeholder, name: string) => {
    const [group = '', key = ''] = name.split('.');
    const value = facts[group]?.[key];
    if (value === undefined) throw new Error(`${placeholder} names no fact of content/site.ts`);
    return value;
  });
