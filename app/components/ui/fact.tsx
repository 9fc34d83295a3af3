import type { ReactNode } from 'react';

type FactProps = { label: string; className?: string; children: ReactNode };

/** A value below its label, in a `dl`. Text has its own direction, and is aligned with its label. */
export const Fact = ({ label, className = 'wrap-anywhere', children }: FactProps) => (
  <div className="grid min-w-0 content-start gap-1">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className={`min-w-0 ${className}`}>{typeof children === 'string' ? <bdi>{children}</bdi> : children}</dd>
  </div>
);
