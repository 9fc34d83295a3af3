import { Island } from '#app/marketing/islands/island.tsx';
import { IbanCheck } from '#app/marketing/iban-check/iban-check.tsx';
import { FormHero } from '#app/marketing/sections/form-hero.tsx';
import { verifyPage } from '#content/pages/verify.ts';
import { accountPlaceholder } from '#contract/iban.ts';
import { pageMeta } from '../page-data.ts';
import { company } from '../structured-data.ts';
import type { Route } from './+types/verify.ts';

export const loader = () => ({
  ...verifyPage,
  ...pageMeta({ path: '/verifier', ...verifyPage.seo, label: 'Vérifier un IBAN', structuredData: [company()] }),
});

export default function Verify({ loaderData: page }: Route.ComponentProps) {
  const { privacy } = page;
  return (
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
          <div className="mt-8 border-t border-line pt-5 text-sm text-muted">
            <h3 className="font-sans text-sm font-semibold text-ink">{privacy.title}</h3>
            <p className="mt-1">{privacy.text}</p>
          </div>
        </>
      }
    >
      <Points id="rules" {...page.rules} />
      <Points id="signs" {...page.signs} />
    </FormHero>
  );
}

type PointsProps = Route.ComponentProps['loaderData']['rules'] & { id: string };

function Points({ id, title: heading, lead, items }: PointsProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="not-first:mt-10">
      <h2 id={`${id}-title`} className="text-2xl">
        {heading}
      </h2>
      <p className="mt-2 text-muted">{lead}</p>
      <ol className="mt-6 grid gap-6">
        {items.map(({ title, text }) => (
          <li key={title} className="border-l-4 border-azure pl-5">
            <h3 className="text-lg">{title}</h3>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
