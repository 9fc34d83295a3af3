import { allCopy } from '../../../scripts/content-lint/registry.ts';
import { publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';

/** Copy that only shows after the visitor has done something; the specs of those parts look at it. */
const afterInteraction = [
  /^content\/pages\/(mail-links|error)\.ts /,
  / (form|checklist)\.confirmation\./,
  / site\.newsletter\.(submitting|errors|success)/,
  / mailLinkUnreachable\./,
  / catalogue\.filters\.(reset|none)$/,
  / saved\./,
];

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const readableHtml = (html: string) =>
  html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>|<!--[\s\S]*?-->| data-props="[^"]*"/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');

test('every sentence of content/ is on a page', async ({ request }) => {
  const paths = [...publicPages, '/nowhere'];
  const pages = await Promise.all(paths.map(async (path) => readableHtml(await (await request.get(path)).text())));
  const html = pages.join('\n');
  const missing = allCopy
    .filter(({ file, text }) => file.endsWith('.ts') && !html.includes(text))
    .map(({ file, path, text }) => `${file} ${path}: ${text}`)
    .filter((line) => !afterInteraction.some((pattern) => pattern.test(line.slice(0, line.indexOf(': ')))));
  expect(missing).toEqual([]);
});
