/** Variables of canned replies. Without zod, so that the browser can import it. */

import { fold } from './fold.ts';

export const templateVariables = ['client', 'demandeur', 'ticket', 'sujet', 'échéance', 'agent'] as const;
type TemplateVariable = (typeof templateVariables)[number];

const variable = /\{\{\s*([\p{L}_-]{1,40})\s*\}\}/gu;
/** Replies are shared by staff of both languages: either name works. */
const englishNames: readonly [string, TemplateVariable][] = [
  ['customer', 'client'],
  ['requester', 'demandeur'],
  ['subject', 'sujet'],
  ['due', 'échéance'],
];
const known = new Map([...templateVariables.map((name) => [fold(name), name] as const), ...englishNames]);

/** As they are written between the braces, each once. */
const variablesIn = (text: string) => [...new Set([...text.matchAll(variable)].map(([, name = '']) => name))];

export const unknownVariables = (text: string) => variablesIn(text).filter((name) => !known.has(fold(name)));

/** A variable without a value stays as it is: the reply is not sent before its author has replaced it. */
export const fillTemplate = (text: string, values: Partial<Record<TemplateVariable, string | undefined>>) =>
  text.replaceAll(variable, (written, name: string) => {
    const found = known.get(fold(name));
    return (found && values[found]) ?? written;
  });

/** What a customer must not read. Code may contain it. */
export const unfilledVariables = (text: string) => variablesIn(text.replaceAll(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ''));
