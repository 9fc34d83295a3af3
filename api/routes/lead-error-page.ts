import { createHash } from 'node:crypto';
import { company } from '#api/lib/company.ts';
import { Markup, markup } from '#api/mail/markup.ts';
import { leadNoticeFrench } from '#api/mail/templates/lead-french.ts';
import { honeypotField, mailtoLink } from '#contract/leads.ts';

const style = `:root{color-scheme:light dark}body{margin:0;padding:2rem 1rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#0b1b33;background:#fbfaf7}
main{max-width:40rem;margin:auto}h1{font-size:1.6rem;line-height:1.25}h2{margin:2rem 0 1rem;font-size:1.2rem}dt{font-weight:600}dd{margin:0 0 .75rem;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:#0b63e5}@media(prefers-color-scheme:dark){body{color:#f3f6fb;background:#0b1b33}a{color:#8ab8ff}}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const sentences: Partial<Record<number, string>> = {
  403: 'Votre navigateur n’a pas indiqué de quelle page venait la demande.',
  408: 'La demande est arrivée trop lentement.',
  413: 'Votre texte est trop long.',
  429: 'Trop de demandes viennent de votre réseau. Réessayez dans une heure.',
  503: 'Notre service est momentanément indisponible. Réessayez dans quelques minutes.',
};
const unnamed = 'Un champ est vide ou n’est pas valide.';
const unexpected = 'Une erreur est survenue. Veuillez réessayer.';

const labels = new Map<string, string>(Object.entries(leadNoticeFrench.fields));

function sentenceOf(status: number, message: string): string {
  const label = labels.get(message.split(':', 1)[0] ?? '');
  if (status === 400 && label !== undefined) return `Ce champ est vide ou n’est pas valide\u00a0: ${label}.`;
  return sentences[status] ?? (status < 500 ? unnamed : unexpected);
}

interface LeadError {
  status: number;
  /** In English; it may begin with the name of a field. */
  message: string;
  /** What was sent. */
  fields: Record<string, string>;
}

/** A page of its own for visitors without JavaScript: what happened, what they typed, and how to reach us nevertheless. */
export function leadErrorPage({ status, message, fields }: LeadError): { html: string; policy: string } {
  const typed = Object.entries(fields).flatMap(([name, value]) => {
    const label = labels.get(name);
    return label === undefined || value === '' || name === honeypotField
      ? []
      : [{ label, value: value.slice(0, 20_000) }];
  });
  const lines = typed.map(({ label, value }) => `${label}\u00a0: ${value}`);
  const mailto = mailtoLink(company.email, 'Demande', lines);
  const page = /^\/(?:[a-z\d-]+(?:\/[a-z\d-]+)*)?$/.test(fields['page'] ?? '') ? (fields['page'] ?? '/') : '/';
  const kept =
    typed.length === 0
      ? new Markup('')
      : markup`<h2>Ce que vous avez saisi</h2>
<dl>
${typed.map(({ label, value }) => markup`<dt>${label}</dt><dd dir="auto">${value}</dd>`)}
</dl>`;
  const { html } = markup`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Votre demande n’a pas été envoyée – ${company.name}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>Votre demande n’a pas été envoyée</h1>
<p>${sentenceOf(status, message)}</p>
<p>Revenez en arrière pour corriger votre demande, ou <a href="${page}">ouvrez à nouveau la page</a>.
Vous pouvez aussi <a href="${mailto}">nous écrire par e-mail</a> (${company.email}) ou nous appeler\u00a0: ${company.phone}.</p>
${kept}
</main>
</body>
</html>
`;
  return { html, policy };
}
