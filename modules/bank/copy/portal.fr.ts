import type { BankCopy } from './portal.en.ts';
import { loadState } from '#content/portal/fr/phrases.ts';

export const bank: BankCopy = {
  title: 'Notre compte bancaire',
  load: loadState('de notre compte bancaire', 'notre compte bancaire'),
  none: 'Nous n’avons actuellement aucun compte bancaire vérifié. Appelez-nous avant de payer.',
  iban: 'IBAN',
  bic: 'BIC',
  holder: 'Titulaire',
  fingerprint: 'Empreinte',
  fingerprintHint:
    'Ces quatre mots se déduisent de l’IBAN. Ils figurent sur tous nos documents et e-mails au sujet de vos factures et de vos paiements.',
  copy: (what) => `Copier : ${what}`,
  copied: 'Copié',
  since: (day) => `Vérifié, en service depuis le ${day}`,
  verify: 'Vérifier un IBAN que vous avez reçu',
  warning:
    'Nous ne demandons jamais par e-mail de payer sur un autre compte. Dans le doute, appelez-nous au numéro que vous connaissez.',
  announced: {
    title: 'Un nouveau compte est en préparation',
    text: (end) =>
      `Il se termine par ${end}. Ne payez pas encore sur ce compte : deux personnes de notre équipe doivent intervenir, et un délai de 72 heures doit s’écouler.`,
    from: (moment) => `Il pourra être en service à partir du ${moment}.`,
  },
  history: {
    title: 'Anciens comptes',
    during: (from, until) => `En service du ${from} au ${until}`,
  },
};
