import type { LegalPage } from '#content/schema/pages.ts';
import { pageMeta } from '../page-meta.ts';
import { breadcrumbs } from '../structured-data.ts';

export const legalMeta = (path: string, { seo, title }: Pick<LegalPage, 'seo' | 'title'>) =>
  pageMeta({ path, ...seo, structuredData: [breadcrumbs({ label: title, path })] });
