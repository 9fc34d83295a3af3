import { copyPart } from '#app/lib/copy.ts';

// Each is read by several screens.

export const listsCopy = copyPart(() => import('#content/portal/en/lists.ts'), {
  fr: () => import('#content/portal/fr/lists.ts'),
  ar: () => import('#content/portal/ar/lists.ts'),
});

export const conversationCopy = copyPart(() => import('#content/portal/en/conversation.ts'), {
  fr: () => import('#content/portal/fr/conversation.ts'),
  ar: () => import('#content/portal/ar/conversation.ts'),
});

export const recordPagesCopy = copyPart(() => import('#content/portal/en/record-pages.ts'), {
  fr: () => import('#content/portal/fr/record-pages.ts'),
  ar: () => import('#content/portal/ar/record-pages.ts'),
});

export const bankCopy = copyPart(() => import('#modules/bank/copy/portal.en.ts'), {
  fr: () => import('#modules/bank/copy/portal.fr.ts'),
  ar: () => import('#modules/bank/copy/portal.ar.ts'),
});
