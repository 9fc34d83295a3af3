import type { MailContent } from '#api/mail/mail.ts';

const automatic = (company: string) =>
  `Ce message a été envoyé automatiquement, à la suite d’une inscription sur le site de ${company}.`;

/** Nothing in it was typed: somebody else may have entered this email address, and would choose what its owner reads. */
export const newsletterConfirm = ({ link, company }: { link: string; company: string }): MailContent => ({
  subject: `Confirmez votre inscription – ${company}`,
  preview: 'Un clic, et vous recevrez notre lettre d’information.',
  title: 'Confirmez votre inscription',
  paragraphs: [
    'Votre adresse e-mail a été saisie sur notre site pour recevoir notre lettre d’information\u00a0: les alertes de sécurité et les échéances réglementaires qui concernent les PME.',
    'Confirmez que c’est bien vous\u00a0: l’inscription ne commence qu’alors. Le lien est valable 30\u00a0jours.',
  ],
  button: { label: 'Confirmer mon inscription', link },
  after: [
    'Vous n’avez rien demandé\u202f? Ignorez ce message\u00a0: nous n’enverrons pas la lettre, et nous effacerons l’adresse après 30\u00a0jours.',
  ],
  automatic: automatic(company),
});

interface WelcomeData {
  siteLink: string;
  unsubscribeLink: string;
  company: string;
}

/** Also for a subscriber who fills in the form again. */
export const newsletterWelcome = ({ siteLink, unsubscribeLink, company }: WelcomeData): MailContent => ({
  subject: `Votre inscription est confirmée – ${company}`,
  preview: 'Vous recevrez notre prochaine lettre d’information.',
  title: 'Votre inscription est confirmée',
  paragraphs: [
    'Merci\u202f! Vous recevrez notre prochaine lettre d’information. Votre adresse e-mail ne sert qu’à cela.',
    'Gardez ce message\u00a0: le lien «\u00a0Me désinscrire\u00a0» fonctionne à tout moment, et chaque lettre en contient un aussi.',
  ],
  button: { label: 'Revenir sur le site', link: siteLink },
  after: [`Me désinscrire\u00a0: ${unsubscribeLink}`],
  automatic: automatic(company),
});
