/** A string that docs/product.md quotes: its own characters win over our rules. */
export type Quoted = { text: string; source: string };

export const quoted: Quoted[] = [
  { text: "Une erreur s'est produite", source: 'product §2' },
  { text: 'Inscription...', source: 'product §4' },
  { text: 'Merci !', source: 'product §4' },
  { text: 'Veuillez entrer votre adresse email', source: 'product §5' },
  { text: 'Veuillez entrer une adresse email valide', source: 'product §5' },
  { text: 'À partir de 2 500€/mois', source: 'product §2' },
  { text: 'À partir de 150€/utilisateur/mois', source: 'product §2' },
  { text: 'À partir de 500€/mois', source: 'product §2' },
  { text: 'Message Envoyé !', source: 'product §9' },
  { text: 'Nous vous répondrons dans les 24 heures.', source: 'product §9' },
  { text: "Demande d'Audit Reçue !", source: 'product §9' },
  { text: 'Consultation Planifiée !', source: 'product §9' },
  { text: '9h00-10h00', source: 'product §9' },
  { text: '10h30-11h30', source: 'product §9' },
  { text: '14h00-15h00', source: 'product §9' },
  { text: '15h30-16h30', source: 'product §9' },
  { text: '16h00-17h00', source: 'product §9' },
  { text: 'Oops! Page not found', source: 'product §2' },
  { text: 'Checklist envoyée !', source: 'product §9' },
  { text: 'Lundi – vendredi, 8h00 – 18h00 (CET)', source: 'product §9' },
];
