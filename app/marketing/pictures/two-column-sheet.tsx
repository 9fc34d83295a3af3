import { classNames } from '#app/components/ui/class-names.ts';
import type { WhyUsPage } from '#content/schema/pages.ts';

type TwoColumnSheetProps = WhyUsPage['hero']['sheet'] & { className?: string };

/** A page with a table of two columns: what is promised and where it can be verified, what happens and who answers. */
export function TwoColumnSheet({ title, columns, rows, annotation, className }: TwoColumnSheetProps) {
  return (
    <div className={classNames('border-t-4 border-ink pt-5', className)}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="pb-4 text-left font-heading text-2xl font-bold">{title}</caption>
        <thead>
          <tr className="border-b border-ink align-bottom text-muted">
            {columns.map((column) => (
              <th key={column} scope="col" className="pr-8 pb-2 font-normal last:pr-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, second]) => (
            <tr key={first} className="border-b border-line align-top text-balance">
              <th scope="row" className="w-1/2 py-3 pr-8 text-base font-semibold">
                {first}
              </th>
              <td className="py-3 text-base">{second}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-5">
        <span className="border border-transparent bg-sun px-1.5 py-0.5 text-sm font-medium text-night">
          {annotation}
        </span>
      </p>
    </div>
  );
}
