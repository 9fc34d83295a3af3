import { DefenceLayers } from '#app/components/pictures/defence-layers.tsx';
import { Closing } from '#app/components/sections/closing.tsx';
import { Emergency } from '#app/components/sections/emergency.tsx';
import { Faq } from '#app/components/sections/faq.tsx';
import { FeatureGrid } from '#app/components/sections/feature-grid.tsx';
import { IncidentLine } from '#app/components/sections/incident-line.tsx';
import { Section } from '#app/components/sections/section.tsx';
import { ServiceHero } from '#app/components/sections/service-hero.tsx';
import { Threats } from '#app/components/sections/threats.tsx';
import { TitledList } from '#app/components/sections/titled-list.tsx';
import { cybersecurity } from '#content/services/cybersecurity.ts';
import { site } from '#content/site.ts';
import { closingScene, incidentLine, serviceMeta, withLinks } from '../page-data.ts';
import type { Route } from './+types/cybersecurity.ts';

export const loader = () => ({ ...cybersecurity, ...serviceMeta(cybersecurity) });

export default function Cybersecurity({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <IncidentLine {...incidentLine()} />
      <ServiceHero hero={withLinks(page.hero)} card={page.card} />
      <Section heading={page.threats}>
        <Threats items={page.threats.items} firstMoveLabel={page.threats.firstMoveLabel} />
      </Section>
      <Section heading={page.layers} ground="mist">
        <DefenceLayers layers={page.layers.items} label={page.layers.title} />
      </Section>
      <Section heading={page.solutions}>
        <FeatureGrid items={page.solutions.items} columns={2} />
      </Section>
      <Section heading={page.standards} ground="mist">
        <TitledList items={page.standards.items.map((standard) => ({ title: standard.name, text: standard.text }))} />
      </Section>
      <Emergency
        id="urgence"
        {...withLinks(page.emergency)}
        phone={{ label: site.company.phone, href: site.company.phoneHref }}
      />
      <Faq {...page.faq} />
      <Closing {...closingScene(page.closing)} />
    </>
  );
}
