/** The fields of public forms, by their names: at the desk, and in the mails to staff. */
export const leadFields = {
  name: 'Nom et prénom',
  company: 'Entreprise',
  email: 'E-mail',
  phone: 'Téléphone',
  service: 'Service',
  message: 'Message',
  employees: 'Effectif',
  industry: 'Secteur d’activité',
  currentChallenges: 'Difficultés actuelles',
  priority: 'Priorité',
  timeline: 'Échéance du projet',
  agreeTerms: 'Conditions acceptées',
  consultationType: 'Type de consultation',
  preferredDate: 'Date souhaitée',
  preferredTime: 'Créneau souhaité',
  meetingType: 'Forme du rendez-vous',
  additionalInfo: 'Précisions',
};
export type LeadFields = typeof leadFields;

/** What the filter noticed, by its code. */
export const leadReasons = {
  honeypot: 'un champ que personne ne voit est rempli',
  no_script: 'envoi sans JavaScript',
  no_proof: 'preuve de calcul absente',
  proof_invalid: 'preuve de calcul fausse',
  proof_replayed: 'preuve de calcul déjà utilisée',
  too_fast: 'rempli en moins de trois secondes',
  too_late: 'page ouverte depuis plus d’un jour',
  network_limit: 'beaucoup d’envois du même réseau',
  mailbox_limit: 'beaucoup d’envois avec la même adresse e-mail',
  links: 'trop de liens',
  markup: 'balises dans le texte',
  repeated: 'texte répétitif',
  same_text: 'même texte envoyé par d’autres',
  mixed_scripts: 'alphabets mélangés',
  shouting: 'texte en capitales',
};
export type LeadReasons = typeof leadReasons;
