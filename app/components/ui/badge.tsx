import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeVariant = 'default' | 'secondary' | 'quiet' | 'destructive' | 'outline' | 'success' | 'warning';

const variants: Record<BadgeVariant, string> = {
  default: 'bg-azure text-on-azure',
  secondary: 'bg-tint text-ink',
  quiet: 'border border-line text-muted',
  destructive: 'bg-danger-tint text-danger',
  outline: 'border border-line-strong text-ink',
  success: 'bg-success-tint text-success',
  warning: 'bg-sun-tint text-sun-ink',
};

export function Badge({
  variant = 'default',
  className,
  children,
}: {
  variant?: BadgeVariant;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1.5 rounded-full px-3 py-0.5 text-xs font-semibold',
        // Browsers print no backgrounds: white text would be invisible.
        'print:border print:border-line-strong print:bg-transparent print:text-ink',
        variants[variant],
        className,
      )}
    >
      {children}
    </span>
  );
}
