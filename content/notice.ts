import type { Notice } from './schema/form-pages.ts';
import { site } from './site.ts';

const { company, office } = site;

/** The lines that all forms share. */
export const sharedLines = {
  more: 'Vos données et vos droits',
  noScript: `Ce formulaire a besoin de JavaScript. Sans lui, appelez-nous ou écrivez-nous : ${company.phone}, ${company.email}.`,
  controller: `Responsable du traitement : ${company.name}, ${office.address}, ${office.postal} ${office.city}, ${office.country}.`,
  // product §9: prospects 3 years at most, customers the contract and 5 years.
  retention:
    'Durée de conservation : 3 ans au plus après notre dernier échange ; si un contrat est conclu, sa durée, puis 5 ans.',
  processors:
    'Les prestataires techniques auxquels nous faisons appel sont tenus par contrat à la confidentialité. Un transfert hors de l’Union européenne ne peut avoir lieu qu’avec les garanties prévues par le RGPD. Aucune décision n’est prise de façon automatisée.',
  exercise: `Écrivez à notre délégué à la protection des données, ${company.dpoEmail} ; nous répondons dans un délai d’un mois.`,
  rights:
    'Vos droits : accès, rectification, effacement, limitation et, dans les conditions du RGPD, portabilité ; opposition à tout moment, pour des raisons tenant à votre situation.',
  complaint: 'Réclamation : vous pouvez à tout moment saisir la CNIL (www.cnil.fr).',
};

/** In every confirmation. */
export const call = { text: 'Une précision à ajouter ? Appelez-nous :', phone: company.phone };

type FormFacts = {
  summary: string;
  purpose: string;
  legalBasis: string;
  recipients: string;
  required: string;
  /** Where they are others than of most forms. */
  rights?: string;
};

/** The notice of GDPR article 13: the lines of one form among the shared ones. */
export const notice = ({ summary, purpose, legalBasis, recipients, required, rights }: FormFacts): Notice => ({
  summary,
  more: sharedLines.more,
  details: [
    sharedLines.controller,
    `Finalité : ${purpose}`,
    `Base légale : ${legalBasis}`,
    sharedLines.retention,
    `Destinataires : ${recipients} ${sharedLines.processors}`,
    `Champs obligatoires : ${required}`,
    `${rights ?? sharedLines.rights} ${sharedLines.exercise}`,
    sharedLines.complaint,
  ],
  noScript: sharedLines.noScript,
});
