import { classNames } from '../ui/class-names.ts';

type Step = { title: string; text: string; duration?: string | undefined };

// The last step is the highest.
const drop = ['lg:mt-0', 'lg:mt-7', 'lg:mt-14', 'lg:mt-21', 'lg:mt-28'];
const columns: Record<number, string> = { 3: 'lg:grid-cols-3', 4: 'lg:grid-cols-4', 5: 'lg:grid-cols-5' };

/** Steps joined by a line: rising on wide screens, vertical on small ones. */
export function StepsLine({ steps }: { steps: Step[] }) {
  return (
    <ol className={classNames('pt-10 lg:grid lg:pt-0', columns[steps.length])}>
      {steps.map((step, index) => {
        const place = { index, isLast: index === steps.length - 1 };
        return (
          <li
            key={step.title}
            className={classNames('relative pb-10 pl-18 last:pb-0 lg:p-0', drop[steps.length - 1 - index])}
          >
            <DescendingLine {...place} />
            <ClimbingLine {...place} />
            <div className="lg:pt-10 lg:pr-6">
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

type Place = { index: number; isLast: boolean };

const pen = {
  fill: 'none',
  strokeWidth: 2.5,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  'aria-hidden': true,
} as const;

function ClimbingLine({ index, isLast }: Place) {
  return (
    <svg {...pen} className="hidden h-18 w-full overflow-visible lg:block">
      {index === 0 ? (
        <path className="stroke-sea" d="M1 2C6 42 26 62 60 62" />
      ) : (
        <path className="stroke-azure" d="M0 90V62h60" />
      )}
      <path className={classNames('stroke-azure', isLast ? 'fill-azure' : 'fill-tint')} d="M60 62V14h48v48" />
      <line className="stroke-azure" x1="108" y1="62" x2="100%" y2="62" />
      <StepNumber x={84} y={46} index={index} isLast={isLast} />
    </svg>
  );
}

function DescendingLine({ index, isLast }: Place) {
  return (
    <svg {...pen} className="absolute top-0 left-0 h-full w-14 overflow-visible lg:hidden">
      {index === 0 && <path className="stroke-sea" d="M64 -40C30 -38 4 -22 4 2" />}
      <path className={classNames('stroke-azure', isLast ? 'fill-azure' : 'fill-tint')} d="M4 2h44v44H4" />
      {isLast || <line className="stroke-azure" x1="4" y1="46" x2="4" y2="100%" />}
      <StepNumber x={26} y={31.5} index={index} isLast={isLast} />
    </svg>
  );
}

function StepNumber({ index, isLast, x, y }: Place & { x: number; y: number }) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      stroke="none"
      fontSize="21"
      className={classNames('font-heading font-bold', isLast ? 'fill-on-azure' : 'fill-azure')}
    >
      {index + 1}
    </text>
  );
}
