import { DefenceLayers } from '#app/marketing/pictures/defence-layers.tsx';
import { RestoreReport } from '#app/marketing/pictures/restore-report.tsx';
import { TickSheet } from '#app/marketing/pictures/tick-sheet.tsx';
import { Closing } from '#app/marketing/sections/closing.tsx';
import { Emergency } from '#app/marketing/sections/emergency.tsx';
import { FactRows } from '#app/marketing/sections/fact-rows.tsx';
import { Faq } from '#app/marketing/sections/faq.tsx';
import { IncidentLine } from '#app/marketing/sections/incident-line.tsx';
import { Section, SectionHeading } from '#app/marketing/sections/section.tsx';
import { ServiceHero } from '#app/marketing/sections/service-hero.tsx';
import { Threats } from '#app/marketing/sections/threats.tsx';
import { WallInvitation } from '#app/marketing/self-check/wall-invitation.tsx';
import { wallPage } from '#content/pages/wall.ts';
import { cybersecurity } from '#content/services/cybersecurity.ts';
import { closingScene, incidentLine, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/cybersecurity.ts';

export const loader = () => ({ ...cybersecurity, ...serviceMeta(cybersecurity) });

export default function Cybersecurity({ loaderData: page }: Route.ComponentProps) {
  const incident = incidentLine();
  return (
    <>
      <IncidentLine {...incident} />
      <ServiceHero
        hero={withLinks(page.hero)}
        card={page.card}
        crumbs={page.crumbs}
        aside={<RestoreReport {...page.restoreReport} />}
      />
      <Section heading={page.threats} ground="mist">
        <Threats items={page.threats.items} firstMoveLabel={page.threats.firstMoveLabel} />
        <WallInvitation
          {...wallPage.invitation}
          courses={wallPage.themes.map(({ title }) => title)}
          holes={[7, 9, 14]}
        />
      </Section>
      <Section heading={page.solutions} size="lg">
        <TickSheet {...page.solutions.sheet} items={page.solutions.items} />
      </Section>
      <Section heading={page.standards} ground="mist" layout="split">
        <FactRows size="lg" facts={page.standards.items.map(({ name, text }) => ({ label: name, text }))} />
      </Section>
      <Section ground="ink">
        <DefenceLayers
          layers={page.layers.items}
          label={page.layers.title}
          heading={<SectionHeading {...page.layers} />}
        />
      </Section>
      <Emergency id="urgence" {...withLinks(page.emergency)} phone={incident.phone} />
      <Faq {...page.faq} layout="stack" />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
