import { Island } from '#main/web/islands/island.tsx';
import { IbanCheck } from '#modules/bank/site/iban-check.tsx';
import { FingerprintCourses } from '#app/marketing/pictures/fingerprint-courses.tsx';
import { ForgedMail, SignNumber } from '#app/marketing/pictures/forged-mail.tsx';
import { FormHero } from '#app/marketing/sections/form-hero.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { verifyPage } from '#content/pages/verify.ts';
import { site } from '#content/site.ts';
import { accountPlaceholder } from '#contract/iban.ts';
import { pageMeta } from '../page-data.ts';
import { company } from '../structured-data.ts';
import type { Route } from './+types/verify.ts';

export const loader = () => ({
  ...verifyPage,
  ...pageMeta({ path: '/verifier', ...verifyPage.seo, label: 'Vérifier un IBAN', structuredData: [company()] }),
});

export default function Verify({ loaderData: page }: Route.ComponentProps) {
  const { privacy, rules, signs } = page;
  const lastSign = signs.items.length - 1;
  return (
    <>
      <FormHero
        {...page.hero}
        crumbs={page.crumbs}
        form={
          <>
            <h2 id="verify-title" className="text-2xl">
              {page.form.title}
            </h2>
            <p className="mt-1 mb-5 text-sm text-muted">{page.form.lead}</p>
            {/* The server replaces it with the hash of the active account. */}
            <span hidden data-account={accountPlaceholder} />
            <Island name="iban" component={IbanCheck} props={{ copy: page.form }} />
          </>
        }
      >
        <PhoneDetails
          className="border-t border-line-strong pt-4 text-sm text-muted"
          title={<h2 className="font-sans text-sm font-semibold tracking-normal text-ink">{privacy.title}</h2>}
        >
          <p className="mt-1">{privacy.text}</p>
        </PhoneDetails>
      </FormHero>
      <Section heading={rules}>
        <ul className="grid gap-x-12 gap-y-5 max-md:gap-y-0 lg:grid-cols-3">
          {rules.items.map(({ title, text }) => (
            <li key={title} className="py-3 first:rule-claim max-md:not-first:rule-row md:rule-claim md:pb-0 lg:pt-5">
              <PhoneDetails title={<h3 className="text-lg lg:text-2xl">{title}</h3>}>
                <p className="mt-1 text-muted lg:mt-2">{text}</p>
              </PhoneDetails>
            </li>
          ))}
        </ul>
        <FingerprintCourses {...rules.fingerprint} />
      </Section>
      <Section heading={signs} ground="mist">
        <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-12">
          <div className="lg:sticky lg:top-28 lg:col-span-5">
            <ForgedMail {...signs.mail} />
          </div>
          <ol className="rule-claim lg:col-span-7">
            {signs.items.map(({ title, text }, index) => (
              <li key={title} className="not-first:rule-row">
                <PhoneDetails
                  open={index === lastSign}
                  className="gap-x-8 py-3 md:grid md:grid-cols-[15rem_minmax(0,1fr)] lg:py-5"
                  title={
                    <h3 className="flex items-start gap-3 text-lg">
                      {/* The last item says what to do. */}
                      {index < lastSign && (
                        <span aria-hidden="true" className="mt-0.5">
                          <SignNumber>{index + 1}</SignNumber>
                        </span>
                      )}
                      <span className="min-w-0">{title}</span>
                    </h3>
                  }
                >
                  <div className="mt-1 md:mt-0">
                    <p className="text-muted">{text}</p>
                    {index === lastSign && (
                      <p className="mt-4 print:hidden">
                        <a
                          href={site.company.phoneHref}
                          className={buttonClass('danger-outline', 'md', 'bg-surface max-sm:w-full')}
                        >
                          <Icon name="phone" />
                          {signs.call}
                        </a>
                      </p>
                    )}
                  </div>
                </PhoneDetails>
              </li>
            ))}
          </ol>
        </div>
      </Section>
    </>
  );
}
