import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import type { Action } from './actions.tsx';
import { PageHero } from './page-hero.tsx';

type ServiceHeroProps = {
  hero: { title: string; lead: string; actions: Action[] };
  card: { name: string; price: string; priceNote?: string | undefined };
  /** What the customer receives. */
  aside: ReactNode;
};

export function ServiceHero({ hero, card, aside }: ServiceHeroProps) {
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
          <Amount value={card.price} />
          {card.priceNote && <span className="mt-1 block max-w-prose text-sm text-muted">{card.priceNote}</span>}
        </p>
      }
      aside={aside}
    />
  );
}
