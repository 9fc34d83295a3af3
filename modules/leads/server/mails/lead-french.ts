import type { MailContent, MailRow } from '#api/mail/mail.ts';
import { leadFields, leadReasons } from '../../copy/fields.fr.ts';
import type { LeadForm, LeadVerdict } from '#contract/leads.ts';
import { consultationFrench } from '#api/mail/templates/consultation-french.ts';
import { dayIn, type LeadNoticeCopy } from './lead-english.ts';
import { ticketFrench } from '#api/mail/templates/ticket-french.ts';

interface Receipt {
  title: string;
  text: string;
}

// The words of the confirmations on the site (product §9).
const receipts: Record<LeadForm, Receipt> = {
  checklist: {
    title: 'Votre checklist de cybersécurité',
    text: 'Merci\u00a0! Voici le document que vous avez demandé\u00a0: ce qu’une entreprise peut vérifier seule, sans outil.',
  },
  contact: {
    title: 'Nous avons bien reçu votre message',
    text: 'Nous vous répondrons dans les 24\u00a0heures (jours ouvrés).',
  },
  audit: {
    title: 'Demande d’audit reçue',
    text: 'Nous vous contacterons dans les 24\u00a0heures (jours ouvrés) pour fixer l’appel de découverte.',
  },
  consultation: {
    title: 'Demande de consultation reçue',
    text: 'Vous recevrez une invitation calendrier dans les 2\u00a0heures, aux horaires du bureau.',
  },
};

interface ReceiptData {
  form: LeadForm;
  /** What was chosen in the form. */
  choices?: MailRow[];
  /** The slot that a consultation asks for where nobody books times, or null if it names none. */
  slot?: { startsAt: Date } | null | undefined;
  siteLink: string;
  checklistLink: string;
  company: string;
  phone: string;
}

/** Not agreed yet: staff confirm it. */
const slotTexts = (slot: { startsAt: Date } | null) =>
  slot === null
    ? ['Nous vous proposerons un créneau dans les 2\u00a0heures, aux horaires du bureau.']
    : [
        'Ce créneau, que vous avez demandé, n’est pas encore confirmé. Le fichier joint le note dans votre agenda, à titre provisoire.',
        receipts.consultation.text,
      ];

/**
 * For the visitor. Nothing in it was typed: somebody else may have entered this email address, and would choose what its owner reads.
 */
export function leadReceipt(data: ReceiptData): MailContent {
  const { form, slot, choices = [], siteLink, checklistLink, company, phone } = data;
  const { title } = receipts[form];
  const [text = '', ...more] = slot === undefined ? [receipts[form].text] : slotTexts(slot);
  return {
    subject: `${title} – ${company}`,
    preview: slot ? `Créneau demandé\u00a0: ${consultationFrench.moment(slot.startsAt)}.` : text,
    title,
    ...(slot && { fact: consultationFrench.fact(slot.startsAt) }),
    paragraphs: [text, ...more],
    rows: choices,
    button:
      form === 'checklist'
        ? { label: 'Télécharger la checklist (PDF)', link: checklistLink }
        : { label: 'Revenir sur le site', link: siteLink },
    after: [
      `Une précision à ajouter\u00a0? Appelez-nous\u00a0: ${phone.replaceAll(' ', '\u00a0')}.`,
      'Vous n’avez rien demandé\u00a0? Quelqu’un a saisi votre adresse e-mail sur notre site, sans doute par erreur\u00a0: ignorez ce message.',
    ],
    automatic: `Ce message a été envoyé automatiquement, à la suite d’un formulaire du site de ${company}.`,
  };
}

const forms: Record<LeadForm, string> = {
  checklist: 'checklist',
  contact: 'message',
  audit: 'audit gratuit',
  consultation: 'consultation',
};

const verdicts: Record<LeadVerdict, string> = { clean: 'fiable', doubtful: 'douteuse', spam: 'indésirable' };

export const leadNoticeFrench: LeadNoticeCopy = {
  fields: leadFields,
  subject: (form, from) => `Nouvelle demande (${forms[form]})\u00a0: ${from}`,
  title: (form) => `Nouvelle demande\u00a0: ${forms[form]}`,
  verdict: (verdict, why) =>
    why.length === 0
      ? `Cette demande paraît ${verdicts[verdict]}.`
      : `Cette demande paraît ${verdicts[verdict]}\u00a0: ${why.map((one) => leadReasons[one]).join(', ')}.`,
  due: 'Réponse attendue avant',
  moment: ticketFrench.moment,
  page: 'Page d’origine',
  day: (date) => dayIn('fr-FR')(date).replace(/ 1 (?=\p{L})/u, ' 1er '),
  accepted: 'oui',
  open: 'Ouvrir la demande',
  automatic: (company) => `Ce message a été envoyé automatiquement par le site de ${company}.`,
};
