import { z } from 'zod';
import { languages } from './languages.ts';

export const languageChoiceSchema = z.strictObject({ language: z.enum(languages) });
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;
