import { Fragment, type ReactNode } from 'react';
import { type Block, destinationOf, parseInline, parseMarkdown } from '#contract/markdown.ts';

// No HTML is made from a text: React escapes it.

type MarkdownProps = { text: string; /** Says that a link opens a new tab. */ newTabLabel: string };

export function Markdown({ text, newTabLabel }: MarkdownProps) {
  return <div className="markdown">{renderBlocks(parseMarkdown(text), newTabLabel)}</div>;
}

const renderBlocks = (blocks: readonly Block[], newTabLabel: string): ReactNode =>
  blocks.map((block, at) => {
    // Blocks have no identity but their place, and no state.
    const key = `${at} ${block.kind}`;
    switch (block.kind) {
      case 'paragraph':
        return <p key={key}>{renderInline(block.text, newTabLabel)}</p>;
      case 'code':
        // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- wider than its box, it is scrolled with the keyboard
        return (
          <pre key={key} tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        );
      // oxlint-enable jsx-a11y/no-noninteractive-tabindex
      case 'quote':
        return <blockquote key={key}>{renderBlocks(block.blocks, newTabLabel)}</blockquote>;
      case 'list': {
        // oxlint-disable-next-line react/no-array-index-key -- as for blocks
        const items = block.items.map((item, nth) => <li key={`${nth} item`}>{renderItem(item, newTabLabel)}</li>);
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
function renderItem(item: readonly Block[], newTabLabel: string): ReactNode {
  const [first, ...rest] = item;
  if (first?.kind !== 'paragraph') return renderBlocks(item, newTabLabel);
  return (
    <>
      {renderInline(first.text, newTabLabel)}
      {renderBlocks(rest, newTabLabel)}
    </>
  );
}

const renderInline = (text: string, newTabLabel: string): ReactNode =>
  parseInline(text).map((part, at) => {
    const key = `${at} ${part.kind}`;
    if (part.kind === 'text') return <Fragment key={key}>{part.text}</Fragment>;
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
