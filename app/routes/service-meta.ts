import type { ServiceCard } from '#content/schema/service.ts';
import type { Question, Seo } from '#content/schema/text.ts';
import { pageMeta } from './page-meta.ts';
import { breadcrumbs, faqPage, service } from './structured-data.ts';

export const serviceMeta = ({ seo, card, faq }: { seo: Seo; card: ServiceCard; faq: { items: Question[] } }) => {
  const path = `/services/${card.slug}`;
  return pageMeta({
    path,
    ...seo,
    structuredData: [
      service(card),
      breadcrumbs({ label: 'Services', path: '/services' }, { label: card.name, path }),
      faqPage(faq.items),
    ],
  });
};
