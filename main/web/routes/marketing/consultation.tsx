import { InvitationSheet } from '#app/marketing/pictures/invitation-sheet.tsx';
import { Annex } from '#app/marketing/sections/annex.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { WideFormHero } from '#app/marketing/sections/form-hero.tsx';
import { Section } from '#app/marketing/sections/section.tsx';
import { BookingForm } from '#modules/appointments/site/booking-form.tsx';
import { ConsultationForm } from '#app/marketing/public-forms/consultation-form.tsx';
import { Island } from '#main/web/islands/island.tsx';
import { MailLinkFailure } from '#app/marketing/islands/mail-link-failure.tsx';
import { availableCourses } from '#content/courses/catalogue.ts';
import { bookingPage } from '#modules/appointments/copy/site.fr.ts';
import { consultationPage } from '#content/pages/consultation.ts';
import { homePage } from '#content/pages/home.ts';
import { deliveryOf } from '../delivery.ts';
import { closingScene, pageMeta } from '../page-data.ts';
import type { Route } from './+types/consultation.ts';

const isBooking = import.meta.env.VITE_BOOKING === 'on';
const { step, form, invitation, ...parts } = bookingPage;
const shown = isBooking
  ? {
      ...consultationPage,
      ...parts,
      invitation: { ...consultationPage.invitation, ...invitation },
      form: { ...consultationPage.form, ...form },
    }
  : consultationPage;

export const loader = async () => ({
  ...shown,
  courses: availableCourses.map(({ slug, title }) => ({ slug, title })),
  delivery: await deliveryOf('consultation', '/schedule-consultation'),
  ...pageMeta({
    path: '/schedule-consultation',
    ...consultationPage.seo,
    label: 'Planifier une consultation',
  }),
});

export default function Consultation({ loaderData: page }: Route.ComponentProps) {
  const props = { copy: page.form, types: page.types, courses: page.courses, delivery: page.delivery };
  return (
    <>
      <WideFormHero
        {...page.hero}
        crumbs={page.crumbs}
        aside={<InvitationSheet {...page.invitation} />}
        form={
          isBooking ? (
            <Island name="consultation" component={BookingForm} props={{ ...props, booking: step }} />
          ) : (
            <Island name="consultation" component={ConsultationForm} props={props} />
          )
        }
      />
      <Section heading={page.preparation} layout="split">
        <Annex {...page.preparation.sheet} items={page.preparation.items} />
      </Section>
      <Closing {...closingScene(page.direct)} />
      {isBooking && <MailLinkFailure {...homePage.mailLinkUnreachable} />}
    </>
  );
}
