type PlanComparisonProps = { plans: string[]; rows: { capability: string; marks: string[] }[] };

/** A table; on small screens each capability is a card that repeats the plans' names. */
export function PlanComparison({ plans, rows }: PlanComparisonProps) {
  return (
    <table className="w-full border-collapse text-left max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className="w-2/5 py-3 pr-4 font-semibold">
            Capacité
          </th>
          {plans.map((plan) => (
            <th key={plan} scope="col" className="px-4 py-3 font-semibold">
              {plan}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-4">
        {rows.map((row) => (
          <tr
            key={row.capability}
            className="border-t border-line max-md:block max-md:rounded-lg max-md:border max-md:bg-surface max-md:p-4"
          >
            <th scope="row" className="py-3.5 pr-4 font-medium max-md:block max-md:pt-0 max-md:font-semibold">
              {row.capability}
            </th>
            {row.marks.map((mark, index) => (
              <td
                key={plans[index]}
                className="px-4 py-3.5 text-muted max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1"
              >
                <span aria-hidden="true" className="text-ink md:hidden">
                  {plans[index]}
                </span>
                <span className="max-md:text-right">{mark}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
