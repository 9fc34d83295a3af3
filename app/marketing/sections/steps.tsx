import type { ReactNode } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';

type Step = { title: string; text: string; duration?: string | undefined; picture?: ReactNode };
type StepsProps = {
  steps: Step[];
  /** On a phone, a text is shown when its title is pressed. */
  isFolded?: boolean;
};

/** Four numbered steps side by side, each below what it produces. */
export function Steps({ steps, isFolded = false }: StepsProps) {
  return (
    <ol
      className={classNames('grid gap-x-10 sm:grid-cols-2 sm:gap-y-9 lg:grid-cols-4', isFolded ? 'gap-y-6' : 'gap-y-9')}
    >
      {steps.map((step, index) => {
        const title = (
          <h3 className="text-xl">
            <span className="text-azure">{`${index + 1}\u00A0`}</span>
            {step.title}
          </h3>
        );
        const text = <p className="mt-2 text-muted">{step.text}</p>;
        return (
          <li
            key={step.title}
            className={classNames(
              'grid gap-y-4 break-inside-avoid sm:row-span-2 sm:grid-rows-subgrid lg:gap-y-6',
              isFolded
                ? step.picture !== undefined && 'max-sm:grid-cols-[6rem_1fr] max-sm:gap-x-5'
                : 'max-sm:row-span-2 max-sm:grid-rows-subgrid',
            )}
          >
            {(step.picture !== undefined || !isFolded) && (
              <div className="self-end max-sm:max-w-56 max-sm:self-start">{step.picture}</div>
            )}
            {isFolded ? (
              <PhoneDetails title={title}>{text}</PhoneDetails>
            ) : (
              <div>
                {title}
                {step.duration && <p className="mt-1 text-sm font-semibold text-sea-ink">{step.duration}</p>}
                {text}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
