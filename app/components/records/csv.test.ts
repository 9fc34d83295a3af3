import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a line is its cells, separated by commas and ended as the standard says', () => {
  expect(csvLine(['INV-1', '1250.50', ''])).toBe('INV-1,1250.50,\r\n');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' edge '])).toBe('"a,b","say ""hi""","two\nlines"," edge "\r\n');
});

test.each([
  '=1+1',
  '+1 555',
  '-cmd',
  '@SUM(A1)',
  '\t=1',
  ' =1',
  '\r=1',
  '＝1+1',
  '\u00a0=1',
  '=HYPERLINK("https://a.example")',
])('no spreadsheet runs %j', (text) => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
});

test('a number below zero stays a number', () => {
  expect(csvLine(['-12.50', '-7'])).toBe('-12.50,-7\r\n');
});

test('what looks like HTML, right-to-left text and emoji come out as they are', () => {
  expect(csvLine(['<b>x</b>', 'שלום', '🚀'])).toBe('<b>x</b>,שלום,🚀\r\n');
});
