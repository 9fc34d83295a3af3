import { expect, test } from 'vitest';
import { find, readXml, textAt } from './read-xml.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
const read = (xml: string | Uint8Array) => readXml(typeof xml === 'string' ? Buffer.from(xml) : xml);
const root = (inside: string) =>
  `<x:Invoice xmlns:x="${ubl}:Invoice-2" xmlns:cbc="${ubl}:CommonBasicComponents-2">${inside}</x:Invoice>`;
const idOf = (xml: string | Uint8Array) => textAt(read(xml), 'cbc:ID');

test('50 attributes and some comments are fine, and a text may reach over pieces of the file', () => {
  const attributes = Array.from({ length: 50 }, (_, at) => `a${at}=""`).join(' ');
  const long = '😀é'.repeat(100_000);
  const xml = root(`<!-- c --><?x y?><cbc:ID ${attributes}>${long}</cbc:ID>`);
  expect(idOf(xml)).toBe(long);
});

test('elements are found by their namespace, whatever the prefix', () => {
  expect(idOf(root('<cbc:ID>1</cbc:ID>'))).toBe('1');
  expect(idOf(root(`<ID xmlns="${ubl}:CommonBasicComponents-2"> 2 </ID>`))).toBe('2');
  expect(idOf(root('<cbc:ID xmlns:cbc="urn:other">3</cbc:ID>'))).toBeNull();
  expect(idOf(root('<ID>4</ID>'))).toBeNull();
});

test('text is joined from its pieces', () => {
  expect(idOf(root('<cbc:ID>a&amp;<!-- c --><![CDATA[<b>]]>&#x43;&#68;</cbc:ID>'))).toBe('a&<b>CD');
});

test('attributes have their local names', () => {
  expect(find(read(root('<cbc:ID schemeID="0002" x:y="1"/>')), 'cbc:ID')?.attributes).toEqual({
    schemeID: '0002',
    y: '1',
  });
});

test('the encoding is that of the byte order mark, or of the declaration', () => {
  const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${root('<cbc:ID>é€</cbc:ID>')}`;
  const utf16 = Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le');
  for (const file of [
    Buffer.from(xml('UTF-8')),
    Buffer.from(`\uFEFF${xml('UTF-8')}`),
    utf16,
    Buffer.from(xml('UTF-16'), 'utf16le'),
    Buffer.from(utf16).swap16(),
  ])
    expect(idOf(file)).toBe('é€');
  expect(idOf(Buffer.from(xml('ISO-8859-1').replace('€', ''), 'latin1'))).toBe('é');
  expect(() => read(Buffer.from(xml('UTF-8').replace('€', ''), 'latin1'))).toThrow('xml_encoding');
  expect(() => read(xml('UTF-7'))).toThrow('xml_encoding: UTF-7');
});

const bomb = `<!DOCTYPE l [<!ENTITY a "${'ha'.repeat(50)}">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`).join('')}]>${root('<cbc:ID>&a19;</cbc:ID>')}`;

test.each([
  ['an entity bomb', bomb, 'xml_doctype'],
  [
    'an external entity',
    `<!DOCTYPE i [<!ENTITY x SYSTEM "file:///etc/passwd">]>${root('<cbc:ID>&x;</cbc:ID>')}`,
    'xml_doctype',
  ],
  ['an external document type', `<!DOCTYPE i SYSTEM "http://203.0.113.1/x.dtd">${root('')}`, 'xml_doctype'],
  ['a document type without an end', `<!DOCTYPE i [${'<!ENTITY'.repeat(1000)}`, 'xml_malformed'],
  ['an unknown entity', root('&nbsp;'), 'xml_malformed'],
  ['a character that does not exist', root('&#0;'), 'xml_malformed'],
  ['an undeclared prefix', '<a:b/>', 'xml_malformed'],
  ['a tag that is not closed', '<a><b></a>', 'xml_malformed'],
  ['the same attribute twice', '<a b="1" b="2"/>', 'xml_malformed'],
  ['two roots', '<a/><b/>', 'xml_malformed'],
  ['text that is not XML', 'Facture', 'xml_malformed'],
  ['nothing', '', 'xml_malformed'],
  ['a million nested elements', '<a>'.repeat(1_000_000), 'xml_too_complex'],
  ['a million elements', root('<a/>'.repeat(1_000_000)), 'xml_too_complex'],
  [
    'a million attributes',
    `<a ${Array.from({ length: 600_000 }, (_, at) => `a${at}=""`).join(' ')}/>`,
    'xml_too_complex',
  ],
  ['51 attributes', `<a ${Array.from({ length: 51 }, (_, at) => `a${at}=""`).join(' ')}/>`, 'xml_too_complex'],
  ['a long comment', root(`<!--${'- '.repeat(600_000)}-->`), 'xml_too_complex'],
  ['a comment without an end', `<a><!--${'x'.repeat(2_000_000)}`, 'xml_too_complex'],
  ['many comments', root('<!---->'.repeat(20_000)), 'xml_too_complex'],
  ['many processing instructions', root('<?x?>'.repeat(20_000)), 'xml_too_complex'],
  ['many references', root('&amp;'.repeat(200_001)), 'xml_too_complex'],
  ['many CDATA sections', root('<![CDATA[]]>'.repeat(600_000)), 'xml_too_complex'],
  ['100 MB', Buffer.alloc(100 * 1024 * 1024, 0x20), 'too_large'],
])('rejected: %s', (_, xml, code) => {
  expect(() => read(xml)).toThrow(code);
});
