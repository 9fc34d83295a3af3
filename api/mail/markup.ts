const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** HTML that may stand as it is: made by `markup`, or written by us. */
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

/** A template in which every text is escaped, wherever it stands; attributes are to be quoted. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const written = parts.map((part) => {
    if (typeof part === 'string') return escapeHtml(part);
    return Array.isArray(part) ? part.join('\n') : part.html;
  });
  return new Markup(String.raw({ raw: strings }, ...written));
}

/** A paragraph in which addresses of pages can be followed. */
export function withLinks(text: string): Markup {
  const pieces = text.split(/(https?:\/\/\S+)/);
  const written = pieces.map((piece, at) =>
    at % 2 === 0
      ? markup`${piece}`
      : markup`<a href="${piece}" style="color:#0b63e5;word-break:break-all">${piece}</a>`,
  );
  return new Markup(written.join(''));
}
