import { classNames } from '#app/components/ui/class-names.ts';

type Step = { title: string; text: string; duration?: string | undefined };

const columns: Record<number, string> = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4', 5: 'lg:grid-cols-5' };

/** Steps joined by a line that is drawn from one to the next as they come into view (app/styles/app.css). */
export function StepsLine({ steps }: { steps: Step[] }) {
  return (
    <ol className={classNames('steps lg:grid', columns[steps.length])}>
      {steps.map((step, index) => {
        const isLast = index === steps.length - 1;
        return (
          <li key={step.title} className="relative pb-10 pl-18 last:pb-0 lg:p-0">
            {isLast || (
              <span
                aria-hidden="true"
                className="step-line absolute top-15 bottom-2 left-6 border-l-2 border-azure lg:top-6 lg:right-2 lg:bottom-auto lg:left-15 lg:border-t-2 lg:border-l-0"
              />
            )}
            <Bastion number={index + 1} isLast={isLast} />
            <div className="lg:pt-7 lg:pr-8">
              <h3 className="text-xl">{step.title}</h3>
              {step.duration && <p className="mt-1 text-sm font-semibold text-sea-ink">{step.duration}</p>}
              <p className="mt-2 text-muted">{step.text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Bastion({ number, isLast }: { number: number; isLast: boolean }) {
  return (
    <svg
      viewBox="0 0 52 52"
      aria-hidden="true"
      className="absolute top-0 left-0 size-13 lg:static"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      <path
        className={classNames('stroke-azure', isLast ? 'fill-azure' : 'fill-surface')}
        d="M8 50V34L1 20 26 2l25 18-7 14v16z"
      />
      <text
        x="26"
        y="35"
        textAnchor="middle"
        fontSize="21"
        className={classNames('font-heading font-bold', isLast ? 'fill-on-azure' : 'fill-azure')}
      >
        {number}
      </text>
    </svg>
  );
}
