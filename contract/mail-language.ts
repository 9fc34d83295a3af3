import { z } from 'zod';
import { languages } from './languages.ts';

export const mailLanguageSchema = z.strictObject({ language: z.enum(languages) });
export type MailLanguage = z.infer<typeof mailLanguageSchema>;
