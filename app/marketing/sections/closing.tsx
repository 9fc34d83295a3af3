import { Phrases } from '#app/components/ui/phrases.tsx';
import type { Site } from '#content/schema/site.ts';
import { type Action, Actions } from './actions.tsx';

export type ClosingProps = {
  title: string;
  text: string;
  actions: Action[];
  phone: { label: string; href: string };
  /** When a message is answered. */
  promise: string;
  /** What the office says at which hour (app/marketing/islands/office-hour.ts); without a script, what is always true. */
  hours: Site['officeHours'];
};

/** The last scene of a page. The footer's rampart overlaps its lower edge. */
export function Closing({ title, text, actions, phone, promise, hours }: ClosingProps) {
  return (
    <section className="closing-sky ground-ink -mb-24 pt-12 pb-30 lg:pt-28 lg:pb-52 print:hidden">
      <div className="wrap gap-x-12 lg:grid lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h2 className="max-w-2xl text-[clamp(1.9375rem,1.3rem+2.7vw,3.5rem)] leading-[1.04]">
            <Phrases text={title} />
          </h2>
          <p className="mt-5 max-w-prose text-lg text-muted">{text}</p>
          <Actions actions={actions} className="mt-8" />
        </div>
        <p className="mt-10 self-end lg:col-span-5 lg:mt-0 lg:justify-self-end lg:text-right">
          <a
            href={phone.href}
            className="font-heading text-[clamp(1.625rem,1.3rem+1.4vw,2rem)] font-bold whitespace-nowrap underline-offset-8 hover:underline"
          >
            {phone.label}
          </a>
          <span className="mt-1 block text-muted">{promise}</span>
        </p>
        <p
          className="office-hour mt-6 text-sm text-muted lg:col-span-12 lg:mt-10"
          data-office-hour={JSON.stringify([hours.now, hours.states])}
          data-always={hours.always}
        >
          <span>{hours.always}</span>
        </p>
      </div>
    </section>
  );
}
