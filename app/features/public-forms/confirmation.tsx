import type { ReactNode, Ref } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';

type ConfirmationProps = { ref: Ref<HTMLDivElement>; title: string; text: string; children?: ReactNode };

/** Takes focus when it appears, so that screen readers announce it. */
export function Confirmation({ ref, title, text, children }: ConfirmationProps) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="status"
      className="flex gap-4 rounded-lg border border-success bg-success-tint p-5 text-ink animate-rise"
    >
      <Icon name="badge-check" className="mt-0.5 size-6 text-success" />
      <div>
        <p className="text-lg font-semibold">{title}</p>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}
