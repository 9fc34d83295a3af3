import type { ReactNode } from 'react';

type PanelProps = { title: string; level?: 'h2' | 'h3'; aside?: ReactNode; children: ReactNode };

export function Panel({ title, level: Heading = 'h2', aside, children }: PanelProps) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
        <Heading className="font-sans text-base font-semibold tracking-normal">{title}</Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}
