import { type Block, destinationOf, parseInline, parseMarkdown } from '#contract/markdown.ts';
import type { MailMessage } from './mail.ts';
import { joined, Markup, markup } from './markup.ts';

// What people wrote, as the pages show it. Mail clients drop style sheets, so each element has its style.

const monospace = new Markup("font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace");

const inline = (text: string): Markup =>
  joined(
    parseInline(text).map((part) => {
      if (part.kind === 'text') return markup`${part.text}`;
      if (part.kind === 'code')
        return markup`<code class="code" style="${monospace};font-size:14px;background:#eef1f6">${part.text}</code>`;
      const destination = destinationOf(part.text, part.href);
      const link = markup`<a href="${part.href}" style="color:#0b63e5;word-break:break-all">${part.text}</a>`;
      return destination === undefined ? link : markup`${link} (${destination})`;
    }),
  );

const blockMargin = new Markup('margin:0 0 12px');

function renderBlock(block: Block): Markup {
  switch (block.kind) {
    case 'paragraph':
      return markup`<p style="${blockMargin};white-space:pre-wrap">${inline(block.text)}</p>`;
    case 'code':
      return markup`<pre class="code" style="${blockMargin};padding:10px 12px;background:#eef1f6;border-radius:6px;${monospace};font-size:13px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere">${block.text}</pre>`;
    case 'quote':
      return markup`<blockquote class="soft" style="${blockMargin};padding:0 0 0 12px;border-left:2px solid #c3cad6;color:#51607a">${renderBlocks(block.blocks)}</blockquote>`;
    case 'list': {
      const items = joined(block.items.map((item) => markup`<li style="margin:0 0 4px">${renderItem(item)}</li>`));
      const style = markup`${blockMargin};padding:0 0 0 24px`;
      return block.start === undefined
        ? markup`<ul style="${style}">${items}</ul>`
        : markup`<ol start="${String(block.start)}" style="${style}">${items}</ol>`;
    }
  }
}

const renderBlocks = (blocks: readonly Block[]): Markup => joined(blocks.map(renderBlock));

/** The first paragraph of an item stands beside its marker. */
function renderItem([first, ...rest]: readonly Block[]): Markup {
  if (first === undefined) return markup``;
  return first.kind === 'paragraph'
    ? markup`<span style="white-space:pre-wrap">${inline(first.text)}</span>${renderBlocks(rest)}`
    : renderBlocks([first, ...rest]);
}

// Without links: a name may look like one.
const renderFiles = ({ label, names }: NonNullable<MailMessage['files']>) =>
  markup`<p class="soft" style="margin:8px 0 0;font-size:13px;line-height:1.5;color:#51607a;overflow-wrap:anywhere">${label}<br>
${new Markup(names.map((file) => markup`${file}`).join('<br>\n'))}</p>`;

export const renderMessageHtml = ({ heading, body, more, files }: MailMessage): Markup =>
  markup`<div class="ink" style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:3px solid #0b63e5;color:#0b1b33">
<p class="soft" style="margin:0 0 6px;font-size:13px;line-height:1.5;color:#51607a">${heading}</p>
<div style="font-size:16px;line-height:1.6;overflow-wrap:anywhere">${renderBlocks(parseMarkdown(body))}</div>${
    more === undefined
      ? ''
      : markup`<p style="margin:0;font-size:14px;line-height:1.5"><a href="${more.link}" style="color:#0b63e5">${more.label}</a></p>`
  }${files === undefined ? '' : renderFiles(files)}</div>`;

export const renderMessageText = ({ heading, body, more, files }: MailMessage): string =>
  [
    heading,
    body.replaceAll(/^/gm, '> '),
    ...(more === undefined ? [] : [`${more.label}\n${more.link}`]),
    ...(files === undefined ? [] : [files.label, ...files.names.map((name) => `- ${name}`)]),
  ].join('\n');
