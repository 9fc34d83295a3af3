import type { MicrosoftCloudPage } from '#content/schema/service.ts';

type FormulaTableProps = Pick<MicrosoftCloudPage['families'], 'items' | 'columns'>;

/** All plans of a vendor, one line each, grouped by family. On a phone, the lines of a family stand under its name. */
export function FormulaTable({ items, columns }: FormulaTableProps) {
  return (
    <table className="w-full border-collapse text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr className="rule-head text-sm text-muted">
          {columns.map((column) => (
            <th key={column} scope="col" className="pr-8 pb-2 font-normal last:pr-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {items.map((family) => (
        <tbody
          key={family.name}
          className="align-baseline not-first-of-type:rule-row max-md:block max-md:py-6 max-md:first-of-type:rule-claim"
        >
          {family.plans.map((plan, index) => (
            <tr key={plan.name} className="max-md:block">
              {index === 0 && (
                // A heading cannot stand in a header cell.
                <td
                  rowSpan={family.plans.length}
                  className="w-[30%] py-4 pr-8 align-top max-md:block max-md:w-auto max-md:p-0 max-md:pb-1 lg:pr-10"
                >
                  <h3 className="text-2xl">{family.name}</h3>
                  <p className="mt-1.5 text-sm text-muted">{family.text}</p>
                  <p className="mt-1.5 text-sm font-semibold">{family.billing}</p>
                </td>
              )}
              <th
                scope="row"
                className="w-[23%] border-line py-3 pr-6 align-baseline font-semibold in-[tr:not(:first-child)]:border-t max-md:block max-md:w-auto max-md:border-t max-md:pt-3 max-md:pr-0 max-md:pb-0"
              >
                {plan.name}
              </th>
              <td className="border-line py-3 text-muted in-[tr:not(:first-child)]:border-t max-md:block max-md:border-0! max-md:pt-0.5 max-md:pb-2 max-md:text-sm">
                {plan.text}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
