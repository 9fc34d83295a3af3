import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from '#app/components/ui/breadcrumb.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { PrintButton } from '#app/components/ui/print-button.tsx';

type LegalDocumentProps = {
  crumbs: Crumb[];
  title: string;
  lead: string;
  updated: string;
  addendum?: { date: string; text: string } | undefined;
  sections: { id: string; title: string }[];
  /** Our own Markdown, rendered at build. */
  html: string;
  /** Below the introduction: the cookie page's button. */
  aside?: ReactNode;
  /** Beside the introduction. */
  picture?: ReactNode;
};

/** Splits the text at its headings, so that the browser lays out one section at a time. */
const chapters = (html: string) => html.split(/(?=<h2)/);

export function LegalDocument({
  crumbs,
  title,
  lead,
  updated,
  addendum,
  sections,
  html,
  aside,
  picture,
}: LegalDocumentProps) {
  return (
    <div className="wrap py-10 sm:py-14">
      <div className="mb-6">
        <Breadcrumb crumbs={crumbs} />
      </div>
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-7">
          <h1 className="max-w-3xl text-[clamp(2rem,1.3rem+2.1vw,3.25rem)] leading-[1.06]">{title}</h1>
          <p className="mt-3 text-sm text-muted">Dernière mise à jour&nbsp;: {updated}</p>
          {addendum && (
            <p className="mt-1 max-w-prose text-sm text-muted">
              Complément du {addendum.date}&nbsp;: {addendum.text}
            </p>
          )}
          <p className="mt-5 max-w-prose text-lg text-muted">{lead}</p>
          <div className="mt-6 flex flex-wrap gap-3 print:hidden">
            {aside}
            <PrintButton label="Imprimer" />
          </div>
        </div>
        {picture && <div className="min-w-0 self-center lg:col-span-5 print:hidden">{picture}</div>}
      </div>
      <div className="mt-8 grid items-start gap-8 lg:mt-14 lg:grid-cols-12 lg:gap-12">
        <nav
          aria-label="Sommaire"
          className="border border-line bg-surface p-5 max-md:py-4 lg:sticky lg:col-span-4 lg:top-24 print:hidden"
        >
          <PhoneDetails
            title={
              <h2 className="flex items-center gap-2 text-base font-semibold">
                <Icon name="book-open" className="size-4.5 text-sea-ink" />
                Sommaire
              </h2>
            }
          >
            <ol className="mt-3 text-sm">
              {sections.map((section) => (
                <li key={section.id}>
                  <a
                    href={`#${section.id}`}
                    className="block py-1.5 text-muted underline-offset-4 hover:text-azure hover:underline"
                  >
                    {section.title}
                  </a>
                </li>
              ))}
            </ol>
          </PhoneDetails>
        </nav>
        <article className="legal-prose min-w-0 lg:col-span-8">
          {chapters(html).map((chapter) => (
            <div
              key={chapter}
              className="deferred-section [--deferred-height:24rem]"
              dangerouslySetInnerHTML={{ __html: chapter }}
            />
          ))}
        </article>
      </div>
    </div>
  );
}
