/** A string that the specification (or decisions.md) writes to the character: its own characters win over our rules. */
export type Quoted = { text: string; source: string };

export const quoted: Quoted[] = [
  { text: "Une erreur s'est produite", source: 'spec §2' },
  { text: 'Inscription...', source: 'spec §4' },
  { text: 'Merci !', source: 'spec §4' },
  { text: 'Veuillez entrer votre adresse email', source: 'spec §5' },
  { text: 'Veuillez entrer une adresse email valide', source: 'spec §5' },
  { text: 'À partir de 2 500€/mois', source: 'spec §2' },
  { text: 'À partir de 150€/utilisateur/mois', source: 'spec §2' },
  { text: 'À partir de 500€/mois', source: 'spec §2' },
  { text: 'Message Envoyé !', source: 'spec §9' },
  { text: 'Nous vous répondrons dans les 24 heures.', source: 'spec §9' },
  { text: "Demande d'Audit Reçue !", source: 'spec §9' },
  { text: 'Consultation Planifiée !', source: 'spec §9' },
  { text: '9h00-10h00', source: 'spec §9' },
  { text: '10h30-11h30', source: 'spec §9' },
  { text: '14h00-15h00', source: 'spec §9' },
  { text: '15h30-16h30', source: 'spec §9' },
  { text: '16h00-17h00', source: 'spec §9' },
  { text: 'Oops! Page not found', source: 'spec §2' },
  { text: 'Checklist envoyée !', source: 'decisions.md, public forms' },
  { text: 'Lundi – vendredi, 8h00 – 18h00 (CET)', source: 'decisions.md, office' },
];

/** English that the specification puts into the French site. */
export const english: Quoted[] = [
  { text: 'Oops! Page not found', source: 'spec §2' },
  { text: 'Return to Home', source: 'spec §2' },
];
