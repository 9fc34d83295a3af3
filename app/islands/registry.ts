import type { ComponentProps } from 'react';

/** The interactive parts of public pages. Each is fetched and hydrated by itself (app/islands/hydrate-islands.ts). */
export const islands = {
  newsletter: () => import('#app/features/newsletter/newsletter-form.tsx').then((m) => m.NewsletterForm),
  contact: () => import('#app/features/public-forms/contact-form.tsx').then((m) => m.ContactForm),
  audit: () => import('#app/features/public-forms/audit-form.tsx').then((m) => m.AuditForm),
  consultation: () => import('#app/features/public-forms/consultation-form.tsx').then((m) => m.ConsultationForm),
  checklist: () => import('#app/features/public-forms/checklist-form.tsx').then((m) => m.ChecklistForm),
  catalogue: () => import('#app/features/catalogue/catalogue.tsx').then((m) => m.Catalogue),
  cookies: () => import('#app/features/cookie-preferences/cookie-preferences.tsx').then((m) => m.CookiePreferences),
};

export type IslandName = keyof typeof islands;
export type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>;
export type IslandProps<Name extends IslandName> = ComponentProps<IslandComponent<Name>>;
