import type { ReactNode } from 'react';
import { Icon } from '#app/components/ui/icon.tsx';

type SectionProps = { title: string; icon: string; description: string; aside?: ReactNode; children: ReactNode };

export function Section({ title, icon, description, aside, children }: SectionProps) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b border-line px-5 py-4">
        <div className="flex min-w-0 flex-1 basis-48 gap-3">
          <Icon name={icon} className="mt-0.5 size-5 text-azure" />
          <div className="min-w-0">
            <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>
            <p className="mt-0.5 text-sm text-muted">{description}</p>
          </div>
        </div>
        {aside}
      </header>
      <div className="grid gap-4 px-5 py-4">{children}</div>
    </section>
  );
}
