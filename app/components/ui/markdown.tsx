import { Fragment, type ReactNode, useState } from 'react';
import { type Block, destinationOf, parseInline, parseMarkdown } from '#contract/markdown.ts';

// No HTML is made from a text: React escapes it.

type Options = {
  /** Says that a link opens a new tab. */
  newTabLabel: string;
  /** Shows a piece of plain text; as it is unless given. */
  renderText?: ((text: string) => ReactNode) | undefined;
};
type MarkdownProps = Options & { text: string };

export function Markdown({ text, ...options }: MarkdownProps) {
  return (
    <div className="markdown" dir="auto">
      {renderBlocks(parseMarkdown(text), options)}
    </div>
  );
}

const maxLines = 20;
const maxCharacters = 2500;

type FoldedMarkdownProps = Pick<MarkdownProps, 'text' | 'renderText'> & {
  copy: { newTab: string; showAll: string; showLess: string };
};

/** A long text shows its beginning, and all of it on paper. */
export function FoldedMarkdown({ text, copy, renderText }: FoldedMarkdownProps) {
  const [isOpen, setIsOpen] = useState(false);
  const markdown = <Markdown text={text} newTabLabel={copy.newTab} renderText={renderText} />;
  if (text.length <= maxCharacters && text.split('\n', maxLines + 1).length <= maxLines) return markdown;
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      {/* The browser scrolls to what it has found in the page, and to a link that gets the focus. */}
      <div className="w-full" data-folded={!isOpen} onScroll={() => setIsOpen(true)}>
        {markdown}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={({ currentTarget: button }) => {
          setIsOpen(!isOpen);
          // Below a text of several screens, it would be gone.
          requestAnimationFrame(() => button.scrollIntoView({ block: 'nearest' }));
        }}
        className="min-h-9 text-sm font-semibold text-azure underline underline-offset-4 print:hidden"
      >
        {isOpen ? copy.showLess : copy.showAll}
      </button>
    </div>
  );
}

const renderBlocks = (blocks: readonly Block[], options: Options): ReactNode =>
  blocks.map((block, at) => {
    // Blocks have no identity but their place, and no state.
    const key = `${at} ${block.kind}`;
    switch (block.kind) {
      case 'paragraph':
        return <p key={key}>{renderInline(block.text, options)}</p>;
      case 'code':
        // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- wider than its box, it is scrolled with the keyboard
        return (
          <pre key={key} tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        );
      // oxlint-enable jsx-a11y/no-noninteractive-tabindex
      case 'quote':
        return <blockquote key={key}>{renderBlocks(block.blocks, options)}</blockquote>;
      case 'list': {
        // oxlint-disable-next-line react/no-array-index-key -- as for blocks
        const items = block.items.map((item, nth) => <li key={`${nth} item`}>{renderItem(item, options)}</li>);
        return block.start === undefined ? (
          <ul key={key}>{items}</ul>
        ) : (
          <ol key={key} start={block.start}>
            {items}
          </ol>
        );
      }
    }
  });

/** The first paragraph of an item stands beside its marker. */
function renderItem(item: readonly Block[], options: Options): ReactNode {
  const [first, ...rest] = item;
  if (first?.kind !== 'paragraph') return renderBlocks(item, options);
  return (
    <>
      {renderInline(first.text, options)}
      {renderBlocks(rest, options)}
    </>
  );
}

const asItIs = (text: string): ReactNode => text;

const renderInline = (text: string, { newTabLabel, renderText = asItIs }: Options): ReactNode =>
  parseInline(text).map((part, at) => {
    const key = `${at} ${part.kind}`;
    if (part.kind === 'text') return <Fragment key={key}>{renderText(part.text)}</Fragment>;
    if (part.kind === 'code') return <code key={key}>{part.text}</code>;
    const destination = destinationOf(part.text, part.href);
    return (
      <Fragment key={key}>
        <a href={part.href} {...(part.href.startsWith('mailto:') ? {} : newTab)}>
          {part.text}
          {!part.href.startsWith('mailto:') && <span className="sr-only"> ({newTabLabel})</span>}
        </a>
        {destination !== undefined && <span className="text-muted"> ({destination})</span>}
      </Fragment>
    );
  });

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' };
