import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvFormat, csvLine, csvNumber, frenchCsv, internationalCsv } from './csv.ts';

/** Parses a file as Excel does: a quote opens a cell only as its first character; text after the closing quote is literal. */
function readAsExcel(file: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < file.length) {
    let cell = '';
    if (file[at] === '"') {
      at += 1;
      while (at < file.length && (file[at] !== '"' || file[at + 1] === '"')) {
        cell += file[at];
        at += file[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < file.length && file[at] !== separator && file[at] !== '\r' && file[at] !== '\n') {
      cell += file[at];
      at += 1;
    }
    cells.push(cell);
    at += file.startsWith('\r\n', at) ? 2 : 1;
  }
  return cells;
}

// A number at the start of a row, read with the other separator, is followed by the rest of the row, which is not a formula.
const numberOfOurs = /^-\d+(?:[.,]\d+)?(?:$|[,;]")/;
const isFormula = (cell: string) => /^[\s\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/.test(cell);

const text = fc.string({ unit: fc.constantFrom(...Array.from('=+-@;,\t\r\n"\' \u00a0\ufeff＝a1.|')), maxLength: 12 });
const value = fc.oneof(text, fc.constantFrom('-12.5', '-12,5', '0', '-7', ''), fc.string({ unit: 'grapheme' }));
const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const format = fc.constantFrom<CsvFormat>(internationalCsv, frenchCsv);

describe('a formula', () => {
  test('is executed in no cell, whichever separator the file is opened with', () => {
    fc.assert(
      fc.property(rows, format, fc.constantFrom(',', ';', '\t'), (table, written, opened) => {
        const cells = readAsExcel(table.map((row) => csvLine(row, written)).join(''), opened);
        expect(cells.filter((cell) => isFormula(cell) && !numberOfOurs.test(cell))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+33 4 65 71 00 06', "'+33 4 65 71 00 06"],
    [' \u00a0=1', "' \u00a0=1"],
    ['\t=1', "'\t'=1"],
    ["a;=cmd|'/C calc'!A0;b", "a;'=cmd|'/C calc'!A0;b"],
    ['a,"=1"', `a,'"=1"`],
    ['list:\r\n- one\r- two', "list:\n'- one\n'- two"],
    ['＝1', "'＝1"],
  ])('%j becomes text', (given, written) => {
    expect(readAsExcel(csvLine([given]), ',')).toEqual([written]);
  });

  // A pattern that backtracks would take minutes here, and the test would time out.
  test('is found in linear time', () => {
    for (const part of ['\ufeff', '"', '\n', ', ', '\t', ' "'])
      expect(csvLine([`${part.repeat(100_000)}a`]).length).toBeLessThan(1_000_000);
  });

  test('in no other text is anything changed', () => {
    for (const harmless of ['a-b', 'x = y', 'one, two; three', '1-2', "it's", '<b>x</b>', 'שלום', '🚀', '5 %'])
      expect(csvLine([harmless])).toBe(`"${harmless}"\r\n`);
  });
});

describe('a CSV file', () => {
  test('has every value, quoted, in its column', () => {
    expect(csvLine(['INV-1', '1250.50', null, ''])).toBe('"INV-1","1250.50","",""\r\n');
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
    expect(csvLine(['a', 'b'], frenchCsv)).toBe('"a";"b"\r\n');
  });

  test('has the same cells when it is read with its own separator', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), format, (row, written) => {
        const cells = readAsExcel(csvLine(row, written), written.separator);
        const bare = (cell: string) => cell.replaceAll(/\r\n?/g, '\n').replaceAll("'", '').trimEnd();
        expect(cells.map(bare)).toEqual(row.map(bare));
      }),
    );
  });

  test('keeps numbers as numbers, with the decimal separator of the format', () => {
    expect(csvLine(['x', '-12.50', '-7', '0'])).toBe('"x","-12.50","-7","0"\r\n');
    expect(csvNumber('-12.50', frenchCsv)).toBe('-12,50');
    expect(csvNumber('-12.50', internationalCsv)).toBe('-12.50');
    expect(csvLine(['x', csvNumber('-12.50', frenchCsv)], frenchCsv)).toBe('"x";"-12,50"\r\n');
  });
});
