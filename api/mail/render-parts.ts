import type { Locale, MailContent, MailRow } from './mail.ts';
import { Markup, markup } from '../lib/markup.ts';

// Parts of the HTML that more than one kind of mail has, and the same in the text.

/** « e-mail » stays on one line, except in a URL. */
export const unbrokenMail = (text: string) => text.replaceAll(/(?<![\w/.@-])(e)-(mails?)(?![\w/.@-])/gi, '$1\u2011$2');

/** « rendez-vous » stays on one line of a heading. */
export const unbroken = (title: string) => title.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, '\u2011');

interface PartStyle {
  /** Attributes of every table and cell. */
  dir: Markup;
  font: Markup;
  lines: { text: string; small: string };
  start: 'left' | 'right';
  end: 'left' | 'right';
}

/** It breaks behind a slash, `#`, `?` and `=`; elsewhere only where a part is longer than the line. */
export function shownUrl(url: string): Markup {
  const parts = url.split(/(?<=[^/:]\/|[#?=])(?=[^/])/).map((part) => markup`${part}`.html);
  return markup`<a dir="ltr" href="${url}" style="color:#0b63e5;overflow-wrap:anywhere">${new Markup(parts.join('<wbr>'))}</a>`;
}

/** « Choisissez-en un nouveau ici : URL » at the end of a paragraph. */
const namedUrl = /^(.*[.;?!؛؟]\s+)?([^.;?!؛؟]+?)\s*:\s+(https?:\/\/\S+)$/su;

/** The words before a URL at the end of a paragraph become the link; the text of the mail has the URL. Others are shown. */
export function withLinks(text: string): Markup {
  const [, before = '', words = '', url = ''] = namedUrl.exec(text) ?? [];
  if (url !== '') return markup`${before}<a href="${url}" style="color:#0b63e5">${words}</a>`;
  const pieces = text.split(/(https?:\/\/\S+)/);
  const written = pieces.map((piece, at) => (at % 2 === 0 ? markup`${piece}` : shownUrl(piece)));
  return new Markup(written.join(''));
}

const colons: Record<Locale, string> = { en: ':', fr: '\u00a0:', ar: ':' };

export const renderRowsText = (rows: readonly MailRow[], locale: Locale): string =>
  rows
    .map((row) =>
      'value' in row
        ? `${row.label}${colons[locale]} ${row.value}`
        : `${row.label}${colons[locale]} ${row.amount}\n${row.note}\n${row.link}`,
    )
    .join(rows.some((row) => 'link' in row) ? '\n\n' : '\n');

export function renderRows(rows: readonly MailRow[], { dir, font, lines, start, end }: PartStyle): Markup {
  const cell = (content: Markup, style: Markup | string, name = 'ink', colour = '#0b1b33') =>
    markup`<td${dir} class="rule ${name}" valign="top" align="${start}" style="padding:10px 0;border-top:1px solid #dde3ec;${font};font-size:16px;line-height:${lines.small};color:${colour};text-align:${start};${style}">${content}</td>`;
  const line = (row: MailRow) =>
    'value' in row
      ? markup`${cell(markup`${row.label}`, `width:36%;padding-${end}:16px`, 'soft', '#51607a')}${cell(markup`${row.value}`, 'overflow-wrap:anywhere')}`
      : markup`${cell(
          markup`<a href="${row.link}" style="color:#0b63e5;font-weight:600">${row.label}</a><br><span class="${row.isLate ? 'late' : 'soft'}" style="font-size:14px;${row.isLate ? 'font-weight:600;color:#b42318' : 'color:#51607a'}">${row.note}</span>`,
          `padding-${end}:16px`,
        )}${cell(markup`${row.amount}`, `text-align:${end};white-space:nowrap;font-weight:600`)}`;
  return markup`<table${dir} role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px"><tr>${new Markup(rows.map((row) => line(row).html).join('</tr>\n<tr>'))}</tr></table>`;
}

type Button = NonNullable<MailContent['button']>;

/** An outline cannot be mistaken for what everybody is asked to press. */
export function renderButton({ label, link, variant }: Button, { dir, font }: PartStyle): Markup {
  const isFilled = variant === undefined;
  const fill = new Markup(isFilled ? ' bgcolor="#0b63e5"' : '');
  return markup`<table${dir} role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td${dir} class="${isFilled ? 'button' : 'alarm'}"${fill} style="${isFilled ? 'background:#0b63e5' : 'border:1px solid #b42318'};border-radius:6px;mso-padding-alt:14px 24px"><a href="${link}" style="display:inline-block;padding:14px 24px;${font};font-size:16px;font-weight:600;color:${isFilled ? '#ffffff' : '#b42318'};text-decoration:none;border-radius:6px">${label}</a></td>
</tr></table>`;
}

type Choices = NonNullable<MailContent['choices']>;

export function renderChoices({ question, answers, note }: Choices, { lines, end }: PartStyle): Markup {
  const links = answers.map(
    ({ label, link }) =>
      markup`<a class="choice" href="${link}" style="display:inline-block;margin:0 0 8px;margin-${end}:8px;padding:9px 16px;border:1px solid #0b63e5;border-radius:6px;font-size:16px;font-weight:600;color:#0b63e5;text-decoration:none">${label}</a>`,
  );
  return markup`<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:${lines.text};font-weight:600;color:#0b1b33">${question}</p>
<p style="margin:0 0 4px">${links}</p>
${note === undefined ? '' : markup`<p class="soft" style="margin:0 0 20px;font-size:14px;line-height:${lines.small};color:#51607a">${note}</p>`}`;
}
