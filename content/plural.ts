/** A text for each plural category of the language (Intl.PluralRules). `other` is also for those without one. */
export type Plural = Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', (count: string) => string>> & {
  other: (count: string) => string;
};

/** Gives the texts their type: each language has other categories. */
export const plural = (texts: Plural): Plural => texts;
