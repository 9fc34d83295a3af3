import type { LegalPage } from '#content/schema/pages.ts';
import { fill } from '#content/legal/fill.ts';
import { frenchDate } from '../french-formats.ts';
import { renderLegalBody } from './legal-body.ts';

/** For loaders only: what it imports must never reach the browser. */
export const legalData = (page: LegalPage, body: string) => ({
  ...page,
  ...renderLegalBody(fill(body)),
  updated: frenchDate(page.updated),
});
