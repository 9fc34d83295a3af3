import { english } from './en.ts';
import { french } from './fr.ts';

export const documentCopy = { en: english, fr: french };
