import { copyPart } from '#app/lib/copy.ts';

export const remindersCopy = copyPart(() => import('../copy/desk.fr.ts'), {
  en: () => import('../copy/desk.en.ts'),
});
