// Markdown-light, for pages and mails: paragraphs, lists, code, links and quotes. What it does not know stays as it was typed: nothing
// but the language of a code block is lost. Line breaks and spaces are kept by CSS (white-space: pre-wrap).

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | undefined; items: Block[][] };

/** Deeper quotes and lists are text: mails quote each other without end. */
const maxDepth = 5;

const fence = /^ {0,3}(```+|~~~+)([^`]*)$/;
/** As in "```js". Anything else after a fence was meant to be read. */
const language = /^[\w+#.-]{1,20}$/;
const quoted = /^ {0,3}> ?/;
const blank = /^\s*$/;
const listItem = /^( {0,3})([-*+•]|(\d{1,3})[.)]) +(?=\S)/;

export function parseMarkdown(source: string): Block[] {
  return parseBlocks(source.replaceAll(/\r\n?/g, '\n').split('\n'), 0);
}

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') });
    paragraph = [];
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const block = startOf(line, depth, paragraph.length > 0);
    if (block === undefined) {
      if (blank.test(line)) endParagraph();
      else paragraph.push(line);
      at += 1;
    } else {
      endParagraph();
      const [made, end] = readers[block](lines, at, depth);
      blocks.push(made);
      at = end;
    }
  }
  endParagraph();
  return blocks;
}

/** The kind of block that begins with this line; undefined for a line of a paragraph. */
function startOf(line: string, depth: number, isInParagraph: boolean): 'code' | 'quote' | 'list' | undefined {
  if (fence.test(line)) return 'code';
  if (depth >= maxDepth) return undefined;
  if (quoted.test(line)) return 'quote';
  const [, , , number] = listItem.exec(line) ?? [undefined, undefined, undefined, '0'];
  // "In\n2024. It was" is not a list: in the middle of a paragraph only a first item begins one.
  return number === '0' || (isInParagraph && number !== undefined && number !== '1') ? undefined : 'list';
}

type Reader = (lines: readonly string[], from: number, depth: number) => [Block, end: number];

const readers: Record<'code' | 'quote' | 'list', Reader> = {
  /** A fence that is never closed goes to the end. */
  code(lines, from) {
    const [, mark = '```', label = ''] = fence.exec(lines[from] ?? '') ?? [];
    const isEnd = (line: string) => line.trim().startsWith(mark) && /^[`~]+$/.test(line.trim());
    const end = endOf(lines, from, (line) => !isEnd(line));
    const inside = lines.slice(from + 1, end);
    const info = label.trim();
    if (info !== '' && (inside.length === 0 || !language.test(info))) inside.unshift(info);
    return [{ kind: 'code', text: inside.join('\n') }, end + 1];
  },
  quote(lines, from, depth) {
    const end = endOf(lines, from, (line) => quoted.test(line));
    const inside = lines.slice(from, end).map((line) => line.replace(quoted, ''));
    return [{ kind: 'quote', blocks: parseBlocks(inside, depth + 1) }, end];
  },
  list(lines, from, depth) {
    const first = listItem.exec(lines[from] ?? '');
    const isOrdered = first?.[3] !== undefined;
    const items: Block[][] = [];
    let at = from;
    for (;;) {
      const marker = listItem.exec(lines[at] ?? '');
      if (marker === null || (marker[3] !== undefined) !== isOrdered) break;
      // What is indented belongs to the item; two spaces are enough.
      const end = endOf(lines, at, (line, next) => /^(?: {2}|\t)/.test(line) || (blank.test(line) && indents(next)));
      const [head = '', ...rest] = lines.slice(at, end);
      const inside = [head.slice(marker[0].length), ...rest.map((line) => line.replace(/^(?:\t| {1,3})/, ''))];
      items.push(parseBlocks(inside, depth + 1));
      at = end;
      // A blank line between two items ends no list.
      if (blank.test(lines[at] ?? 'end') && listItem.test(lines[at + 1] ?? '')) at += 1;
    }
    return [{ kind: 'list', start: isOrdered ? Number(first[3]) : undefined, items }, at];
  },
};

const indents = (line: string | undefined) => line !== undefined && /^(?: {2,}|\t)\S/.test(line);

function endOf(
  lines: readonly string[],
  from: number,
  continues: (line: string, next: string | undefined) => boolean,
): number {
  let end = from + 1;
  while (end < lines.length && continues(lines[end] ?? '', lines[end + 1])) end += 1;
  return end;
}

// ---- inside a paragraph

type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

// `code`, [text](address), <address>, address. The lengths keep hostile texts from being searched again and again.
const inline =
  /`([^`\n]+)`|\[([^[\]\n]{1,500})\]\(([^\s()<>]{1,2000})\)|<((?:https?:\/\/|mailto:)[^\s<>]{1,2000})>|((?:https?:\/\/|\bmailto:)[^\s<>"`]{1,2000})/gi;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  const push = (part: Inline, from: number, to: number) => {
    if (from > at) parts.push({ kind: 'text', text: text.slice(at, from) });
    parts.push(part);
    at = to;
  };
  for (const match of text.matchAll(inline)) {
    const [whole, code, label, target, bracketed, bare] = match;
    const { index } = match;
    if (code !== undefined) push({ kind: 'code', text: code }, index, index + whole.length);
    else {
      const address = bare === undefined ? (target ?? bracketed ?? '') : withoutPunctuation(bare);
      const href = safeHref(address);
      const length = bare === undefined ? whole.length : address.length;
      if (href !== undefined) push({ kind: 'link', text: label ?? address, href }, index, index + length);
    }
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

/** The end of a sentence is not part of its address, nor is a bracket that was opened before it. */
function withoutPunctuation(address: string): string {
  let unopened = address.split(')').length - address.split('(').length;
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? '';
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!/[.,;:!?'*_\]}]/.test(last)) break;
  }
  return address.slice(0, end);
}

const allowedProtocols = ['http:', 'https:', 'mailto:'];

/** Undefined for anything that is not a link to a page or a mailbox, such as javascript: or data:. */
export function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href, username, password } = new URL(address);
  // https://bank.example@evil.example leads to evil.example.
  return allowedProtocols.includes(protocol) && username === '' && password === '' ? href : undefined;
}

/** Where a link leads to, shown beside a text that does not say it. */
export function destinationOf(text: string, href: string): string | undefined {
  const { protocol, host, pathname } = new URL(href);
  const destination = protocol === 'mailto:' ? pathname : host;
  return safeHref(text) === href || text === destination ? undefined : destination;
}
