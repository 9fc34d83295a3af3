import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from '#app/components/ui/breadcrumb.tsx';
import { classNames } from '#app/components/ui/class-names.ts';
import { Phrases } from '#app/components/ui/phrases.tsx';

type FormHeroProps = {
  crumbs: Crumb[];
  title: string;
  lead: string;
  /** The conditions of the offer, one sentence. */
  offer?: string | undefined;
  form: ReactNode;
  /** Below both columns. */
  below?: ReactNode;
  /** Beside the form on large screens, after it on small ones. */
  children: ReactNode;
};

const formCardClass = 'border border-line bg-surface p-4 shadow-card min-[26rem]:p-6 sm:p-9';

/** The first screen of a page that is a form: a short title, and the form beside it. */
export function FormHero({ crumbs, title, lead, offer, form, below, children }: FormHeroProps) {
  return (
    <div className="ground-mist">
      <div className="wrap grid gap-x-12 gap-y-7 pt-4 pb-14 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:gap-y-10 lg:pt-10 lg:pb-28">
        <div className="min-w-0 lg:col-span-5">
          <FormTitle crumbs={crumbs}>{title}</FormTitle>
          <p className="mt-4 text-lg text-muted max-sm:text-base">{lead}</p>
          {offer && <p className="mt-3 font-semibold">{offer}</p>}
        </div>
        <div className="min-w-0 lg:col-span-7 lg:row-span-2">
          <section id="formulaire" className={formCardClass}>
            {form}
          </section>
        </div>
        <div className="min-w-0 lg:col-span-5">{children}</div>
        {below && <div className="min-w-0 lg:col-span-12">{below}</div>}
      </div>
    </div>
  );
}

type WideFormHeroProps = Pick<FormHeroProps, 'crumbs' | 'title' | 'lead' | 'form'> & {
  /** Beside the title on large screens, after the form on small ones. */
  aside: ReactNode;
};

/** A form as wide as the page, under its title. */
export function WideFormHero({ crumbs, title, lead, form, aside }: WideFormHeroProps) {
  return (
    <div className="ground-mist">
      <div className="wrap grid gap-x-12 gap-y-7 pt-4 pb-14 lg:grid-cols-12 lg:gap-y-10 lg:pt-12 lg:pb-28">
        <div className="min-w-0 self-center lg:col-span-7">
          <FormTitle crumbs={crumbs}>{title}</FormTitle>
          <p className="mt-4 max-w-prose text-muted">{lead}</p>
        </div>
        <div className="min-w-0 max-lg:order-last lg:col-span-5">{aside}</div>
        <section id="formulaire" className={classNames(formCardClass, 'relative min-w-0 lg:col-span-12 xl:p-11')}>
          {form}
        </section>
      </div>
    </div>
  );
}

function FormTitle({ crumbs, children }: { crumbs: Crumb[]; children: string }) {
  return (
    <>
      <div className="mb-2 lg:mb-6">
        <Breadcrumb crumbs={crumbs} />
      </div>
      <h1 className="text-[clamp(1.9375rem,1.7rem+1.1vw,2.5rem)] leading-[1.06] tracking-tighter">
        <Phrases text={children} />
      </h1>
    </>
  );
}
