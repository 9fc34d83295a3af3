import { marked } from 'marked';
import { frenchDate } from '#app/lib/french.ts';
import { unfilledCopy } from '#content/facts.ts';
import { fill } from '#content/legal/fill.ts';
import type { LegalPage } from '#content/schema/pages.ts';
import { site } from '#content/site.ts';
import { pageMeta } from '../page-data.ts';

const { phone, phoneHref } = site.company;

export type LegalSection = { id: string; title: string };

const slug = (title: string) =>
  title
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Renders our own Markdown at build; its sections become the table of contents. */
export const renderLegalBody = (markdown: string) => {
  const sections: LegalSection[] = [];
  const renderer = new marked.Renderer();
  renderer.heading = function heading({ tokens, depth, text }) {
    const id = slug(text);
    if (depth === 2) sections.push({ id, title: text });
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  };
  renderer.link = function link({ href, tokens }) {
    const label = this.parser.parseInline(tokens);
    if (!href.startsWith('http')) return `<a href="${href}">${label}</a>`;
    return `<a href="${href}" target="_blank" rel="noopener">${label}<span class="sr-only"> (nouvel onglet)</span></a>`;
  };
  // On a phone the table is a list: each value carries the name of its column.
  renderer.table = function table({ header, rows }) {
    const cell = (tag: string, attributes: string, tokens: (typeof header)[number]['tokens']) =>
      `<${tag}${attributes}>${this.parser.parseInline(tokens)}</${tag}>`;
    const head = header.map(({ tokens }) => cell('th', ' scope="col"', tokens)).join('');
    const body = rows.map((row) => {
      // In a table of two columns, the first one names the second.
      const label = (index: number) => (header.length > 2 ? ` data-label="${header[index]?.text ?? ''}"` : '');
      const cells = row.map(({ tokens, text }, index) => {
        if (unfilledCopy.has(text)) return `<td${label(index)}><span class="to-complete">${text}</span></td>`;
        if (text === phone) return `<td${label(index)}><a href="${phoneHref}">${phone}</a></td>`;
        return cell('td', label(index), tokens);
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>\n`;
  };
  const html = marked.parse(markdown, { renderer, async: false });
  return { html, sections };
};

const buildParts = {
  leads: import.meta.env.VITE_LEADS === 'deliver',
  booking: import.meta.env.VITE_BOOKING === 'on',
};

/** The loader data of a legal page. For loaders only: what it imports must not reach the browser. */
export const legalData = (path: string, { addendum, ...page }: LegalPage, body: string) => ({
  ...page,
  ...renderLegalBody(fill(body, buildParts)),
  updated: frenchDate(page.updated),
  addendum: addendum && { ...addendum, date: frenchDate(addendum.date) },
  ...pageMeta({ path, ...page.seo, label: page.title, updated: addendum?.date ?? page.updated }),
});
