import type { ReactNode } from 'react';

type Step = { title: string; text: string; duration?: string | undefined; picture?: ReactNode };

/** Four numbered steps side by side, each below what it produces. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map((step, index) => (
        <li key={step.title} className="row-span-2 grid grid-rows-subgrid gap-y-4 break-inside-avoid lg:gap-y-6">
          <div className="self-end max-sm:max-w-56">{step.picture}</div>
          <div>
            <h3 className="text-xl">
              <span className="text-azure">{`${index + 1}\u00A0`}</span>
              {step.title}
            </h3>
            {step.duration && <p className="mt-1 text-sm font-semibold text-sea-ink">{step.duration}</p>}
            <p className="mt-2 text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
