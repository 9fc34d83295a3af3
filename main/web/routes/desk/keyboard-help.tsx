import { KeyboardHelp as Help } from '#app/desk/shell/keyboard-help.tsx';
import { copyPart, useCopy } from '#app/lib/copy.ts';
import type { PortalLanguage } from '#contract/languages.ts';

const keyboardCopy = copyPart(() => import('#content/desk/fr/keyboard.ts'), {
  en: () => import('#content/desk/en/keyboard.ts'),
});

/** Loaded when it is opened. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const { keyboard } = useCopy(keyboardCopy);
  return <Help copy={keyboard} onClose={onClose} />;
}

export const loadCopy = (language: PortalLanguage) => keyboardCopy.load(language);
