import { classNames } from '#app/components/ui/class-names.ts';
import { Phrases } from '#app/components/ui/phrases.tsx';
import type { Site } from '#content/schema/site.ts';
import type { Question } from '#content/schema/text.ts';
import { type Action, Actions } from './actions.tsx';
import { Questions } from './faq.tsx';
import { OfficeHour } from './office-hour.tsx';

export type ClosingProps = {
  title: string;
  text: string;
  actions: Action[];
  phone: { label: string; href: string };
  /** When a message is answered. */
  promise: string;
  hours: Site['officeHours'];
  /** Beside the call, in place of a section of their own. */
  questions?: { title: string; items: Question[] };
};

/** The last scene of a page. The footer's rampart overlaps its lower edge. */
export function Closing({ title, text, actions, phone, promise, hours, questions }: ClosingProps) {
  return (
    <section
      className={classNames(
        'closing-sky ground-ink -mb-24 pt-12 pb-30 lg:pt-28 lg:pb-52',
        questions ? 'print:m-0 print:py-2' : 'print:hidden',
      )}
    >
      <div
        className={classNames(
          'wrap gap-x-12 lg:grid lg:grid-cols-12',
          questions && 'lg:grid-rows-[auto_auto_auto_1fr] lg:gap-x-20',
        )}
      >
        {questions && (
          <div className="closing-questions lg:col-span-7 lg:row-span-4">
            <h2 className="mb-6 text-2xl">{questions.title}</h2>
            <Questions items={questions.items} />
          </div>
        )}
        <div className={questions ? 'lg:col-span-5 print:hidden' : 'lg:col-span-12'}>
          <h2
            className={questions ? 'text-3xl' : 'max-w-2xl text-[clamp(1.9375rem,1.3rem+2.7vw,3.5rem)] leading-[1.04]'}
          >
            <Phrases text={title} />
          </h2>
          <p className="mt-5 max-w-prose text-lg text-muted">{text}</p>
        </div>
        <Actions actions={actions} className={classNames('mt-8', questions ? 'lg:col-span-5' : 'lg:col-span-7')} />
        <p
          className={classNames(
            'mt-10 lg:col-span-5 print:hidden',
            // The number ends the line of the buttons.
            !questions && 'lg:mt-8 lg:self-center lg:justify-self-end',
          )}
        >
          <a
            href={phone.href}
            className="font-heading text-[clamp(1.625rem,1.3rem+1.4vw,2rem)] leading-tight font-bold whitespace-nowrap underline-offset-8 hover:underline"
          >
            {phone.label}
          </a>
        </p>
        <div
          className={classNames(
            'text-sm text-muted print:hidden',
            questions
              ? 'self-start lg:col-span-5'
              : 'lg:col-span-12 lg:mt-10 lg:flex lg:flex-row-reverse lg:items-baseline lg:justify-between lg:gap-x-12 lg:border-t lg:border-line lg:pt-5',
          )}
        >
          <p className={classNames('mt-1 text-balance max-sm:text-xs', !questions && 'lg:mt-0 lg:shrink-0')}>
            {promise}
          </p>
          <OfficeHour
            {...hours}
            sentence={hours.now}
            className={classNames('mt-6', !questions && 'min-w-0 lg:mt-0 lg:text-balance')}
          />
        </div>
      </div>
    </section>
  );
}
