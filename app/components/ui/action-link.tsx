import type { ReactNode } from 'react';

type ActionLinkProps = {
  to: string;
  className?: string | undefined;
  children: ReactNode;
};

/** External links open a new tab and say so. */
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
