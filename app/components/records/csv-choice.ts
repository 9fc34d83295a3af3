import { type CsvFormat, frenchCsv, internationalCsv } from '#contract/csv.ts';

export const csvChoices = {
  international: { label: 'International (comma, 1250.50)', format: internationalCsv },
  french: { label: 'French Excel (semicolon, 1250,50)', format: frenchCsv },
} satisfies Record<string, { label: string; format: CsvFormat }>;

export type CsvChoice = keyof typeof csvChoices;

const keyFor = (userId: string) => `csv-format:${userId}`;

/** What the user chose in this browser; until then, what a spreadsheet in the browser's language expects. */
export function readCsvChoice(storage: Pick<Storage, 'getItem'>, userId: string, language: string): CsvChoice {
  const byLanguage = /^fr\b/i.test(language) ? 'french' : 'international';
  try {
    const kept = storage.getItem(keyFor(userId)) ?? '';
    return Object.hasOwn(csvChoices, kept) ? (kept as CsvChoice) : byLanguage;
  } catch {
    return byLanguage;
  }
}

export function keepCsvChoice(storage: Pick<Storage, 'setItem'>, userId: string, choice: CsvChoice): void {
  try {
    storage.setItem(keyFor(userId), choice);
  } catch {
    // Storage is full or forbidden: the choice lasts as long as the page.
  }
}
