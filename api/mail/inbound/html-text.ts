/** Elements whose content is not text. */
const skipped = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'svg', 'math', 'object']);
const blocks = new Set(
  'address article aside blockquote dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
const paragraphs = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  ucirc: 'û',
  ugrave: 'ù',
  icirc: 'î',
  iuml: 'ï',
  euml: 'ë',
  Agrave: 'À',
  Eacute: 'É',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  euro: '€',
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : '';
  });
}

/**
 * The text of a mail that has HTML only. Quotations keep their mark, `> `, by which replies are told from what they reply
 * to. The result is text for good: nothing of it is ever rendered as HTML. Reads its input once.
 */
export function htmlToText(html: string): string {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const breakLine = () => {
    lines.push(`${'> '.repeat(depth)}${line.trim()}`.trimEnd());
    line = '';
  };
  const addText = (text: string) => {
    const collapsed = decodeEntities(text.replaceAll(/[ \t\r\n\f]+/g, ' '));
    line += line === '' ? collapsed.trimStart() : collapsed;
  };

  for (let position = 0; position < html.length;) {
    const open = html.indexOf('<', position);
    if (open === -1) {
      addText(html.slice(position));
      break;
    }
    addText(html.slice(position, open));
    const isComment = html.startsWith('<!--', open);
    const close = isComment ? html.indexOf('-->', open + 4) : html.indexOf('>', open);
    if (close === -1) {
      // Not a tag: a lone `<`, or a mail that was cut.
      if (!isComment) addText(html.slice(open));
      break;
    }
    position = close + (isComment ? 3 : 1);
    const [, slash, rawName = ''] = /^<(\/?)([a-z][a-z\d]*)/i.exec(html.slice(open, Math.min(close, open + 20))) ?? [];
    const name = rawName.toLowerCase();
    if (name === '') {
      if (!isComment && !/^<[!?]/.test(html.slice(open, open + 2))) addText(html.slice(open, position));
      continue;
    }
    if (slash === '' && skipped.has(name)) {
      position = endOf(html, name, position);
      continue;
    }
    if (name === 'br') breakLine();
    else if (blocks.has(name)) {
      if (line.trim() === '') line = '';
      else breakLine();
      if (slash === '/' && paragraphs.has(name)) breakLine();
    } else if (name === 'td' || name === 'th') line += ' ';
    if (name === 'blockquote') depth = Math.min(20, Math.max(0, depth + (slash === '/' ? -1 : 1)));
    if (name === 'li' && slash === '') line = '- ';
  }
  if (line.trim() !== '') breakLine();
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function endOf(html: string, name: string, from: number): number {
  // Not with one pattern: it would search the rest for `>` again after each closing tag without one.
  const closing = new RegExp(`</${name}\\b`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  const end = found === null ? -1 : html.indexOf('>', found.index);
  return end === -1 ? html.length : end + 1;
}
