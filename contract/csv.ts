/** CSV for spreadsheets, written by the browser (list exports) and by the server (exports of personal data). */
export interface CsvFormat {
  separator: ',' | ';';
  decimal: '.' | ',';
}

export const internationalCsv: CsvFormat = { separator: ',', decimal: '.' };
/** What Excel expects on French systems. */
export const frenchCsv: CsvFormat = { separator: ';', decimal: ',' };

/** Without it, Excel reads UTF-8 as a legacy code page. */
export const byteOrderMark = '\ufeff';

/** `1250.50` with the decimal separator of the format. Only for numbers: a version such as 7.4 is text. */
export const csvNumber = (value: string, { decimal }: CsvFormat) => value.replace('.', decimal);

const plainNumber = /^-?\d+(?:[.,]\d+)?$/;

/*
 * A spreadsheet runs a cell that begins with = + - or @ as a formula; an apostrophe in front makes it text. Quotes do not
 * prevent it. They do not even keep a cell together when the file is opened with another separator than it was written
 * with: only the first cell of a row then begins with a quote, so in `"x","a;=1"` a French Excel ends a cell at the
 * semicolon and runs `=1`. Hence the start of the text and every place where any spreadsheet could begin a cell are
 * checked: after , ; tab and line break. Blanks and quotes may stand before the formula, as they may be dropped. A
 * separator at the very end counts too: the quote that closes our cell would open another one there.
 */
const formulaAtStart = /^(?=(?:"|[^\S\t\n])*[=+\-@\uff1d\uff0b\uff0d\uff20\t])/;
const formulaAfterSeparator = /[,;\t\n](?=(?:"|[^\S\t\n])*(?:[=+\-@\uff1d\uff0b\uff0d\uff20\t]|$))/g;

function csvCell(value: string | null): string {
  if (value === null) return '""';
  // A lone carriage return would end the row; blanks at the end are not seen in a cell.
  const text = value.replaceAll(/\r\n?/g, '\n').trimEnd();
  const safe = plainNumber.test(text)
    ? text
    : text.replaceAll(formulaAfterSeparator, "$&'").replace(formulaAtStart, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

export const csvLine = (values: readonly (string | null)[], { separator }: CsvFormat = internationalCsv) =>
  `${values.map(csvCell).join(separator)}\r\n`;
