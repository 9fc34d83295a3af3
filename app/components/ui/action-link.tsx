import type { ReactNode } from 'react';

type ActionLinkProps = {
  to: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A link to anywhere; one that leads out of the site opens a new tab and says so. */
export function ActionLink({ to, className, children }: ActionLinkProps) {
  if (to.startsWith('http')) {
    return (
      <a href={to} target="_blank" rel="noopener" className={className}>
        {children}
        <span className="sr-only"> (nouvel onglet)</span>
      </a>
    );
  }
  return (
    <a href={to} className={className}>
      {children}
    </a>
  );
}
