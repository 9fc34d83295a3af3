import { Parts } from '#app/components/ui/parts.tsx';
import { useAuthCopy } from './auth-copy.ts';

/** Below the button that creates an account: the terms say that it accepts them. */
export function TermsNotice() {
  const { terms: copy } = useAuthCopy();
  const link = (href: string, label: string) => (
    <a href={href} hrefLang="fr" className="underline underline-offset-4 hover:text-azure">
      {label}
    </a>
  );
  return (
    <p className="text-xs text-muted">
      <Parts
        of={copy.text(link('/conditions-utilisation', copy.link), link('/politique-confidentialite', copy.privacyLink))}
      />
    </p>
  );
}
