import { expect, test } from 'vitest';
import { frenchCsv } from '#contract/csv.ts';
import { writeCsv } from './csv-file.ts';
import { createTotals } from './totals.ts';

interface Invoice {
  number: string;
  amount: string;
  status: string;
}
const columns = [
  { label: 'Numéro', csv: ({ number }: Invoice) => number },
  { label: 'Montant', csv: ({ amount }: Invoice) => amount, isMoney: true },
  { label: 'Statut', csv: ({ status }: Invoice) => status },
];
const label = { all: 'Total', someOnly: 'Total sans les annulés' };
const invoice = (number: string, amount: string, status = 'Payée'): Invoice => ({ number, amount, status });

async function* pagesOf(...pages: Invoice[][]) {
  yield* pages;
}

async function write(pages: Invoice[][], maxRows?: number) {
  const { file, ...result } = await writeCsv({
    columns,
    pages: pagesOf(...pages),
    format: frenchCsv,
    currency: 'EUR',
    totals: createTotals(columns, { isCounted: ({ status }) => status !== 'Annulée', label }),
    ...(maxRows !== undefined && { maxRows }),
    onProgress: () => {},
  });
  return { ...result, lines: (await file.text()).trimEnd().split('\r\n') };
}

test('a file has every page, and ends with the sums of what counts', async () => {
  const { lines } = await write([[invoice('A', '1250.50'), invoice('B', '-50.25')], [invoice('C', '9.9', 'Annulée')]]);
  expect(lines).toEqual([
    '"Numéro";"Montant (EUR)";"Statut"',
    '"A";"1250,50";"Payée"',
    '"B";"-50,25";"Payée"',
    '"C";"9,9";"Annulée"',
    '"Total sans les annulés";"1200,25";""',
  ]);
  expect((await write([[invoice('A', '0.10'), invoice('B', '-0.30')]])).lines.at(-1)).toBe('"Total";"-0,20";""');
});

test('no cell is run as a formula, and a file is cut at its limit', async () => {
  const { lines, rows, isCut } = await write([[invoice('=cmd|calc', '1'), invoice('B', '2')], [invoice('C', '3')]], 1);
  expect(lines[1]).toBe(`"'=cmd|calc";"1";"Payée"`);
  expect([rows, isCut, lines.at(-1)]).toEqual([1, true, '"Total";"1,00";""']);
  expect(await write([[invoice('A', '1')]], 1)).toMatchObject({ rows: 1, isCut: false });
});
