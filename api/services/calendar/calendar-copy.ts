/** What a calendar shows of a date. Names are those of the record. */
export interface CalendarCopy {
  locale: string;
  invoice: (name: string, amount: string) => string;
  notice: (name: string) => string;
  contract: (name: string) => string;
  license: (name: string) => string;
}

const english: CalendarCopy = {
  locale: 'en-US',
  invoice: (name, amount) => `Invoice ${name} is due: ${amount}`,
  notice: (name) => `Last day to give notice: ${name}`,
  contract: (name) => `Contract ends: ${name}`,
  license: (name) => `License expires: ${name}`,
};

const french: CalendarCopy = {
  locale: 'fr-FR',
  invoice: (name, amount) => `Échéance de la facture ${name} : ${amount}`,
  notice: (name) => `Dernier jour du préavis : ${name}`,
  contract: (name) => `Fin du contrat : ${name}`,
  license: (name) => `Expiration de la licence : ${name}`,
};

/** A value with its own direction, which does not move what is around it. */
const isolate = (value: string) => `\u2068${value}\u2069`;

const arabic: CalendarCopy = {
  locale: 'ar-TN',
  invoice: (name, amount) => `تاريخ استحقاق الفاتورة ${isolate(name)}: ${isolate(amount)}`,
  notice: (name) => `آخر أجل لتقديم الإشعار بالإنهاء: ${isolate(name)}`,
  contract: (name) => `نهاية العقد: ${isolate(name)}`,
  license: (name) => `انتهاء الرخصة: ${isolate(name)}`,
};

const copies = new Map<unknown, CalendarCopy>([
  ['fr', french],
  ['ar', arabic],
]);

/** English for users who have no language yet, or one that is not ours. */
export const calendarCopyIn = (language: unknown): CalendarCopy => copies.get(language) ?? english;
