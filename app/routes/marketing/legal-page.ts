import type { LegalPage } from '#content/schema/pages.ts';
import { frenchDate } from '../french-formats.ts';
import { pageMeta } from '../page-meta.ts';
import { breadcrumbs } from '../structured-data.ts';
import { renderLegalBody } from './legal-body.ts';

export const legalData = (page: LegalPage, body: string) => ({
  ...page,
  ...renderLegalBody(body),
  updated: frenchDate(page.updated),
});

export const legalMeta = (path: string, { seo, title }: Pick<LegalPage, 'seo' | 'title'>) =>
  pageMeta({ path, ...seo, structuredData: [breadcrumbs({ label: title, path })] });
