import { BayLine } from '#app/marketing/pictures/year-wall.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/field.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import type { WallPage } from '#content/schema/pages.ts';

/** `number` is that of the check on the printed checklist. */
type Check = { number: number; text: string; firstStep: string };
export type Course = { title: string; checks: Check[] };

type SelfCheckProps = Pick<WallPage, 'privacy' | 'count' | 'missing' | 'complete' | 'print' | 'carry'> & {
  courses: Course[];
};

/**
 * A wall whose bricks are laid by ticking them, without a script (`.self-check` in app/styles/wall.css). There is no form element:
 * nothing can be submitted. Each checkbox tells screen readers its own state; the counts are CSS counters, which they read too.
 */
export function SelfCheck({ courses, privacy, count, missing, complete, print, carry }: SelfCheckProps) {
  return (
    <div className="self-check">
      <div className="relative overflow-x-clip">
        <div aria-hidden="true" className="self-check-bay print:hidden">
          <BayLine />
        </div>
        <div className="wrap lg:grid lg:grid-cols-12 lg:gap-x-12">
          <div className="self-check-wall lg:col-span-9 lg:col-start-4 lg:row-start-1">
            {courses.map((course, index) => (
              <fieldset key={course.title} className="min-w-0">
                <legend className="pt-2 pb-0.5 text-sm font-semibold text-sea-ink print:pt-1">{course.title}</legend>
                {index === 0 && (
                  <p aria-hidden="true" className="self-check-crest">
                    <span />
                    <span />
                    <span />
                    <span />
                  </p>
                )}
                <ul className="self-check-course">
                  {course.checks.map((check) => (
                    <li key={check.number} className="grid">
                      <label className="self-check-brick">
                        <Checkbox id={`brique-${check.number}`} data-brick="" />
                        <span className="min-w-0">
                          <span className="mr-1.5 font-heading font-bold">{check.number}.</span>
                          {check.text}
                        </span>
                      </label>
                    </li>
                  ))}
                </ul>
              </fieldset>
            ))}
          </div>
          <div className="mt-6 lg:col-span-3 lg:row-start-1 lg:mt-8 print:mt-2">
            <p className="font-semibold print:text-sm">
              <span className="self-check-laid font-heading text-figure font-bold tracking-tighter print:text-2xl" />
              <span className="font-heading text-2xl font-bold print:text-xl">{` ${count.of} `}</span>
              <span className="lg:block">{count.laid}</span>
            </p>
            <p className="mt-4 text-sm text-muted print:hidden">{privacy}</p>
          </div>
        </div>
      </div>
      <section aria-labelledby="manques" className="ground-mist mt-12 py-11 lg:mt-20 lg:py-20 print:mt-2 print:py-0">
        <div className="wrap">
          <div className="self-check-incomplete">
            <h2 id="manques" className="text-3xl print:text-xl">
              {missing.title}
            </h2>
            <p className="mt-4 text-lg text-muted print:hidden">{missing.lead}</p>
            <ol className="mt-8 grid gap-x-12 md:grid-cols-2 lg:mt-10 print:mt-1 print:grid-cols-2 print:gap-x-6">
              {courses
                .flatMap(({ checks }) => checks)
                .map(({ number, text, firstStep }) => (
                  <li
                    key={number}
                    data-missing={number}
                    className="break-inside-avoid border-t border-line-strong py-4 print:py-0.5 print:text-xs"
                  >
                    <p className="font-semibold">
                      <span className="mr-1.5 font-heading font-bold">{number}.</span>
                      {text}
                    </p>
                    <p className="mt-1 text-muted print:mt-0">
                      <span className="sr-only">{`${missing.firstStepLabel}\u00A0: `}</span>
                      {firstStep}
                    </p>
                  </li>
                ))}
            </ol>
          </div>
          <div className="self-check-complete">
            <h2 className="text-3xl print:text-xl">{complete.title}</h2>
            <p className="mt-4 max-w-prose text-lg">{complete.text}</p>
          </div>
          <div className="mt-10 print:hidden">
            <div className="flex flex-wrap gap-3 max-sm:*:grow">
              <a href="/free-audit" data-carry-bricks="" className={`self-check-incomplete ${buttonClass()}`}>
                {carry.label}
              </a>
              <Button variant="secondary" data-print="" className="needs-script">
                {print}
              </Button>
            </div>
            <p className="self-check-incomplete needs-script mt-4 max-w-prose text-sm text-muted">{carry.text}</p>
            <ScriptNotice>{carry.noScript}</ScriptNotice>
          </div>
        </div>
      </section>
    </div>
  );
}
