import { type Block, destinationOf, parseInline, parseMarkdown } from '#contract/markdown.ts';
import type { MailMessage } from './mail.ts';
import { joined, Markup, markup } from '../lib/markup.ts';

// What people wrote, as the pages show it. Mail clients drop style sheets, so each element has its style.

type Direction = 'ltr' | 'rtl';

interface MessageStyle {
  /** The mail's. What people wrote has its own. */
  direction: Direction;
  lines: { text: string; small: string };
}

const monospace = new Markup("font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace");

const inline = (text: string): Markup =>
  joined(
    parseInline(text).map((part) => {
      if (part.kind === 'text') return markup`${part.text}`;
      if (part.kind === 'code')
        return markup`<code dir="ltr" class="code" style="${monospace};font-size:14px;background:#dfe7f3">${part.text}</code>`;
      const destination = destinationOf(part.text, part.href);
      const link = markup`<a href="${part.href}" style="color:#0b63e5;overflow-wrap:anywhere">${part.text}</a>`;
      return destination === undefined ? link : markup`${link} (<span dir="ltr">${destination}</span>)`;
    }),
  );

const textOf = (block: Block): string => {
  if (block.kind === 'quote') return block.blocks.map(textOf).join('\n');
  return block.kind === 'list' ? block.items.flat().map(textOf).join('\n') : block.text;
};

/** As `dir="auto"` decides, which Outlook does not know: by the first letter. URLs and isolated values do not count. */
function directionOfText(text: string, fallback: Direction): Direction {
  const [letter] = /\p{L}/u.exec(text.replaceAll(/https?:\/\/\S+|\u2068[^\u2069]*\u2069/g, '')) ?? [];
  if (letter === undefined) return fallback;
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter) ? 'rtl' : 'ltr';
}

const startOf = (direction: Direction) => (direction === 'rtl' ? 'right' : 'left');

const blockMargin = new Markup('margin:0 0 12px');

function renderBlock(block: Block, fallback: Direction): Markup {
  const direction = directionOfText(textOf(block), fallback);
  const start = startOf(direction);
  switch (block.kind) {
    case 'paragraph':
      return markup`<p dir="${direction}" style="${blockMargin};text-align:${start};white-space:pre-wrap">${inline(block.text)}</p>`;
    case 'code':
      return markup`<pre dir="ltr" class="code" style="${blockMargin};padding:10px 12px;background:#dfe7f3;${monospace};font-size:13px;line-height:1.5;text-align:left;white-space:pre-wrap;overflow-wrap:anywhere">${block.text}</pre>`;
    case 'quote':
      return markup`<blockquote dir="${direction}" class="soft" style="${blockMargin};padding:0;padding-${start}:12px;border-${start}:2px solid #c3cad6;color:#51607a">${renderBlocks(block.blocks, direction)}</blockquote>`;
    case 'list': {
      const items = joined(
        block.items.map((item) => markup`<li style="margin:0 0 4px">${renderItem(item, direction)}</li>`),
      );
      const style = markup`${blockMargin};padding:0;padding-${start}:24px;text-align:${start}`;
      return block.start === undefined
        ? markup`<ul dir="${direction}" style="${style}">${items}</ul>`
        : markup`<ol dir="${direction}" start="${String(block.start)}" style="${style}">${items}</ol>`;
    }
  }
}

const renderBlocks = (blocks: readonly Block[], direction: Direction): Markup =>
  joined(blocks.map((block) => renderBlock(block, direction)));

/** The first paragraph of an item stands beside its marker. */
function renderItem([first, ...rest]: readonly Block[], direction: Direction): Markup {
  if (first === undefined) return markup``;
  return first.kind === 'paragraph'
    ? markup`<span style="white-space:pre-wrap">${inline(first.text)}</span>${renderBlocks(rest, direction)}`
    : renderBlocks([first, ...rest], direction);
}

// Without links: a name may look like one.
const renderFiles = ({ label, names }: NonNullable<MailMessage['files']>, { lines }: MessageStyle) =>
  markup`<p class="soft" style="margin:0 0 8px;font-size:14px;line-height:${lines.small};color:#51607a;overflow-wrap:anywhere">${label}<br>
${new Markup(names.map((file) => markup`${file}`).join('<br>\n'))}</p>`;

const renderBody = (body: string, { direction, lines }: MessageStyle) =>
  markup`<div style="font-size:16px;line-height:${lines.text};overflow-wrap:anywhere">${renderBlocks(parseMarkdown(body), direction)}</div>`;

/** The text of a letter stands on the page's own ground, as its writer wrote it. */
export const renderLetter = (body: string, style: MessageStyle): Markup =>
  markup`<div class="ink" style="margin:0 0 4px;color:#0b1b33">${renderBody(body, style)}</div>`;

export function renderMessageHtml(message: MailMessage, style: MessageStyle): Markup {
  const { heading, link, body, more, files, quotes = [] } = message;
  const { lines } = style;
  const named = link === undefined ? heading : markup`<a href="${link}" style="color:#0b63e5">${heading}</a>`;
  return markup`<div class="ink ground" style="margin:0 0 16px;padding:16px 20px 8px;background:#eff4fb;color:#0b1b33">
<p class="${link === undefined ? 'soft' : 'ink'}" style="margin:0 0 8px;font-size:14px;line-height:${lines.small};font-weight:600;color:#51607a">${named}</p>
${body === '' ? '' : renderBody(body, style)}${
    more === undefined
      ? ''
      : markup`<p style="margin:0 0 8px;font-size:14px;line-height:${lines.small}"><a href="${more.link}" style="color:#0b63e5">${more.label}</a></p>`
  }${files === undefined ? '' : renderFiles(files, style)}${joined(
    quotes.map(
      (quote) =>
        markup`<p class="soft" style="margin:16px 0 8px;font-size:14px;line-height:${lines.small};font-weight:600;color:#51607a">${quote.heading}</p>
${renderBody(quote.body, style)}${quote.files === undefined ? '' : renderFiles(quote.files, style)}`,
    ),
  )}</div>`;
}

export const renderMessageText = ({ heading, link, body, more, files, quotes = [] }: MailMessage): string =>
  [
    heading,
    ...(link === undefined ? [] : [link]),
    ...(body === '' ? [] : [body.replaceAll(/^/gm, '> ')]),
    ...(more === undefined ? [] : [`${more.label}\n${more.link}`]),
    ...(files === undefined ? [] : [files.label, ...files.names.map((name) => `- ${name}`)]),
    ...quotes.map((quote) => `\n${renderMessageText(quote)}`),
  ].join('\n');
