import { CertificatePicture } from '#app/marketing/pictures/certificate-picture.tsx';
import { CourseDays } from '#app/marketing/pictures/course-days.tsx';
import { type Action, Actions } from '#app/marketing/sections/actions.tsx';
import { CourseNumber } from '#app/marketing/pictures/course-number.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { CourseBar } from '#app/marketing/sections/course-bar.tsx';
import { CoursePanel } from '#app/marketing/sections/course-panel.tsx';
import { FactRows } from '#app/marketing/sections/fact-rows.tsx';
import { splitTitle } from '#app/marketing/catalogue/course-title.ts';
import { PageSummary } from '#app/marketing/sections/page-summary.tsx';
import { Programme } from '#app/marketing/sections/programme.tsx';
import { RelatedCourses } from '#app/marketing/sections/related-courses.tsx';
import { Section, SectionHeading } from '#app/marketing/sections/section.tsx';
import { Terms } from '#app/marketing/sections/terms.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PhoneDetails } from '#app/components/ui/phone-details.tsx';
import { Phrases } from '#app/components/ui/phrases.tsx';
import { PrintButton } from '#app/components/ui/print-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { availableCourses } from '#content/courses/catalogue.ts';
import { coursePage } from '#content/pages/course.ts';
import { site } from '#content/site.ts';
import { courseFacts } from '../course-facts.ts';
import { closingScene, pageMeta, withLinks } from '../page-data.ts';
import { courseData } from '../structured-data.ts';
import type { Route } from './+types/course.ts';

// `pattern` and not the request's URL, which ends in .data when React Router prerenders the loader's data.
export const loader = ({ pattern }: Route.LoaderArgs) => {
  const course = availableCourses.find(({ slug }) => pattern === `/formations/${slug}`);
  if (!course) throw new Response(null, { status: 404 });
  const related = course.related.flatMap((relatedSlug) => {
    const other = availableCourses.find((entry) => entry.slug === relatedSlug);
    return other
      ? [{ slug: other.slug, title: other.title, standard: other.standard, description: other.description }]
      : [];
  });
  const path = `/formations/${course.slug}`;
  const head = pageMeta({
    path,
    ...course.seo,
    parents: [{ label: coursePage.catalogue, to: '/formations' }],
    label: course.title,
    updated: course.updated,
    structuredData: [courseData(course)],
  });
  // Both forms name the course in their message.
  const withCourse = <T extends { actions: Action[] }>(part: T) => ({
    ...part,
    actions: part.actions.map(({ label, to }) => ({
      label,
      to: ['/contact', '/schedule-consultation'].includes(to) ? `${to}?formation=${course.slug}` : to,
    })),
  });
  const { actions } = withCourse(withLinks(coursePage));
  const closing = withCourse(closingScene(coursePage.closing));
  return { course, related, facts: courseFacts(course), copy: coursePage, actions, closing, ...head };
};

export default function CoursePage({ loaderData }: Route.ComponentProps) {
  const { course, crumbs, related, facts, copy, actions, closing } = loaderData;
  const { headings, panel, summary } = copy;
  const { examLength, updated } = facts;
  const [quote] = actions;
  const exam = `${panel.exam}, ${examLength}`;
  // A dash after the standard ends its line, and never begins the next one.
  const [number, rest] = splitTitle(course);
  const [, dash = '', award = ''] = /^ (– )?(.*)$/.exec(rest) ?? [];
  const standard = `${number}${dash && '\u00a0–'}`;
  return (
    <>
      <p className="wrap hidden text-sm text-muted print:block">
        {headings.updated} {updated}
      </p>
      {/* Clipped: the line under the number runs from edge to edge of the viewport. */}
      <div className="overflow-x-clip">
        <div className="wrap gap-x-12 pt-5 lg:grid lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:pt-10 print:block print:py-2">
          <div className="min-w-0 lg:col-span-8">
            <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 sm:block lg:mb-8 print:hidden">
              <Breadcrumb crumbs={crumbs} />
              <ActionLink
                to="/formations"
                className="inline-flex items-center gap-1.5 py-1 text-sm font-semibold text-azure underline-offset-4 hover:underline"
              >
                <Icon name="arrow-left" className="size-4" />
                {copy.back}
              </ActionLink>
            </div>
            <h1 className="text-4xl tracking-tighter">
              {standard} <span className="inline-block">{award}</span>
            </h1>
            <div className="mt-5 flex flex-wrap items-center gap-2 print:mt-1">
              <Badge variant="secondary">
                <Icon name="clock" className="size-4" />
                {facts.days}
              </Badge>
              <Badge variant="secondary">{copy.delivery}</Badge>
              <Badge variant="secondary">
                <Icon name="award" className="size-4" />
                {course.certification}
              </Badge>
            </div>
            <Actions actions={actions} className="mt-6 lg:hidden" />
            <p className="mt-5 max-w-prose text-lg text-muted max-sm:text-base print:mt-1 print:max-w-none">
              {course.lead}
            </p>
            <div className="mt-8 lg:mt-12">
              <CourseNumber text={course.standard} fill={course.numberFill} days={course.durationDays} />
            </div>
          </div>
          <div className="mt-8 lg:col-span-4 lg:col-start-9 lg:row-span-2 lg:row-start-1 lg:mt-0 print:hidden">
            <CoursePanel
              title={panel.title}
              figures={[
                {
                  label: `${panel.duration}${facts.hours}`,
                  figure: String(course.durationDays),
                  unit: 'jours',
                },
                { label: panel.exam, ...facts.exam },
              ]}
              facts={[
                { label: panel.format.label, text: `${panel.format.text}\u00a0${course.durationDays}` },
                panel.certificate,
                panel.price,
                panel.reply,
              ]}
              actions={actions}
              updated={`${panel.updated} ${updated}`}
            />
          </div>
          <div className="mt-6 min-w-0 lg:col-span-8 lg:mt-10">
            <PageSummary
              label={summary.label}
              links={[
                { label: summary.programme, to: '#programme' },
                { label: summary.audience, to: '#public' },
                { label: summary.certification, to: '#certification' },
                { label: summary.practical, to: '#modalites' },
              ]}
            />
          </div>
        </div>
      </div>
      <div className="wrap gap-x-12 pt-6 max-lg:pb-6 lg:grid lg:grid-cols-12 lg:items-start lg:py-24 print:block print:py-2">
        <section className="max-lg:mb-10 lg:col-span-7 print:hidden">
          <SectionHeading title={headings.why} />
          <FactRows facts={course.whyAttend.map(({ title, text }) => ({ label: title, text }))} />
        </section>
        {/* What the participant leaves with, as the sheet that the reasons lead to. */}
        <section className="border-line bg-surface max-lg:-mx-[clamp(1.125rem,4vw,2.5rem)] max-lg:border-y max-lg:px-[clamp(1.125rem,4vw,2.5rem)] max-lg:py-6 lg:col-span-5 lg:border lg:p-9 lg:shadow-card print:mx-0 print:border-0 print:p-0 print:shadow-none">
          <h2 className="rule-head mb-4 pb-3 text-2xl lg:mb-6 lg:pb-4 print:mb-1 print:border-0 print:pb-0 print:text-xl">
            <Phrases text={headings.objectives} />
          </h2>
          <CheckList
            items={course.objectives}
            className="gap-x-12 max-sm:gap-1.5 max-sm:text-sm sm:max-lg:grid-cols-2 lg:gap-4 print:grid-cols-2 print:gap-y-0.5"
          />
        </section>
      </div>
      {quote && <CourseBar title={course.title} facts={[facts.days, exam, course.certification]} action={quote} />}
      <Section heading={{ title: headings.programme }} id="programme" ground="mist">
        <div className="mb-14 hidden lg:block print:hidden">
          <CourseDays
            days={course.programme}
            exam={exam}
            label={`Les ${course.durationDays} jours de la formation\u202f; l’examen de ${examLength} a lieu le dernier jour`}
          />
        </div>
        <Programme
          course={course.title}
          days={course.programme}
          copy={copy.sheet}
          exam={exam}
          note={
            <div className="needs-script flex flex-wrap items-center justify-between gap-x-10 gap-y-4 md:border md:border-line-strong md:p-8 lg:col-span-2 print:hidden">
              <p className="font-heading text-xl font-bold max-md:hidden">{copy.print.text}</p>
              <PrintButton label={copy.print.label} />
            </div>
          }
        />
      </Section>
      <Section id="public">
        <div className="grid gap-10 md:grid-cols-2 lg:gap-x-24 print:grid-cols-2">
          {[
            { title: headings.audience, items: course.audience },
            { title: headings.prerequisites, items: course.prerequisites },
          ].map(({ title, items }) => (
            <div key={title}>
              <h2 className="mb-6 text-3xl max-sm:mb-4 md:min-h-[2.16em] lg:mb-10 print:mb-1 print:min-h-0">{title}</h2>
              <CheckList items={items} className="max-sm:gap-1.5 max-sm:text-sm print:gap-0.5" />
            </div>
          ))}
        </div>
      </Section>
      <Section heading={{ title: headings.certification }} id="certification" ground="ink">
        <div className="grid items-start gap-x-16 gap-y-7 lg:grid-cols-[26.25rem_1fr] xl:grid-cols-[30rem_1fr] print:block print:columns-2 print:gap-8">
          <figure className="mx-auto w-full max-w-120 lg:sticky lg:top-36 print:hidden">
            <CertificatePicture
              issuer={copy.certificate.issuer}
              title={course.certification}
              copy={copy.certificate}
              label={`${copy.certificate.label} ${course.certification}`}
            />
            <figcaption className="mt-5 text-sm text-muted">{copy.certificate.caption}</figcaption>
          </figure>
          <div>
            <h3 className="text-xl">{course.certification}</h3>
            <p className="mt-3 max-sm:text-sm print:mt-1">{copy.registration}</p>
            <p className="mt-3 text-muted max-sm:text-sm print:mt-1">{course.certificate.worth}</p>
            <p className="mt-3 text-muted max-sm:text-sm print:mt-1">{course.certificate.maintenance}</p>
            <PhoneDetails
              className="mt-8 max-md:mt-6 max-md:border-t max-md:border-line max-md:pt-4 print:mt-2"
              title={<h3 className="text-xl">{headings.exam}</h3>}
            >
              <CheckList
                items={[
                  `Durée\u00a0: ${examLength}, le jour\u00a0${course.durationDays}`,
                  copy.examFacts.format,
                  copy.examFacts.language,
                  copy.examFacts.validity,
                ]}
                className="mt-3 print:mt-1 print:gap-0.5"
              />
              <p className="mt-4 text-muted print:mt-1">{course.exam.preparation}</p>
            </PhoneDetails>
          </div>
          <PhoneDetails
            className="max-lg:border-t max-lg:border-line max-lg:pt-4 max-md:-mt-3 max-md:border-b max-md:pb-4 lg:col-span-2 lg:mt-8 print:mt-2 print:border-0 print:pt-0"
            title={<h3 className="text-xl">{headings.examDomains}</h3>}
          >
            <ol className="mt-3 grid gap-x-12 gap-y-2 md:mt-5 md:grid-cols-2 xl:grid-cols-3 print:mt-1 print:block print:list-decimal print:pl-5">
              {course.exam.domains.map((domain, index) => (
                <li key={domain} className="flex gap-3 print:list-item">
                  <span aria-hidden="true" className="w-5 shrink-0 font-heading font-bold text-sun print:hidden">
                    {index + 1}
                  </span>
                  {domain}
                </li>
              ))}
            </ol>
          </PhoneDetails>
        </div>
      </Section>
      <Section heading={{ title: headings.practical }} id="modalites">
        <Terms
          title={course.title}
          note={`${panel.updated} ${updated}`}
          main={[{ ...copy.duration, answer: `${facts.days}${facts.hours}` }, ...copy.mainTerms]}
          others={[
            { label: copy.labels.method, text: course.method.map((line) => `${line}.`).join(' ') },
            { label: copy.labels.assessment, text: course.assessment },
            ...copy.terms,
            {
              label: copy.contact.label,
              text: (
                <>
                  {copy.contact.text} <TextLink href={`mailto:${site.company.email}`}>{site.company.email}</TextLink>,{' '}
                  <TextLink href={site.company.phoneHref}>{site.company.phone}</TextLink>.
                </>
              ),
            },
          ]}
        />
      </Section>
      <div className="print:hidden">
        <Section heading={{ title: headings.related }} ground="mist" size="sm">
          <RelatedCourses courses={related} />
        </Section>
      </div>
      <Closing {...closing} />
    </>
  );
}

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="whitespace-nowrap text-azure underline underline-offset-4">
      {children}
    </a>
  );
}
