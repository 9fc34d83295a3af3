import { DefenceLayers } from '#app/components/pictures/defence-layers.tsx';
import { RestoreReport } from '#app/components/pictures/restore-report.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { Emergency } from '#app/components/sections/emergency.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { IncidentLine } from '#app/components/sections/incident-line.tsx';
import { Section, SectionHeading } from '#app/components/sections/section.tsx';
import { ServiceHero } from '#app/components/sections/service-hero.tsx';
import { Threats } from '#app/components/sections/threats.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
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
      </Section>
      <Section heading={page.solutions} size="lg">
        <FeatureGrid items={page.solutions.items} />
      </Section>
      <Section heading={page.standards} ground="mist" layout="split">
        <TitledList items={page.standards.items.map((standard) => ({ title: standard.name, text: standard.text }))} />
      </Section>
      <Section ground="ink">
        <DefenceLayers
          layers={page.layers.items}
          label={page.layers.title}
          heading={<SectionHeading {...page.layers} />}
        />
      </Section>
      <Emergency id="urgence" {...withLinks(page.emergency)} phone={incident.phone} />
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
