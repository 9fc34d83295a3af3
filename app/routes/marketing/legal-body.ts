import { marked } from 'marked';

export type LegalSection = { id: string; title: string };

const slug = (title: string) =>
  title
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Markdown of ours, rendered at build: its sections become the table of contents, its wide tables scroll alone. */
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
  const html = marked.parse(markdown, { renderer, async: false });
  return { html, sections };
};
