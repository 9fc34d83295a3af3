import { company } from '#api/lib/company.ts';
import {
  type Layout,
  type Locale,
  type MailContent,
  type MailData,
  type MailMessage,
  type Template,
  type Templates,
  locales,
} from './mail.ts';
import { english, englishLayout } from './templates/english.ts';
import { french, frenchLayout } from './templates/french.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  /** Target of the button; logged when mails are written to files. */
  link: string;
}

/** A mail among the jobs, which another version of the server may have written. */
export interface StoredMail {
  template: string;
  locale: string | null;
  data: Record<string, string>;
}

const languages: Record<Locale, { templates: Templates; layout: Layout }> = {
  en: { templates: english, layout: englishLayout },
  fr: { templates: french, layout: frenchLayout },
};

export function renderMail({ template, locale: wanted, data }: StoredMail, siteUrl: string): RenderedMail {
  const locale = locales.find((known) => known === wanted) ?? 'en';
  const { templates } = languages[locale];
  if (!Object.hasOwn(templates, template)) throw new Error(`Unknown mail template "${template}".`);
  const write = templates[template as Template] as (data: MailData[Template], company: string) => MailContent;
  const content = write(data as unknown as MailData[Template], company.name);
  return renderContent(content, locale, siteUrl);
}

export function renderContent(content: MailContent, locale: Locale, siteUrl: string): RenderedMail {
  const { layout } = languages[locale];
  // Data in the queue must not turn the button into a javascript: or data: link.
  const isUsable = [content.button, ...(content.links ?? [])].every(({ link }) => /^https?:\/\//.test(link));
  if (!isUsable) throw new Error(`The mail "${content.title}" has no usable link.`);
  return {
    subject: content.subject,
    text: renderText(content, layout, company),
    html: renderHtml(content, layout, { company, locale, siteUrl }),
    link: content.button.link,
  };
}

const width = 72;

/** URLs contain no spaces, so they are never broken. */
function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function renderText(
  { title, paragraphs, messages = [], button, links = [], after }: MailContent,
  { greeting, automatic }: Layout,
  { name, postalAddress, phone, email }: typeof company,
): string {
  const parts = [
    ...[title, greeting, ...paragraphs].map(wrap),
    ...messages.map(renderMessage),
    ...[button, ...links].map(({ label, link }) => `${label}\n${link}`),
    ...after.map(wrap),
  ];
  const signature = ['-- ', name, postalAddress, `${phone} · ${email}`, '', wrap(automatic(name))].join('\n');
  return `${[...parts, signature].join('\n\n')}\n`;
}

const renderMessage = ({ heading: above, body, files }: MailMessage) =>
  [
    above,
    body.replaceAll(/^/gm, '> '),
    ...(files === undefined ? [] : [files.label, ...files.names.map((name) => `- ${name}`)]),
  ].join('\n');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** HTML that needs no escaping: made by `markup`, or a literal of this module. */
class Markup {
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
function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const written = parts.map((part) => {
    if (typeof part === 'string') return escapeHtml(part);
    return Array.isArray(part) ? part.join('\n') : part.html;
  });
  return new Markup(String.raw({ raw: strings }, ...written));
}

/** Turns the URLs of a paragraph into links. */
function withLinks(text: string): Markup {
  const pieces = text.split(/(https?:\/\/\S+)/);
  const written = pieces.map((piece, at) =>
    at % 2 === 0
      ? markup`${piece}`
      : markup`<a href="${piece}" style="color:#0b63e5;word-break:break-all">${piece}</a>`,
  );
  return new Markup(written.join(''));
}

interface HtmlOptions {
  company: typeof company;
  locale: Locale;
  siteUrl: string;
}

const font = new Markup("font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");
const heading = new Markup(
  "font-family:'Bricolage Grotesque',Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
);

// Mail clients without media queries show the light colours, which are inline.
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b1b33 !important; }
  .card { background: #12274a !important; border-color: #8ab8ff #27406b #27406b !important; }
  .ink, .ink a { color: #f3f6fb !important; }
  .soft, .soft a { color: #b7c4da !important; }
  .button, .button a { background: #8ab8ff !important; color: #0b1b33 !important; }
}`;

/** Tables and inline styles: what mail clients have in common. `markup` escapes all text. */
function renderHtml(
  content: MailContent,
  layout: Layout,
  { company: { name, ...reach }, locale, siteUrl }: HtmlOptions,
): string {
  const { button } = content;
  const paragraph = (text: string) =>
    markup`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.6;color:#0b1b33">${withLinks(text)}</p>`;
  // Without links: a name may look like one.
  const list = ({ label, names }: NonNullable<MailMessage['files']>) =>
    markup`<p class="soft" style="margin:8px 0 0;font-size:13px;line-height:1.5;color:#51607a;overflow-wrap:anywhere">${label}<br>
${new Markup(names.map((file) => markup`${file}`).join('<br>\n'))}</p>`;
  const message = ({ heading: above, body, files }: MailMessage) =>
    markup`<div class="ink" style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:3px solid #0b63e5;color:#0b1b33">
<p class="soft" style="margin:0 0 6px;font-size:13px;line-height:1.5;color:#51607a">${above}</p>
<div style="font-size:16px;line-height:1.6;white-space:pre-wrap;overflow-wrap:anywhere">${withLinks(body)}</div>${files === undefined ? '' : list(files)}</div>`;
  const small = (text: Markup | string) =>
    markup`<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#51607a">${text}</p>`;
  return markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${new Markup(darkStyle)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf7;${font}">
<div style="display:none;max-height:0;overflow:hidden">${content.preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbfaf7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="padding-right:12px"><img src="${siteUrl}/icon-192.png" width="40" height="40" alt="" style="display:block;border:0;border-radius:9px"></td>
<td class="ink" style="${heading};font-size:20px;font-weight:700;color:#0b1b33">${name}</td>
</tr></table>
</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e3e6eb;border-top:4px solid #0b63e5;border-radius:12px;padding:32px 28px">
<h1 class="ink" style="margin:0 0 20px;${heading};font-size:24px;line-height:1.25;font-weight:700;color:#0b1b33">${content.title}</h1>
${[layout.greeting, ...content.paragraphs].map(paragraph)}
${(content.messages ?? []).map(message)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td class="button" style="background:#0b63e5;border-radius:8px"><a href="${button.link}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px">${button.label}</a></td>
</tr></table>
${(content.links ?? []).map(({ label, link }) => markup`<p style="margin:0 0 16px;font-size:16px;line-height:1.6"><a href="${link}" style="color:#0b63e5">${label}</a></p>`)}
${content.after.map(paragraph)}
${small(layout.linkFallback)}
${small(markup`<a href="${button.link}" style="color:#0b63e5;word-break:break-all">${button.link}</a>`)}
</td></tr>
<tr><td style="padding:20px 4px 0">
${small(`${name} · ${reach.postalAddress}`)}
${small(markup`${reach.phone} · <a href="mailto:${reach.email}" style="color:#51607a">${reach.email}</a>`)}
${small(layout.automatic(name))}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.toString();
}
