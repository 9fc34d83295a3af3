import { BillingBricks } from '#app/marketing/pictures/billing-bricks.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type FormulaTableProps = Pick<MicrosoftCloudPage['families'], 'items' | 'columns'>;

/** The columns of a summary and, under them, of its table; the last one has the icon. */
const columnsClass = 'lg:grid-cols-[4fr_8fr_1.25rem]';

/** The families of a vendor, each with what it is for and how it is billed; its plans unfold. The first family is open. */
export function FormulaTable({ items, columns: [plan, use] }: FormulaTableProps) {
  return (
    <div className="rule-claim border-b border-b-line">
      {items.map(({ name, text, billing, isMetered, plans }, index) => (
        <details key={name} open={index === 0} className="group break-inside-avoid not-first:rule-row">
          <summary
            className={`grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 py-5 hover:text-azure lg:py-6 ${columnsClass}`}
          >
            <h3 className="text-2xl">{name}</h3>
            <span className="max-lg:order-last max-lg:col-span-2">
              <span className="text-muted">{text}</span>
              <span className="mt-3 flex items-center gap-4 text-sm font-semibold">
                {isMetered && <BillingBricks />}
                {billing}
              </span>
            </span>
            <span className="mt-1 text-azure print:hidden">
              <Icon name="plus" className="size-5 group-open:hidden" />
              <Icon name="minus" className="hidden size-5 group-open:block" />
            </span>
          </summary>
          <div className={`grid gap-x-6 pb-6 lg:pb-8 ${columnsClass}`}>
            {/* The names of the plans below that of their family. */}
            <table className="w-full border-collapse text-left max-md:block lg:col-span-2">
              <caption className="sr-only">{name}</caption>
              <thead className="text-sm text-muted max-md:sr-only">
                <tr>
                  {[plan, use].map((column) => (
                    <th key={column} scope="col" className="py-2 font-normal">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="align-baseline max-md:block">
                {plans.map((entry) => (
                  <tr key={entry.name} className="rule-row max-md:block max-md:py-2 max-md:text-sm">
                    <th
                      scope="row"
                      className="w-[33%] py-3 pr-6 align-baseline font-semibold max-md:inline max-md:p-0 max-md:pr-2 lg:w-[calc(100%/3+1rem)]"
                    >
                      {entry.name}
                    </th>
                    <td className="py-3 text-muted max-md:inline max-md:p-0">{entry.text}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      ))}
    </div>
  );
}
