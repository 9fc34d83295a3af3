import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icon.tsx';
import type { PlansPage } from '#content/schema/pages.ts';

type PlanComparisonProps = Pick<PlansPage['comparison'], 'rows' | 'labels'> & { plans: PlansPage['plans']['items'] };

const columnClass = 'w-18 max-[22.5rem]:w-14 md:w-[19%]';

/** One row per capability at every width. The checkbox hides, without JavaScript, the rows in which all plans are alike. */
export function PlanComparison({ plans, rows, labels }: PlanComparisonProps) {
  return (
    <div className="group/comparison">
      <label className="relative mb-4 inline-flex min-h-11 cursor-pointer items-center gap-3 font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-azure print:hidden">
        <input type="checkbox" className="peer sr-only" />
        <span
          aria-hidden="true"
          className="flex h-7 w-12 shrink-0 rounded-full border border-line-strong bg-surface p-0.75 transition-colors peer-checked:justify-end peer-checked:border-azure peer-checked:bg-azure peer-checked:*:bg-on-azure"
        >
          <span className="size-5 rounded-full border border-transparent bg-line-strong" />
        </span>
        {labels.onlyDifferences}
      </label>
      <table className="w-full table-fixed border-collapse text-left">
        {/* Sticky under the page's header. */}
        <thead className="sticky top-16 z-10 nav:top-18 print:static">
          <tr className="bg-paper *:shadow-[inset_0_-2px_0_var(--ink)]">
            <th scope="col" className="py-3 pr-3 text-sm font-semibold md:text-base">
              {labels.capability}
            </th>
            {plans.map((plan) => (
              <th
                key={plan.name}
                scope="col"
                className={classNames(
                  columnClass,
                  plan.popular && 'bg-tint',
                  'py-3 text-center text-xs font-semibold max-[22.5rem]:tracking-tight md:text-base',
                )}
              >
                <span className="sr-only md:not-sr-only md:block md:text-balance">{plan.name}</span>
                <span aria-hidden="true" className="md:hidden">
                  {plan.shortName}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.capability}
              className={classNames(
                'break-inside-avoid border-b border-line',
                new Set(row.marks).size === 1 && 'group-has-checked/comparison:hidden',
              )}
            >
              <th scope="row" className="py-2 pr-2 text-sm font-medium text-balance hyphens-auto md:text-base">
                {row.capability}
              </th>
              {row.marks.map((mark, index) => (
                <td
                  key={plans[index]?.name}
                  className={classNames(
                    'px-1 py-1 text-center align-middle text-sm',
                    plans[index]?.popular && 'bg-tint',
                  )}
                >
                  <Mark mark={mark} yes={labels.yes} no={labels.no} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A brick of the plan’s wall: the rows of what the plans share are its lowest courses. */
function Mark({ mark, yes, no }: { mark: string; yes: string; no: string }) {
  return (
    <span
      className={classNames(
        'mx-auto grid h-8 max-w-36 place-items-center border font-semibold',
        mark === no
          ? 'border-dashed border-line-strong'
          : 'border-transparent bg-azure-fill text-on-azure print:border-ink print:text-ink',
      )}
    >
      {mark === yes && <Icon name="check" className="size-4.5 stroke-3" />}
      <span className={mark === yes || mark === no ? 'sr-only' : undefined}>{mark}</span>
    </span>
  );
}
