import type { ComponentProps } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';

/** For filters and orders, beside its label. */
export function CompactSelect(props: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <span className="relative min-w-0 grow">
      <select
        {...props}
        className="min-h-10 w-full appearance-none rounded-md border border-line-strong bg-surface py-1 pe-9 ps-3 text-sm text-ink"
      />
      <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted" />
    </span>
  );
}
