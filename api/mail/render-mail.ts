import { company } from './company.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { type Locale, locales, type MailData, type Template } from './mail.ts';
import { english, englishFrame } from './templates/english.ts';
import { french, frenchFrame } from './templates/french.ts';
import type { Frame, Words, WordsOf } from './templates/templates.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** Where the mail leads, for a log that stands in for a mailbox. */
  link: string;
}

/** As the outbox keeps it: written by this version of the server or by another. */
export interface StoredMail {
  template: string;
  locale: string | null;
  data: Record<string, string>;
}

const languages: Record<Locale, { words: WordsOf; frame: Frame }> = {
  en: { words: english, frame: englishFrame },
  fr: { words: french, frame: frenchFrame },
};

export function renderMail({ template, locale: wanted, data }: StoredMail, siteUrl: string): RenderedMail {
  const locale = locales.find((known) => known === wanted) ?? 'en';
  const { words: wordsOf, frame } = languages[locale];
  if (!Object.hasOwn(wordsOf, template)) throw new Error(`There is no mail called "${template}".`);
  const write = wordsOf[template as Template] as (data: MailData[Template], company: string) => Words;
  const words = write(data as unknown as MailData[Template], company.name);
  // Whatever else were in the queue, a reader must only ever be led to a web page.
  if (!/^https?:\/\//.test(words.button.link)) throw new Error(`The mail "${template}" has no usable link.`);
  return {
    subject: words.subject,
    text: renderText(words, frame, company),
    html: renderHtml(words, frame, { company, locale, siteUrl }),
    link: words.button.link,
  };
}
