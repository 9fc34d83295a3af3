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
            <tr
              key={plan.name}
              className="max-md:block max-md:border-line max-md:py-2 max-md:text-sm max-md:not-first:border-t"
            >
              {index === 0 && (
                // A heading cannot stand in a header cell.
                <td
                  rowSpan={family.plans.length}
                  className="w-[30%] py-4 pr-8 align-top max-md:mb-2 max-md:block max-md:w-auto max-md:border-b max-md:border-line max-md:p-0 max-md:pb-3 lg:pr-10"
                >
                  <h3 className="text-2xl">{family.name}</h3>
                  <p className="mt-1.5 text-sm text-muted">{family.text}</p>
                  <p className="mt-1.5 text-sm font-semibold">{family.billing}</p>
                </td>
              )}
              <th
                scope="row"
                className="w-[23%] border-line py-3 pr-6 align-baseline font-semibold max-md:inline max-md:p-0 max-md:pr-2 md:in-[tr:not(:first-child)]:border-t"
              >
                {plan.name}
              </th>
              <td className="border-line py-3 text-muted max-md:inline max-md:p-0 md:in-[tr:not(:first-child)]:border-t">
                {plan.text}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
