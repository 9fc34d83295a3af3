import { company } from '#api/lib/company.ts';
import { Markup, markup } from '#api/lib/markup.ts';
import { leadNoticeFrench } from '../mails/lead-french.ts';
import { honeypotField } from '#contract/leads.ts';
import { mailtoLink } from '#contract/mailto.ts';
import { plainPage } from '#api/lib/plain-page.ts';

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
  const body = markup`<p>${sentenceOf(status, message)}</p>
<p>Revenez en arrière pour corriger votre demande, ou <a href="${page}">ouvrez à nouveau la page</a>.
Vous pouvez aussi <a href="${mailto}">nous écrire par e-mail</a> (${company.email}) ou nous appeler\u00a0: ${company.phone}.</p>
${kept}`;
  return plainPage({ title: 'Votre demande n’a pas été envoyée', body });
}
