import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { htmlToText } from './html-text.ts';

/**
 * postal-mime converts HTML to text by itself where a mail has both. Its conversion takes quadratic time: 100 KB of `<a href="`
 * or of blank lines stopped the server for ten seconds and more. This replaces the step that calls it, which the library
 * does not declare. If a release changes it, mails are held as malformed, and the test of this module fails.
 */
interface Rendering {
  textMap: Map<unknown, Record<'plain' | 'html', { value: string }[] | undefined>>;
  textContent: { plain?: string };
  renderTextContent: () => void;
}

/** Over all parts of a mail: 50 parts may have HTML. */
const maxHtmlLength = 2_000_000;

export function parseMime(raw: Uint8Array, options: PostalMimeOptions): Promise<Email> {
  const parser = new PostalMime(options);
  const rendering = parser as unknown as Rendering;
  rendering.renderTextContent = () => {
    let room = maxHtmlLength;
    const toText = ({ value }: { value: string }) => {
      const html = value.slice(0, room);
      room -= html.length;
      return htmlToText(html);
    };
    const texts = [...rendering.textMap.values()].map(({ plain = [], html = [] }) => {
      const text = plain.map(({ value }) => value).join('\n');
      return text.trim() === '' ? html.map(toText).join('\n') : text;
    });
    rendering.textContent.plain = texts.join('\n');
  };
  return parser.parse(raw);
}
