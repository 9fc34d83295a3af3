const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** HTML that needs no escaping: made by `markup`, or a literal of our own. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }

  toString(): string {
    return this.html;
  }
}

type Part = string | Markup | Markup[];

/** Template tag that escapes every string; attributes must be quoted. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const written = parts.map((part) => {
    if (typeof part === 'string') return escapeHtml(part);
    return Array.isArray(part) ? part.join('\n') : part.html;
  });
  return new Markup(String.raw({ raw: strings }, ...written));
}

/** Nothing between the parts: line breaks are shown where white space is kept. */
export const joined = (parts: readonly Markup[]): Markup => new Markup(parts.join(''));
