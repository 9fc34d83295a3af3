import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { parseInline, parseMarkdown, safeHref } from '#contract/markdown.ts';
import { FoldedMarkdown, Markdown } from './markdown.tsx';

const html = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} newTabLabel="new tab" />)
    .replace(/^<div class="markdown" dir="auto">/, '')
    .replace(/<\/div>$/, '');
const hrefs = (text: string) => parseInline(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []));

describe('blocks', () => {
  test('paragraphs keep their lines and spaces', () => {
    expect(html('First\n  second   line\n\n\nThird\r\nfourth')).toBe(
      '<p>First\n  second   line</p><p>Third\nfourth</p>',
    );
  });

  test('lists follow a paragraph without a blank line, are numbered from their first number, and nest', () => {
    expect(html('Steps:\n- one\n- two\n  - deep\n- three')).toBe(
      '<p>Steps:</p><ul><li>one</li><li>two<ul><li>deep</li></ul></li><li>three</li></ul>',
    );
    expect(html('3. three\n4) four\n\n5. five')).toBe('<ol start="3"><li>three</li><li>four</li><li>five</li></ol>');
    expect(html('- one\n1. first')).toBe('<ul><li>one</li></ul><ol start="1"><li>first</li></ol>');
    expect(html('- one\n\n  more of it\n\nafter')).toBe('<ul><li>one<p>more of it</p></li></ul><p>after</p>');
  });

  test('what only looks like a list is text', () => {
    expect(html('It was in\n2024. Then')).toBe('<p>It was in\n2024. Then</p>');
    expect(html('Room\n12. floor')).toBe('<p>Room\n12. floor</p>');
    for (const text of ['-5 °C', '--', '-- \nSignature', '*important*', '1.5 GB', '-', '1.'])
      expect(html(text)).toBe(`<p>${text}</p>`);
  });

  test('quotes nest, and an answer follows them', () => {
    expect(html('> You wrote:\n>> Earlier\n> More\n\nYes.')).toBe(
      '<blockquote><p>You wrote:</p><blockquote><p>Earlier</p></blockquote><p>More</p></blockquote><p>Yes.</p>',
    );
  });

  test('code is kept as it is, also without an end', () => {
    expect(html('Log:\n```text\n- a <b>\n\n> c\n```\nEnd')).toBe(
      '<p>Log:</p><pre tabindex="0"><code>- a &lt;b&gt;\n\n&gt; c</code></pre><p>End</p>',
    );
    expect(html('~~~\nopen\n```')).toBe('<pre tabindex="0"><code>open\n```</code></pre>');
    expect(html('```')).toBe('<pre tabindex="0"><code></code></pre>');
  });

  test('the language of a code block is not shown, and other text after a fence is', () => {
    const code = (text: string) => `<pre tabindex="0"><code>${text}</code></pre>`;
    for (const opening of ['```js', '~~~text', '``` c++ ', '~~~~objective-c']) {
      const mark = /[`~]+/.exec(opening)?.[0];
      expect(html(`${opening}\nlet a;\n${mark}`), opening).toBe(code('let a;'));
    }
    expect(html('``` Error: no paper\nat tray 2\n```')).toBe(code('Error: no paper\nat tray 2'));
    expect(html('~~~done~~~\nThanks')).toBe(code('done~~~\nThanks'));
    expect(html('```reboot\n```')).toBe(code('reboot'));
    expect(html('~~~ Regards')).toBe(code('Regards'));
  });

  test('emptiness makes nothing', () => {
    expect(parseMarkdown(' \n\t\n')).toEqual([]);
    expect(html('- ')).toBe('<p>- </p>');
  });
});

describe('inline', () => {
  test('code is not a link', () => {
    expect(html('Run `ping https://a.example` twice')).toBe('<p>Run <code>ping https://a.example</code> twice</p>');
    expect(html('a ` b')).toBe('<p>a ` b</p>');
  });

  test('addresses become links without the punctuation around them', () => {
    expect(hrefs('See https://a.example/x?y=1&z=2, or (https://b.example/a_(b)). http://c.example!')).toEqual([
      'https://a.example/x?y=1&z=2',
      'https://b.example/a_(b)',
      'http://c.example/',
    ]);
    expect(html('<https://a.example/>.')).toBe(
      '<p><a href="https://a.example/" target="_blank" rel="noopener noreferrer nofollow">https://a.example/<span class="sr-only"> (new tab)</span></a>.</p>',
    );
  });

  test('a link with a text says where it leads to', () => {
    expect(html('[the form](https://a.example/form)')).toContain('</a><span class="text-muted"> (a.example)</span>');
    expect(html('[https://bank.example](https://evil.example)')).toContain('(evil.example)');
    expect(html('[support](mailto:help@a.example)')).toBe(
      '<p><a href="mailto:help@a.example">support</a><span class="text-muted"> (help@a.example)</span></p>',
    );
    expect(html('[https://a.example/](https://a.example)')).not.toContain('text-muted');
  });

  test('nothing but pages and mailboxes can be linked', () => {
    const refused = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://a.example',
      'blob:https://a.example/1',
      '/customer-portal',
      '//evil.example',
      'https://bank.example@evil.example',
      'https://u:p@evil.example',
      'https://',
      '',
    ];
    for (const address of refused) {
      expect(safeHref(address), address).toBeUndefined();
      expect(hrefs(`[x](${address})`), address).toEqual([]);
      expect(html(`[x](${address})`)).toContain('[x](');
    }
  });
});

describe('hostile texts', () => {
  test('HTML is text, everywhere', () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    for (const text of [
      evil,
      `- ${evil}`,
      `> ${evil}`,
      `\`${evil}\``,
      `\`\`\`\n${evil}`,
      `[${evil}](https://a.example)`,
    ])
      expect(html(text), text).not.toMatch(/<(?:img|script)/);
  });

  test('nesting without end stays shallow and loses nothing', () => {
    for (const mark of ['> ', '>', '- ']) {
      const made = html(`${mark.repeat(5000)}end`);
      expect(made.match(/<(?:blockquote|ul)>/g)?.length).toBeLessThanOrEqual(5);
      expect(made).toContain('end');
    }
  });

  // A parser that searches the same text again and again would take minutes for these, and the runner would stop it.
  test.each([
    '`',
    '[',
    '](',
    '[a](',
    'http://',
    '> ',
    '- ',
    '1. a\n',
    '```\n',
    '<http://',
    'mailto:',
    '\n',
    '  \n- a\n',
  ])('a text full of %j is parsed in one go', (part) => {
    const text = part.repeat(Math.ceil(20_000 / part.length));
    const made = renderToStaticMarkup(<Markdown text={text} newTabLabel="" />);
    expect(made.startsWith('<div class="markdown" dir="auto">')).toBe(true);
  });

  test('no visible character of a text is lost', () => {
    const letters = ['a', 'é', '- ', '> ', '1. ', '```', '`', '\n', '\n\n', '  ', '[x](y)', '(', ')', '**', 'ش', '🚀'];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let run = 0; run < 300; run += 1) {
      const text = Array.from({ length: 30 }, () => letters[random(letters.length)] ?? '').join('');
      const shown = renderToStaticMarkup(<Markdown text={text} newTabLabel="" />);
      for (const letter of ['a', 'é', 'ش', '🚀'])
        // The tags and the class of the frame contain letters of their own.
        expect(shown.replaceAll(/<[^>]*>/g, '').split(letter)).toHaveLength(text.split(letter).length);
    }
  });
});

test.each([
  ['20 lines', 'x\n'.repeat(19), false],
  ['21 lines', 'x\n'.repeat(20), true],
  ['2,500 characters', 'x'.repeat(2500), false],
  ['2,501 characters', 'x'.repeat(2501), true],
])('a text of %s is folded beyond 20 lines or 2,500 characters', (_what, text, isFolded) => {
  const copy = { newTab: '', showAll: 'Show all', showLess: 'Show less' };
  const shown = renderToStaticMarkup(<FoldedMarkdown text={text} copy={copy} />);
  expect(shown.includes('Show all')).toBe(isFolded);
});
