import type { ReactNode } from 'react';

type RunInListProps = {
  items: { title: string; text: string }[];
  /** `h3` where the titles are part of the outline of the page. */
  variant?: 'terms' | 'headings';
};

/** Sentences that begin with what they are about, in two columns of text. */
export function RunInList({ items, variant = 'terms' }: RunInListProps) {
  const entries = items.map(({ title, text }): [string, ReactNode] => [title, text]);
  if (variant === 'headings')
    return (
      <ul className="gap-x-16 space-y-6 md:columns-2 lg:text-lg">
        {entries.map(([title, text]) => (
          <li key={title} className="break-inside-avoid">
            <h3 className="inline text-xl">{title}. </h3>
            <span className="text-muted">{text}</span>
          </li>
        ))}
      </ul>
    );
  return (
    <dl className="gap-x-16 space-y-4 md:columns-2 lg:space-y-6">
      {entries.map(([title, text]) => (
        <div key={title} className="break-inside-avoid">
          <dt className="inline font-heading text-lg font-bold">{title}. </dt>
          <dd className="inline text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
