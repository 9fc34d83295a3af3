import { company } from '#api/lib/company.ts';
import { type Markup, markup } from '#api/lib/markup.ts';
import { plainPage } from '#api/lib/plain-page.ts';

// What links of the newsletter open. Our site's own pages would need JavaScript to read a token.

/** Posts to the page's own URL, as mail services do for their users (RFC 8058). */
const button = (label: string): Markup => markup`<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">${label}</button>
</form>`;
const toSite = markup`<p><a href="/">Aller sur notre site</a></p>`;

const pages = {
  askToConfirm: {
    title: 'Confirmez votre inscription',
    body: markup`<p>Avec ce bouton, vous vous inscrivez à notre lettre d’information. Vous pourrez vous désinscrire à tout moment, en un clic.</p>
${button('Confirmer mon inscription')}
<p>Vous n’avez rien demandé\u202f? Fermez cette page\u00a0: sans confirmation, nous n’envoyons rien, et nous effaçons l’adresse après 30\u00a0jours.</p>`,
  },
  confirmed: {
    title: 'Votre inscription est confirmée',
    body: markup`<p>Merci\u202f! Vous recevrez notre prochaine lettre d’information. L’e-mail que nous vous envoyons contient le lien de désinscription.</p>
${toSite}`,
  },
  confirmedBefore: {
    title: 'Votre inscription est déjà confirmée',
    body: markup`<p>Ce lien a déjà servi\u00a0: il n’y a rien d’autre à faire. Vous recevrez notre prochaine lettre d’information.</p>
${toSite}`,
  },
  linkExpired: {
    title: 'Ce lien n’est plus valable',
    body: markup`<p>Il a expiré, ou il est incomplet. Si vous souhaitez recevoir notre lettre d’information, <a href="/#newsletter-title">inscrivez-vous à nouveau</a>\u00a0: nous vous enverrons un autre lien.</p>`,
  },
  askToUnsubscribe: {
    title: 'Vous désinscrire de notre lettre d’information\u202f?',
    body: markup`<p>Avec ce bouton, votre adresse e-mail est effacée de notre liste.</p>
${button('Me désinscrire')}`,
  },
  unsubscribed: {
    title: 'Votre désinscription est enregistrée',
    body: markup`<p>Votre adresse e-mail est effacée de notre liste. Nous n’en gardons qu’une empreinte illisible, qui nous empêche de vous écrire à nouveau. Une lettre déjà partie peut encore vous parvenir.</p>
${toSite}`,
  },
  linkInvalid: {
    title: 'Ce lien n’est pas valable',
    body: markup`<p>Il est incomplet, ou trop ancien. Pour vous désinscrire, écrivez à <a href="mailto:${company.email}?subject=D%C3%A9sinscription">${company.email}</a> ou appelez-nous\u00a0: ${company.phone}. Nous le faisons aussitôt.</p>`,
  },
};

export type NewsletterPage = keyof typeof pages;
export const newsletterPage = (name: NewsletterPage) => plainPage(pages[name]);
