import { type CsvFormat, frenchCsv, internationalCsv } from '#contract/csv.ts';

export const csvChoices = {
  international: { label: 'International (comma, 1250.50)', format: internationalCsv },
  french: { label: 'French Excel (semicolon, 1250,50)', format: frenchCsv },
} satisfies Record<string, { label: string; format: CsvFormat }>;

export type CsvChoice = keyof typeof csvChoices;

const keyFor = (userId: string) => `csv-format:${userId}`;

/** The user's choice in this browser, or else the format that spreadsheets expect in the browser's language. */
export function readCsvChoice(storage: Pick<Storage, 'getItem'>, userId: string, language: string): CsvChoice {
  const byLanguage = /^fr\b/i.test(language) ? 'french' : 'international';
  try {
    const stored = storage.getItem(keyFor(userId)) ?? '';
    return Object.hasOwn(csvChoices, stored) ? (stored as CsvChoice) : byLanguage;
  } catch {
    return byLanguage;
  }
}

export function saveCsvChoice(storage: Pick<Storage, 'setItem'>, userId: string, choice: CsvChoice): void {
  try {
    storage.setItem(keyFor(userId), choice);
  } catch {
    // Storage is full or blocked: the choice lasts as long as the page.
  }
}
