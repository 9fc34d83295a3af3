import type { LegalPage } from '#content/schema/pages.ts';

type LargeFiguresProps = NonNullable<LegalPage['figures']>;

/** The essential of a document in figures, on a sheet of paper. */
export function LargeFigures({ items, text }: LargeFiguresProps) {
  return (
    <div className="border border-line bg-surface p-6 shadow-float sm:p-8 print:shadow-none">
      <p className="flex flex-wrap gap-x-8">
        {items.map((item, index) => (
          <span key={item.unit} className="flex items-baseline gap-2 font-heading font-bold">
            <span className="text-figure tracking-tighter">{item.figure}</span>
            <span className="text-2xl">
              {item.unit}
              {index < items.length - 1 && <span className="sr-only">, </span>}
            </span>
          </span>
        ))}
      </p>
      <p className="mt-3 rule-row pt-3 text-muted">{text}</p>
    </div>
  );
}
