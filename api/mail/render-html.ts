import type { company } from './company.ts';
import { Markup, markup, withLinks } from './markup.ts';
import type { Locale } from './mail.ts';
import type { Frame, Words } from './templates/templates.ts';

interface Setting {
  company: typeof company;
  locale: Locale;
  siteUrl: string;
}

const font = new Markup("font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");
const heading = new Markup(
  "font-family:'Bricolage Grotesque',Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
);

// Mail readers that know no media queries show the light colours, which are written inline.
const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b1b33 !important; }
  .card { background: #12274a !important; border-color: #8ab8ff #27406b #27406b !important; }
  .ink, .ink a { color: #f3f6fb !important; }
  .soft, .soft a { color: #b7c4da !important; }
  .button, .button a { background: #8ab8ff !important; color: #0b1b33 !important; }
}`;

/** Tables and inline styles: what mailboxes have in common. Every word is escaped by `markup`. */
export function renderHtml(
  words: Words,
  frame: Frame,
  { company: { name, ...reach }, locale, siteUrl }: Setting,
): string {
  const { button } = words;
  const paragraph = (text: string) =>
    markup`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.6;color:#0b1b33">${withLinks(text)}</p>`;
  const small = (text: Markup | string) =>
    markup`<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#51607a">${text}</p>`;
  return markup`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${words.subject}</title>
<style>${new Markup(darkStyle)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf7;${font}">
<div style="display:none;max-height:0;overflow:hidden">${words.preview}</div>
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
<h1 class="ink" style="margin:0 0 20px;${heading};font-size:24px;line-height:1.25;font-weight:700;color:#0b1b33">${words.title}</h1>
${[frame.greeting, ...words.paragraphs].map(paragraph)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td class="button" style="background:#0b63e5;border-radius:8px"><a href="${button.link}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px">${button.label}</a></td>
</tr></table>
${words.after.map(paragraph)}
${small(frame.linkFallback)}
${small(markup`<a href="${button.link}" style="color:#0b63e5;word-break:break-all">${button.link}</a>`)}
</td></tr>
<tr><td style="padding:20px 4px 0">
${small(`${name} · ${reach.address}`)}
${small(markup`${reach.phone} · <a href="mailto:${reach.email}" style="color:#51607a">${reach.email}</a>`)}
${small(frame.automatic(name))}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.toString();
}
