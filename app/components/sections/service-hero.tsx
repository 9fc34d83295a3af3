import { ServicePicture } from '../pictures/service-picture.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { PageHero } from './page-hero.tsx';
import type { Action } from './actions.tsx';

type ServiceHeroProps = {
  hero: { eyebrow?: string | undefined; title: string; lead: string; actions: Action[] };
  card: {
    slug: 'infrastructure' | 'managed-services' | 'cybersecurity' | 'microsoft-cloud';
    name: string;
    price: string;
    priceNote?: string | undefined;
  };
};

export function ServiceHero({ hero, card }: ServiceHeroProps) {
  return (
    <PageHero
      {...hero}
      above={
        <Breadcrumb
          label="Fil d’Ariane"
          crumbs={[{ label: 'Accueil', to: '/' }, { label: 'Services', to: '/services' }, { label: card.name }]}
        />
      }
      facts={
        <p>
          <span className="block text-xl font-semibold">{card.price}</span>
          {card.priceNote && <span className="block max-w-prose text-sm text-muted">{card.priceNote}</span>}
        </p>
      }
      aside={<ServicePicture slug={card.slug} />}
    />
  );
}
