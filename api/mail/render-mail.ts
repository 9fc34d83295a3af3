import { company } from '#api/lib/company.ts';
import { directionOf } from '#contract/languages.ts';
import { mark, wall } from './drawings.ts';
import { isolate, isolateArabic, withoutIsolates, withPlainUrls } from './isolate.ts';
import type { Layout, Locale, MailContent, MailData, Template, TemplateContent, Templates } from './mail.ts';
import { Markup, markup } from '../lib/markup.ts';
import { renderLetter, renderMessageHtml, renderMessageText } from './render-message.ts';
import {
  renderButton,
  renderChoices,
  renderRows,
  renderRowsText,
  shownUrl,
  unbroken,
  unbrokenMail,
  withLinks,
} from './render-parts.ts';
import { arabic, arabicLayout } from './templates/arabic.ts';
import { english, englishLayout } from './templates/english.ts';
import { french, frenchLayout } from './templates/french.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** Target of the button, if there is one; logged when mails are written to files. */
  link: string;
}

/** A mail among the jobs, which another version of the server may have written. */
export interface StoredMail {
  template: string;
  locale: Locale;
  data: Record<string, unknown>;
}

const languages: Record<Locale, { templates: Templates; layout: Layout }> = {
  en: { templates: english, layout: englishLayout },
  fr: { templates: french, layout: frenchLayout },
  ar: { templates: arabic, layout: arabicLayout },
};

/** What somebody named. The other values are links, moments, codes and counts, which templates read. */
const named = ['customer', 'inviter', 'name', 'email', 'browser', 'system', 'account'];

const isolateNames = (data: Record<string, unknown>, isRtl: boolean) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' && named.includes(name) ? (isRtl ? isolate : isolateArabic)(value) : value,
    ]),
  );

export function renderMail({ template, locale, data }: StoredMail): RenderedMail {
  const { templates } = languages[locale];
  if (!Object.hasOwn(templates, template)) throw new Error(`Unknown mail template "${template}".`);
  const write = templates[template as Template] as (data: MailData[Template], company: string) => TemplateContent;
  const isRtl = directionOf(locale) === 'rtl';
  const values = isolateNames(data, isRtl) as unknown as MailData[Template];
  const content = write(values, isRtl ? isolate(company.name) : company.name);
  return renderContent({ subject: `${content.title} – ${company.name}`, after: [], ...content }, locale);
}

type Message = NonNullable<MailContent['messages']>[number];

const plainMessage = ({ quotes, ...message }: Message): Message => ({
  ...message,
  body: withPlainUrls(message.body),
  ...(quotes && { quotes: quotes.map(plainMessage) }),
});

/** In the text of sentences only: a subject and a URL have no isolates. */
const plainly = ({ paragraphs, after, messages, ...content }: MailContent): MailContent => ({
  ...content,
  subject: withoutIsolates(content.subject),
  paragraphs: paragraphs.map(withPlainUrls),
  after: after.map(withPlainUrls),
  ...(messages && { messages: messages.map(plainMessage) }),
});

const linksOf = ({ button, choices, rows = [] }: MailContent) => [
  ...(button === undefined ? [] : [button]),
  ...(choices?.answers ?? []),
  ...rows.filter((row) => 'link' in row),
];

export function renderContent(written: MailContent, locale: Locale): RenderedMail {
  const { layout } = languages[locale];
  const content = plainly(written);
  // Data in the queue must not turn the button into a javascript: or data: link.
  const isUsable = linksOf(content).every(({ link }) => /^https?:\/\//.test(link));
  if (!isUsable) throw new Error(`The mail "${content.title}" has no usable link.`);
  return {
    subject: content.subject,
    text: renderText({ ...content, after: [...content.after, ...(content.fine ?? [])] }, layout, { company, locale }),
    html: renderHtml(content, layout, { company, locale }),
    link: content.button?.link ?? '',
  };
}

const textWidth = 72;

/** URLs contain no spaces, so they are never broken. */
function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > textWidth) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

const linkLines = ({ label, link }: { label: string; link: string }) => `${label}\n${link}`;

function factLines(fact: MailContent['fact'], locale: Locale): string[] {
  if (fact === undefined) return [];
  const value = fact.value.replace('\n', locale === 'ar' ? '، ' : ', ');
  return [fact.text ?? (fact.note === undefined ? value : `${value} (${fact.note})`)];
}

/** It introduces a sentence. */
const greetingOf = (
  { fact, paragraphs, letter }: { fact?: unknown; paragraphs: string[]; letter?: unknown },
  layout: Layout,
) => (letter !== undefined || (fact !== undefined && paragraphs.length === 0) ? [] : [layout.greeting]);

function renderText(
  { title, about, fact, paragraphs, rows = [], messages = [], button, choices, after, automatic, letter }: MailContent,
  layout: Layout,
  { company: { name, postalAddress, phone, email }, locale }: RenderOptions,
): string {
  const parts = [
    ...(letter === undefined || fact ? [title] : []).map(wrap),
    ...[...(about === undefined ? [] : [about]), ...factLines(fact, locale)].map(wrap),
    ...greetingOf({ fact, paragraphs, letter }, layout),
    ...paragraphs.slice(0, 1).map(wrap),
    ...(rows.length === 0 ? [] : [renderRowsText(rows, locale)]),
    ...paragraphs.slice(1).map(wrap),
    ...(letter?.body ? [letter.body] : []),
    ...messages.map(renderMessageText),
    ...(button === undefined ? [] : [linkLines(button)]),
    ...(choices === undefined ? [] : [wrap(choices.question), ...choices.answers.map(linkLines)]),
    ...(choices?.note === undefined ? [] : [wrap(choices.note)]),
    ...after.map(wrap),
    ...(letter === undefined ? [] : [letter.signature]),
  ];
  const signature = [
    '-- ',
    name,
    postalAddress,
    `${phone} · ${email}`,
    ...(letter ? [] : ['', wrap(automatic ?? layout.automatic(name))]),
  ].join('\n');
  return `${[...parts, signature].join('\n\n')}\n`;
}

interface RenderOptions {
  company: typeof company;
  locale: Locale;
}

// As the site, where its fonts are installed; otherwise what comes near and is on the device.
const latinFonts = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const arabicFonts = new Markup(
  "font-family:'IBM Plex Sans Arabic','Segoe UI','Geeza Pro','Noto Sans Arabic','Noto Naskh Arabic',Tahoma,Arial,sans-serif",
);
const styles = {
  ltr: {
    font: new Markup(`font-family:${latinFonts}`),
    heading: new Markup(`font-family:'Bricolage Grotesque','Avenir Next',${latinFonts}`),
    lines: { text: '1.6', small: '1.5', heading: '1.2' },
    start: 'left' as const,
    end: 'right' as const,
  },
  // Arabic letters are taller: 15 % more between lines.
  rtl: {
    font: arabicFonts,
    heading: arabicFonts,
    lines: { text: '1.84', small: '1.73', heading: '1.44' },
    start: 'right' as const,
    end: 'left' as const,
  },
};

// Mail clients without media queries show the light colours, which are inline.
const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .card { padding: 24px 20px 20px !important; }
  .fact { font-size: 32px !important; }
  .moment { font-size: 20px !important; }
  .choice { display: block !important; margin: 0 0 8px !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #0b1b33 !important; }
  .card { background: #12274a !important; border-color: #27406b !important; }
  .ink, .ink a, .choice { color: #f3f6fb !important; }
  .soft, .soft a { color: #b7c4da !important; }
  .code { background: #27406b !important; }
  .ground { background: #0b1b33 !important; }
  .rule { border-color: #27406b !important; }
  .choice { border-color: #8ab8ff !important; }
  .button, .button a { background: #8ab8ff !important; color: #0b1b33 !important; }
  .stone { background: #8ab8ff !important; }
  .late { color: #ff9a8f !important; }
  .alarm, .alarm a { border-color: #ff9a8f !important; color: #ff9a8f !important; }
  .edge { border-color: #8ab8ff !important; }
  .bay { border-color: #43c4d0 !important; }
  .sun { background: #f6bd63 !important; }
}`;

/**
 * Outlook for Windows lays out with Word: it knows no `max-width`, and takes Times New Roman where it does not know the first font.
 * Other clients read these as comments.
 */
const forOutlook = {
  fonts: new Markup(
    "<!--[if mso]><style>body, table, td, h1, p, div, a, span { font-family: 'Segoe UI', Arial, sans-serif !important; }</style><![endif]-->",
  ),
  start: (dir: Markup) =>
    markup`<!--[if mso]><table${dir} role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td${dir}><![endif]-->`,
  end: new Markup('<!--[if mso]></td></tr></table><![endif]-->'),
};

/** Tables and inline styles: what mail clients have in common. `markup` escapes all text. */
function renderHtml(content: MailContent, layout: Layout, { company: { name, ...reach }, locale }: RenderOptions) {
  const { button, letter, rows = [] } = content;
  const direction = directionOf(locale);
  const { font, heading, lines, start, end } = styles[direction];
  // Clients drop it from `html` and `body`.
  const dir = new Markup(direction === 'rtl' ? ` lang="${locale}" dir="rtl"` : '');
  const style = { dir, font, lines, start, end };
  const paragraph = (text: string) =>
    markup`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:${lines.text};color:#0b1b33">${withLinks(unbrokenMail(text))}</p>`;
  const small = (text: Markup | string) =>
    markup`<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:${lines.small};color:#51607a">${text}</p>`;
  const renderFact = ({ value, note, isOver, isMoment }: NonNullable<MailContent['fact']>) =>
    markup`<p class="ink ${isMoment ? 'moment' : 'fact'}" style="margin:0;${heading};font-size:${isMoment ? '26px' : '40px'};line-height:${isMoment ? lines.heading : '1.15'};font-weight:800;color:#0b1b33${isOver ? ';text-decoration:line-through' : ''}">${new Markup(
      value
        .split('\n')
        .map((line) => markup`${line}`.html)
        .join('<br>'),
    )}</p>
<p class="soft" style="margin:4px 0 24px;font-size:16px;line-height:${lines.small};color:#51607a">${note ?? ''}</p>`;
  // Letters and digits of ours that are Latin in every language.
  const latin = (text: Markup | string) => markup`<span dir="ltr">${text}</span>`;
  return markup`<!doctype html>
<html lang="${locale}"${new Markup(direction === 'rtl' ? ' dir="rtl"' : '')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${new Markup(styleSheet)}</style>
${forOutlook.fonts}
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf7;${font}">
<div${dir} style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
<table${dir} role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbfaf7">
<tr><td${dir} align="center" style="padding:32px 16px">
${forOutlook.start(dir)}
<table${dir} role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:${start}">
<tr><td${dir} style="padding:0 4px 20px">
<table${dir} role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td${dir} style="padding-${end}:12px">${mark}</td>
<td${dir} class="ink" style="${heading};font-size:20px;font-weight:700;color:#0b1b33">${latin(name)}</td>
</tr></table>
</td></tr>
<tr><td${dir}>${wall}</td></tr>
<tr><td${dir} class="card" align="${start}" style="background:#ffffff;border:1px solid #e3e6eb;border-top:0;padding:32px 32px 24px;${font};text-align:${start}">
${letter && !content.fact ? '' : markup`<h1 class="ink" style="margin:0 0 ${content.about ? (content.fact ? '2px' : '6px') : content.fact ? '8px' : '20px'};${heading};font-size:${content.fact ? '17px' : '28px'};line-height:${lines.heading};font-weight:${content.fact ? '600' : '700'};color:#0b1b33">${unbroken(content.title)}</h1>`}
${content.about === undefined ? '' : markup`<p class="soft" style="margin:0 0 ${content.fact ? '12px' : '24px'};font-size:16px;line-height:${lines.small};color:#51607a">${content.about}</p>`}
${content.fact === undefined ? '' : renderFact(content.fact)}
${[...greetingOf(content, layout), ...content.paragraphs.slice(0, 1)].map(paragraph)}
${rows.length === 0 ? '' : renderRows(rows, style)}
${content.paragraphs.slice(1).map(paragraph)}
${letter ? renderLetter(letter.body, { direction, lines }) : ''}
${(content.messages ?? []).map((message) => renderMessageHtml(message, { direction, lines }))}
${button === undefined ? '' : renderButton(button, style)}
${content.choices === undefined ? '' : renderChoices(content.choices, style)}
${content.after.map(paragraph)}
${(content.fine ?? []).map(small)}
${letter === undefined ? '' : paragraph(letter.signature)}
${button === undefined ? [] : [small(layout.linkFallback), small(shownUrl(button.link))]}
</td></tr>
<tr><td${dir} align="${start}" style="padding:20px 4px 0;${font};text-align:${start}">
${small(latin(`${name} · ${reach.postalAddress}`))}
${small(latin(markup`${reach.phone} · <a href="mailto:${reach.email}" style="color:#51607a">${reach.email}</a>`))}
${letter ? '' : small(content.automatic ?? layout.automatic(direction === 'rtl' ? isolate(name) : name))}
</td></tr>
</table>
${forOutlook.end}
</td></tr>
</table>
</body>
</html>
`.toString();
}
