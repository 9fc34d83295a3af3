import { copyPart, languagePart } from '#app/lib/copy.ts';
import type { Formats } from '#app/lib/formats.ts';

/** What every screen of the desk needs. A screen's own copy is declared in its route, and loaded with it. */
export const deskCopy = copyPart(() => import('#content/desk/fr/desk.ts'), {
  en: () => import('#content/desk/en/desk.ts'),
});

export const deskFormats = languagePart<Formats>(async (language) =>
  language === 'en' ? (await import('#app/lib/english.ts')).english : (await import('#app/lib/french.ts')).french,
);

// Each is read by several screens.

export const conversationCopy = copyPart(() => import('#content/desk/fr/conversation.ts'), {
  en: () => import('#content/desk/en/conversation.ts'),
});

export const staffConversationCopy = copyPart(() => import('#content/desk/fr/staff-conversation.ts'), {
  en: () => import('#content/desk/en/staff-conversation.ts'),
});

export const importCopy = copyPart(() => import('#content/desk/fr/import.ts'), {
  en: () => import('#content/desk/en/import.ts'),
});
