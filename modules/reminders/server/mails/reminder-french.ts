import type { MailRow } from '#api/mail/mail.ts';
import { factOf, linkOf, type ReminderCopy, type ReminderItem } from './reminder-english.ts';

const dates = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (day: string) => dates.format(new Date(day));

function dueIn(due: string, days: number): string {
  if (days === 0) return `échéance aujourd’hui, ${dayOf(due)}`;
  const count = Math.abs(days) === 1 ? '1\u00a0jour' : `${Math.abs(days)}\u00a0jours`;
  return days < 0 ? `échéance le ${dayOf(due)}, dans ${count}` : `échéance le ${dayOf(due)}, en retard de ${count}`;
}

const nameOf = (number: string | null) => (number === null ? 'Facture sans numéro' : `Facture ${number}`);

const row = ({ number, customer, amount, due, days, link }: ReminderItem): MailRow => ({
  label: nameOf(number),
  note: `${customer === undefined ? '' : `${customer}, `}${dueIn(due, days)}`,
  amount,
  isLate: days > 0,
  link,
});

const note = {
  one: (due: string, days: number) => `reste dû, ${dueIn(due, days)}`,
  several: (count: number) => `restent dus sur ${count} factures`,
};

export const reminderFrench: ReminderCopy = {
  formats: 'fr-FR',
  content: ({ items, total, isOverdue, fingerprint, verifyLink, invoicesLink, settingsLink, company }) => {
    const title = isOverdue
      ? items.length === 1
        ? 'Une facture est en retard'
        : 'Des factures sont en retard ou bientôt à payer'
      : items.length === 1
        ? 'Une facture arrive à échéance'
        : 'Des factures arrivent à échéance';
    return {
      subject: `${title} – ${company}`,
      preview: items[0] ? `${items[0].amount}, ${note.one(items[0].due, items[0].days)}` : title,
      title,
      // What a row would repeat.
      ...(items.length === 1 && items[0] && { about: nameOf(items[0].number) }),
      fact: factOf({ items, total }, note),
      paragraphs: [],
      rows: items.length === 1 ? [] : items.map(row),
      button: {
        label: items.length === 1 ? 'Ouvrir la facture' : 'Ouvrir les factures',
        link: linkOf(items, invoicesLink),
      },
      after: [
        ...(fingerprint === undefined
          ? []
          : [
              `Payez sur le compte affiché dans l’espace client. Son empreinte : ${fingerprint}. Nous ne demandons jamais par e-mail de payer sur un autre compte. Vérifier un numéro de compte : ${verifyLink}`,
            ]),
        'Si vous venez de payer, ou si vous contestez une facture, dites‑le‑nous simplement : nous n’envoyons alors plus de relance à son sujet.',
        `Désactiver ces relances : ${settingsLink}`,
      ],
      fine: isOverdue
        ? [
            'En cas de retard, l’article L. 441-10 du code de commerce prévoit des pénalités dès le lendemain de l’échéance, au taux indiqué sur la facture ou, à défaut, au taux de refinancement de la Banque centrale européenne majoré de 10 points, et une indemnité forfaitaire de recouvrement de 40 € par facture.',
          ]
        : [],
    };
  },
};
