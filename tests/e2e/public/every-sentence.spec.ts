import { publicPages } from './public-pages.ts';
import { withBreaks } from './spec-table.ts';
import { expect, test } from './visitor.ts';
import { allCopy } from '../../../scripts/content-lint/registry.ts';

/** Copy that only shows after the visitor has done something; the specs of those parts look at it. */
const afterInteraction = [
  // On the pages of a build with LEADS=deliver or BOOKING=on.
  /^(?:content\/newsletter|modules\/appointments\/copy\/site\.fr)\.ts /,
  /^content\/pages\/(mail-links|error)\.ts /,
  / (form|checklist)\.confirmation\./,
  / checklist\.sheet\.parts\[\d\]\.checks/,
  / site\.newsletter\.(submitting|errors|success)/,
  / mailLinkUnreachable\./,
  /^content\/pages\/verify\.ts form\.(busy|results)/,
  / catalogue\.filters\.(reset|none)$/,
  // Filled in with a number, a title or the missing bricks.
  / (catalogue\.count\.many|form\.(courseMessage|missingBricks))$/,
  / saved\./,
  // Written as days are.
  /^content\/pages\/invoice-example\.ts (?:issued|due)On$/,
];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const readableHtml = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>|<!--[\s\S]*?-->| data-props="[^"]*"/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');
/** A sentence may have a link, or a figure set larger than its words. */
const withoutInlineTags = (html: string) => html.replaceAll(/<\/?(?:a|b|mark|span|strong|tspan)\b[^>]*>/g, '');

test('every sentence of content/ for the public is on a page', async ({ request }) => {
  const paths = [...publicPages, '/nowhere'];
  const pages = await Promise.all(paths.map(async (path) => readableHtml(await (await request.get(path)).text())));
  const html = withBreaks(pages.flatMap((page) => [page, withoutInlineTags(page)]).join('\n'));
  const missing = allCopy
    .filter(({ file }) => /^content\/(?!desk|documents|portal).+\.ts$|\/copy\/site\.fr\.ts$/.test(file))
    .filter(({ text }) => !html.includes(withBreaks(text)))
    .map(({ file, path, text }) => `${file} ${path}: ${text}`)
    .filter((line) => !afterInteraction.some((pattern) => pattern.test(line.slice(0, line.indexOf(': ')))));
  expect(missing).toEqual([]);
});
