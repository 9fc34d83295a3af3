import type { ReactNode } from 'react';
import { Amount } from '#app/components/ui/amount.tsx';
import type { Crumb } from '#app/components/ui/breadcrumb.tsx';
import type { Action } from './actions.tsx';
import { PageHero } from './page-hero.tsx';

type ServiceHeroProps = {
  hero: { title: string; lead: string; actions: Action[] };
  card: { price: string; priceNote?: string | undefined };
  crumbs: Crumb[];
  titleSize?: 'md' | 'sm';
  /** What the customer receives. */
  aside: ReactNode;
};

export function ServiceHero({ hero, card, crumbs, titleSize = 'md', aside }: ServiceHeroProps) {
  return (
    <PageHero
      {...hero}
      crumbs={crumbs}
      titleSize={titleSize}
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
