import type { ReactNode } from 'react';
import { Link } from 'react-router';

type ActionLinkProps = {
  to: string;
  className?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
};

/** The portal is a document of its own: its code and its stricter needs never reach a public page. */
const isPortal = (to: string) => to.startsWith('/customer-');

/** A link to anywhere: inside the site it is prefetched once in view, outside it opens a new tab and says so. */
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
    <Link
      to={to}
      prefetch={isPortal(to) ? 'none' : 'viewport'}
      reloadDocument={isPortal(to)}
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
