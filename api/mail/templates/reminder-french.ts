import { factOf, type ReminderCopy, type ReminderItem } from './reminder-english.ts';

const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (day: string) => dates.format(new Date(day));

function dueIn(due: string, days: number): string {
  if (days === 0) return `échéance aujourd’hui, ${dayOf(due)}`;
  const count = Math.abs(days) === 1 ? '1 jour' : `${Math.abs(days)} jours`;
  return days < 0 ? `échéance le ${dayOf(due)}, dans ${count}` : `échéance le ${dayOf(due)}, en retard de ${count}`;
}

const line = ({ number, customer, amount, due, days }: ReminderItem) =>
  `${number === null ? 'Facture' : `Facture ${number}`}${customer === undefined ? '' : ` de ${customer}`} : reste dû ${amount}, ${dueIn(due, days)}.`;

const note = { one: dueIn, several: (count: number) => `restent dus sur ${count} factures` };

export const reminderFrench: ReminderCopy = {
  formats: 'fr-FR',
  content: ({ items, total, isOverdue, fingerprint, verifyLink, portalLink, settingsLink, company }) => {
    const title = isOverdue
      ? items.length === 1
        ? 'Une facture est en retard'
        : 'Des factures sont en retard ou bientôt à payer'
      : items.length === 1
        ? 'Une facture arrive à échéance'
        : 'Des factures arrivent à échéance';
    return {
      subject: `${title} – ${company}`,
      preview: items[0] ? line(items[0]) : title,
      title,
      fact: factOf({ items, total }, note),
      paragraphs: [
        ...items.map((item) => `${line(item)} ${item.link}`),
        ...(isOverdue
          ? [
              'En cas de retard, l’article L. 441-10 du code de commerce prévoit des pénalités dès le lendemain de l’échéance, au taux indiqué sur la facture ou, à défaut, au taux de refinancement de la Banque centrale européenne majoré de 10 points, et une indemnité forfaitaire de recouvrement de 40 € par facture.',
            ]
          : []),
      ],
      button: { label: items.length === 1 ? 'Ouvrir la facture' : 'Ouvrir les factures', link: portalLink },
      after: [
        ...(fingerprint === undefined
          ? []
          : [
              `Payez sur le compte affiché dans l’espace client. Son empreinte : ${fingerprint}. Nous ne demandons jamais par e-mail de payer sur un autre compte ; pour vérifier un numéro : ${verifyLink}`,
            ]),
        'Si vous venez de payer, ou si vous contestez une facture, dites-le-nous simplement : nous n’envoyons alors plus de relance à son sujet.',
        `Vous pouvez désactiver ces relances : ${settingsLink}`,
      ],
    };
  },
};
