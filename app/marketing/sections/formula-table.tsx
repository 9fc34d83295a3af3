import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type FormulaTableProps = Pick<MicrosoftCloudPage['families'], 'items' | 'columns'>;

/** The columns of the heads and of every family. */
const columnsClass = 'md:grid md:grid-cols-[30%_minmax(0,1fr)]';

/** All plans of a vendor, one line each, in one table per family. A phone folds them; the first one is open. */
export function FormulaTable({ items, columns: [family, plan, use] }: FormulaTableProps) {
  return (
    <div className="max-md:rule-claim">
      <div aria-hidden="true" className={`rule-head pb-2 text-sm text-muted max-md:hidden ${columnsClass}`}>
        <p>{family}</p>
        <p className="grid grid-cols-[33%_1fr]">
          <span>{plan}</span>
          <span>{use}</span>
        </p>
      </div>
      {items.map(({ name, text, billing, plans }, index) => (
        <PhoneDetails
          key={name}
          open={index === 0}
          className={`break-inside-avoid py-4 not-first:rule-row max-md:first:border-0 md:py-0 md:nth-2:border-0 ${columnsClass}`}
          title={
            <div className="md:py-4 md:pr-10">
              <h3 className="text-2xl">{name}</h3>
              <p className="mt-1.5 text-sm text-muted">{text}</p>
              <p className="mt-1.5 text-sm font-semibold">{billing}</p>
            </div>
          }
        >
          <table className="w-full border-collapse text-left max-md:mt-3 max-md:block">
            <caption className="sr-only">{name}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{plan}</th>
                <th scope="col">{use}</th>
              </tr>
            </thead>
            <tbody className="align-baseline max-md:block">
              {plans.map((entry) => (
                <tr
                  key={entry.name}
                  className="not-first:rule-row max-md:block max-md:py-2 max-md:text-sm max-md:first:rule-row"
                >
                  <th
                    scope="row"
                    className="w-[33%] py-3 pr-6 align-baseline font-semibold max-md:inline max-md:p-0 max-md:pr-2"
                  >
                    {entry.name}
                  </th>
                  <td className="py-3 text-muted max-md:inline max-md:p-0">{entry.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </PhoneDetails>
      ))}
    </div>
  );
}
