import type { Templates } from '#api/mail/mail.ts';
import { moment } from './french-dates.ts';

/** Mails about our bank accounts. */
export const moneyFrench: Pick<Templates, 'bank-proposed' | 'bank-alarm' | 'invoice-iban-staff'> = {
  'bank-proposed': ({ account, readyAt, link, verifyLink }, company) => ({
    subject: `Un nouveau compte bancaire est en préparation – ${company}`,
    preview: 'Rien ne change pour l’instant : continuez de payer sur le compte que vous connaissez.',
    title: 'Nous préparons un nouveau compte bancaire',
    paragraphs: [
      `Un membre de notre équipe a proposé un nouveau compte pour vos règlements. Une deuxième personne doit l’approuver.`,
      'Rien ne change pour l’instant : continuez de payer sur le compte affiché dans l’espace client. Nous ne vous demandons jamais par e-mail de payer sur un autre compte.',
      'Cette annonce vous paraît douteuse, ou quelqu’un vous a déjà présenté ce compte comme le nôtre ? Donnez l’alerte : le compte ne pourra pas devenir actif avant que nous ayons vérifié.',
    ],
    rows: [
      { label: 'Compte', value: account.replace(' ', '\u00a0…\u00a0') },
      { label: 'Pas avant le', value: moment(readyAt) },
    ],
    button: { label: 'Donner l’alerte', link, variant: 'danger-outline' },
    after: [
      'Si rien ne vous surprend, il n’y a rien à faire.',
      `Vous pouvez vérifier un numéro de compte à tout moment : ${verifyLink}`,
    ],
  }),
  'bank-alarm': ({ account, link }, company) => ({
    subject: `Alerte sur le compte bancaire ${account} – ${company}`,
    preview: 'Un client se méfie du compte bancaire qui a été annoncé.',
    title: 'Un client a donné l’alerte',
    paragraphs: [
      `Un client se méfie du compte bancaire ${account.replace(' ', '\u00a0…\u00a0')} qui lui a été annoncé. Sauf s’il était déjà actif, ce compte ne peut pas le devenir tant que l’alerte est ouverte.`,
      'Appelez ce client, au numéro que vous connaissez. Un administrateur qui n’a pas proposé le compte classe ensuite l’alerte ou refuse le compte.',
    ],
    button: { label: 'Ouvrir les coordonnées bancaires', link },
  }),
  'invoice-iban-staff': ({ number, sender, isRefused, link }, company) => ({
    subject: `Un autre IBAN dans la facture ${number} – ${company}`,
    preview: 'Ce compte n’est pas notre compte actif.',
    title: 'Une facture avec un autre IBAN',
    paragraphs:
      isRefused === 'yes'
        ? [
            `La clé d’API « ${sender} » a envoyé la facture ${number}, dont l’IBAN n’est pas celui de notre compte actif. Elle a été refusée.`,
            'Si vous ne l’expliquez pas, révoquez la clé et vérifiez le programme qui l’utilise.',
          ]
        : [
            `${sender} importe la facture ${number}, dont l’IBAN n’est pas celui de notre compte actif. Une deuxième personne doit confirmer ce numéro.`,
            'Appelez le titulaire du compte, à un numéro que vous connaissez, avant de confirmer.',
          ],
    button: { label: 'Ouvrir les coordonnées bancaires', link },
    after: ['Un seul e-mail part par heure et par expéditeur : d’autres factures peuvent être concernées.'],
  }),
};
