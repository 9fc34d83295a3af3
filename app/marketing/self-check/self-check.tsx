import { Breadcrumb, type Crumb } from '#app/components/ui/breadcrumb.tsx';
import { BayLine } from '#app/marketing/pictures/year-wall.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/field.tsx';
import { ScriptNotice } from '#app/components/ui/script-notice.tsx';
import type { WallPage } from '#content/schema/pages.ts';

/** `number` is that of the check on the printed checklist. */
type Check = { number: number; text: string; firstStep: string };
export type Course = { title: string; checks: Check[] };

type SelfCheckProps = Omit<WallPage, 'seo' | 'themes' | 'closing' | 'invitation'> & {
  crumbs: Crumb[];
  courses: Course[];
};

/**
 * A wall whose bricks are laid by ticking them, without a script (`.self-check` in app/styles/wall.css). There is no form element:
 * nothing can be submitted. Each checkbox tells screen readers its own state; the counts are CSS counters, which they read too.
 */
export function SelfCheck(props: SelfCheckProps) {
  const { hero, crumbs, courses, privacy, start, count, missing, complete, print, carry } = props;
  return (
    <div className="self-check">
      <div className="relative overflow-x-clip">
        <div aria-hidden="true" className="self-check-bay print:hidden">
          <BayLine />
        </div>
        <div className="wrap grid pt-5 lg:grid-cols-12 lg:gap-x-12 lg:pt-8 print:block print:pt-2">
          <div className="max-lg:order-first max-lg:mb-8 lg:col-span-4">
            <Breadcrumb crumbs={crumbs} />
            <h1 className="mt-5 text-4xl tracking-tighter lg:mt-8 xl:text-[3.75rem]">{hero.title}</h1>
            <p className="mt-5 text-lg text-muted print:mt-1">{hero.lead}</p>
          </div>
          <div className="self-check-wall lg:col-span-8 lg:col-start-5 lg:row-span-2 lg:row-start-1 lg:mt-14">
            <p aria-hidden="true" className="self-check-crest">
              <span />
              <span />
              <span />
            </p>
            {courses.map((course) => (
              <fieldset key={course.title} className="min-w-0">
                <legend className="sr-only">{course.title}</legend>
                <ul className="self-check-course">
                  {course.checks.map((check, index) => (
                    <li key={check.number} className="grid">
                      <label className="self-check-brick">
                        <Checkbox id={`brique-${check.number}`} data-brick="" />
                        <span className="min-w-0">
                          {/* The name of its group, for those who see it. */}
                          {index === 0 && (
                            <span aria-hidden="true" className="self-check-theme">
                              {course.title}
                            </span>
                          )}
                          <span className="mr-1.5 font-heading font-bold">{check.number}.</span>
                          {check.text}
                        </span>
                        {check.number === 1 && (
                          <span aria-hidden="true" className="self-check-start print:hidden">
                            {start}
                          </span>
                        )}
                      </label>
                    </li>
                  ))}
                </ul>
              </fieldset>
            ))}
          </div>
          {/* After the bricks, which a CSS counter counts in the order of the document; on small screens it is seen above them. */}
          <div className="max-lg:contents lg:col-span-4 lg:row-start-2 lg:mt-8 lg:pb-28 print:mt-2">
            <p className="self-check-count font-semibold print:text-sm">
              <span className="self-check-laid font-heading font-bold tracking-tighter max-lg:text-2xl lg:text-figure print:text-2xl" />
              <span className="font-heading text-2xl font-bold max-lg:text-xl print:text-xl">{` ${count.of} `}</span>
              <span className="self-check-incomplete lg:block">{count.laid}</span>
              {/* The heading below says it to screen readers. */}
              <span aria-hidden="true" className="self-check-complete lg:block lg:font-heading lg:text-2xl">
                {complete.title}
              </span>
            </p>
            <p className="mt-4 text-sm text-muted print:hidden">{privacy}</p>
          </div>
        </div>
      </div>
      <section
        aria-labelledby="manques"
        className="self-check-plan ground-mist mt-10 py-11 lg:mt-20 lg:py-20 print:mt-2 print:py-0"
      >
        <div className="wrap">
          <div className="self-check-incomplete">
            <h2 id="manques" className="text-3xl print:text-xl">
              {missing.title}
            </h2>
            <p className="mt-4 text-lg text-muted print:hidden">{missing.lead}</p>
            <ol className="mt-6 grid gap-x-12 md:grid-cols-2 lg:mt-10 print:mt-1 print:grid-cols-2 print:gap-x-6">
              {courses
                .flatMap(({ checks }) => checks)
                .map(({ number, text, firstStep }) => (
                  <li
                    key={number}
                    data-missing={number}
                    className="rule-row break-inside-avoid flex gap-4 py-3 max-md:text-sm md:py-4 print:gap-2.5 print:py-0.5 print:text-xs"
                  >
                    <span className="self-check-hole">{number}</span>
                    <div className="min-w-0">
                      {/* On a phone and on paper the brick with this number has said it already. */}
                      <p className="font-semibold max-md:sr-only print:sr-only">{text}</p>
                      <p className="text-muted md:mt-1 print:mt-0">
                        <span className="sr-only">{`${missing.firstStepLabel}\u00A0: `}</span>
                        {firstStep}
                      </p>
                    </div>
                  </li>
                ))}
            </ol>
          </div>
          <div className="self-check-complete">
            <h2 className="text-3xl print:text-xl">{complete.title}</h2>
            <p className="mt-4 max-w-prose text-lg">{complete.text}</p>
          </div>
          <div className="mt-8 print:hidden lg:mt-10">
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
