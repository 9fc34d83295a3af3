import type { ReactNode } from 'react';

type ActionLinkProps = {
  to: string;
  className?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
};

/** A link to anywhere: inside the site the router takes it (app/lib/router), outside it opens a new tab and says so. */
export function ActionLink({ to, className, onClick, children }: ActionLinkProps) {
  if (to.startsWith('http')) {
    return (
      <a href={to} target="_blank" rel="noopener" className={className} onClick={onClick}>
        {children}
        <span className="sr-only"> (nouvel onglet)</span>
      </a>
    );
  }
  return (
    <a href={to} className={className} onClick={onClick}>
      {children}
    </a>
  );
}
