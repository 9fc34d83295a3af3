import { CertificatePicture } from '#app/components/pictures/certificate-picture.tsx';
import { CourseDays } from '#app/components/pictures/course-days.tsx';
import type { Action } from '#app/components/sections/actions.tsx';
import { CourseFacts } from '#app/components/sections/course-facts.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { PageHero } from '#app/components/sections/page-hero.tsx';
import { Programme } from '#app/components/sections/programme.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { ActionLink } from '#app/components/ui/action-link.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Breadcrumb } from '#app/components/ui/breadcrumb.tsx';
import { CheckList } from '#app/components/ui/check-list.tsx';
import { PrintButton } from '#app/components/ui/print-button.tsx';
import { Icon } from '#app/components/ui/icon.tsx';
import { availableCourses } from '#content/courses/catalogue.ts';
import { coursePage } from '#content/pages/course.ts';
import { site } from '#content/site.ts';
import { breadcrumbs, closingScene, courseData, frenchDate, frenchHours, pageMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/course.ts';

// `pattern` and not the request's URL, which ends in .data when React Router prerenders the loader's data.
export const loader = ({ pattern }: Route.LoaderArgs) => {
  const course = availableCourses.find(({ slug }) => pattern === `/formations/${slug}`);
  if (!course) throw new Response(null, { status: 404 });
  const related = course.related.flatMap((relatedSlug) => {
    const other = availableCourses.find((entry) => entry.slug === relatedSlug);
    return other ? [{ slug: other.slug, title: other.title, description: other.description }] : [];
  });
  const path = `/formations/${course.slug}`;
  const head = pageMeta({
    path,
    ...course.seo,
    structuredData: [
      courseData(course),
      breadcrumbs({ label: coursePage.breadcrumb.catalogue, path: '/formations' }, { label: course.title, path }),
    ],
  });
  // The contact form fills its message with the course's title.
  const withCourse = <T extends { actions: Action[] }>(part: T) => ({
    ...part,
    actions: part.actions.map(({ label, to }) => ({
      label,
      to: to === '/contact' ? `${to}?formation=${course.slug}` : to,
    })),
  });
  const { actions } = withCourse(withLinks(coursePage));
  const closing = withCourse(closingScene(coursePage.closing));
  const facts = { examLength: frenchHours(course.exam.hours), updated: frenchDate(course.updated) };
  return { course, related, facts, copy: coursePage, actions, closing, ...head };
};

export default function CoursePage({
  loaderData: { course, related, facts, copy, actions, closing },
}: Route.ComponentProps) {
  const { headings } = copy;
  const { examLength, updated } = facts;
  const duration = `${course.durationDays}\u00a0jours`;
  return (
    <>
      {/* Header and footer are not printed: this line names the company. */}
      <p className="wrap hidden text-sm text-muted print:block">
        {[site.company.name, site.office.address, `${site.office.postal} ${site.office.city}`, site.company.phone].join(
          ', ',
        )}
      </p>
      <PageHero
        eyebrow={course.domain}
        title={course.title}
        lead={course.lead}
        actions={actions}
        above={
          <div className="grid gap-3 print:hidden">
            <Breadcrumb
              label="Fil d’Ariane"
              crumbs={[
                { label: copy.breadcrumb.home, to: '/' },
                { label: copy.breadcrumb.catalogue, to: '/formations' },
                { label: course.title },
              ]}
            />
            <ActionLink
              to="/formations"
              className="inline-flex items-center gap-1.5 justify-self-start py-1 text-sm font-semibold text-azure underline-offset-4 hover:underline"
            >
              <Icon name="arrow-left" className="size-4" />
              {copy.back}
            </ActionLink>
          </div>
        }
        facts={
          <>
            <Badge>
              <Icon name="clock" className="size-4" />
              {duration}
            </Badge>
            <Badge variant="secondary">{copy.delivery}</Badge>
            <Badge variant="outline">
              <Icon name="award" className="size-4" />
              {course.certification}
            </Badge>
          </>
        }
      />
      <div className="print:hidden">
        <Section heading={{ title: headings.why }}>
          <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
            {course.whyAttend.map((reason) => (
              <div key={reason.title} className="border-t-2 border-sea pt-4">
                <dt className="text-xl font-semibold">{reason.title}</dt>
                <dd className="mt-2 text-muted">{reason.text}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <Section heading={{ title: headings.objectives }} ground="mist">
        <CheckList items={course.objectives} className="gap-x-12 sm:grid-cols-2 print:gap-y-0.5" />
      </Section>
      <Section heading={{ title: headings.programme }} id="programme">
        <div className="mb-10 print:hidden">
          <CourseDays
            days={course.programme}
            exam={`Examen, ${examLength}`}
            label={`Les ${course.durationDays} jours de la formation ; l’examen de ${examLength} a lieu le dernier jour`}
          />
        </div>
        <div className="mb-8 print:hidden">
          <PrintButton label={copy.print} />
        </div>
        <Programme days={course.programme} halfDays={copy.halfDays} />
      </Section>
      <Section ground="mist">
        <div className="grid gap-12 md:grid-cols-2 print:grid-cols-2">
          <div>
            <h2 className="mb-5 text-2xl print:mb-1">{headings.audience}</h2>
            <CheckList items={course.audience} className="print:gap-0.5" />
          </div>
          <div>
            <h2 className="mb-5 text-2xl print:mb-1">{headings.prerequisites}</h2>
            <CheckList items={course.prerequisites} className="print:gap-0.5" />
          </div>
        </div>
      </Section>
      <Section heading={{ title: headings.certification }}>
        <div className="grid items-start gap-10 rounded-xl border border-line bg-surface p-6 sm:p-10 lg:grid-cols-[18rem_1fr] print:border-0 print:p-0">
          <div className="mx-auto w-full max-w-xs print:hidden">
            <CertificatePicture title={course.title} label={`${copy.labels.certificate} ${course.certification}`} />
          </div>
          <div className="print:columns-2 print:gap-8">
            <h3 className="text-xl">{course.certification}</h3>
            <p className="mt-3 text-muted print:mt-1">{course.certificate.worth}</p>
            <p className="mt-3 text-muted print:mt-1">{course.certificate.maintenance}</p>
            <h3 className="mt-8 text-xl print:mt-2">{headings.exam}</h3>
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
            <h4 className="mt-6 font-sans text-base font-semibold tracking-normal print:mt-2">
              {headings.examDomains}
            </h4>
            <CheckList items={course.exam.domains} className="mt-3 print:mt-1 print:gap-0.5" />
          </div>
        </div>
      </Section>
      <Section heading={{ title: headings.practical }} ground="mist">
        <CourseFacts
          facts={[
            { label: copy.labels.method, text: course.method.map((line) => `${line}.`).join(' ') },
            { label: copy.labels.assessment, text: course.assessment },
            ...copy.practical,
          ]}
        />
        <p className="mt-6 text-sm text-muted print:mt-1">
          {headings.updated} {updated}
        </p>
      </Section>
      <div className="print:hidden">
        <Section heading={{ title: headings.related }}>
          <ul className="grid gap-6 md:grid-cols-3">
            {related.map((other) => (
              <li key={other.slug} className="relative rounded-lg border border-line bg-surface p-6 hover:border-azure">
                <h3 className="text-xl">
                  <ActionLink
                    to={`/formations/${other.slug}`}
                    className="after:absolute after:inset-0 after:rounded-lg"
                  >
                    {other.title}
                  </ActionLink>
                </h3>
                <p className="mt-2 text-muted">{other.description}</p>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <Closing {...closing} />
    </>
  );
}
