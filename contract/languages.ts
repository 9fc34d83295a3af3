/** The languages of the portal and of mails to its users. Each has its copy in content/portal/. */
export const languages = ['en', 'fr', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Accented and longer English, for tests and for those who prepare a translation: what is not written so is not translated. */
export const pseudoLanguage = 'en-XA';

/** What PORTAL_LANGUAGES may name. */
export const portalLanguages = [...languages, pseudoLanguage] as const;
export type PortalLanguage = (typeof portalLanguages)[number];

/** Without the pseudo-language, which nobody reads: it is neither stored nor a language of mails. */
export const isLanguage = (language: string): language is Language => languages.some((one) => one === language);

/** The languages of invoices and statements as PDF, whose fonts have Latin letters only. */
export const documentLanguages = ['en', 'fr'] as const satisfies Language[];
export type DocumentLanguage = (typeof documentLanguages)[number];

/** The languages of the desk; the first is the default. */
export const deskLanguages = ['fr', 'en'] as const satisfies Language[];

/** Holds the language that somebody chose in this browser: before sign-in, the server knows of no other choice. */
export const languageCookie = 'language';

/** Countries that write Arabic in their own way; elsewhere it is written as in the first. */
export const arabicRegions = ['TN', 'DZ', 'MA'] as const;

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
