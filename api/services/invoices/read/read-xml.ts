import { SaxesParser } from 'saxes';
import { InvoiceFileError } from './invoice-file-error.ts';

// `saxes` because well-formedness and namespaces are most of an XML parser, and it does these and nothing else: it expands no
// entity but the five, fetches nothing, and guesses no numbers. Limits are ours, in its events. Parsers that build objects expand
// entities by themselves (fast-xml-parser had four advisories about it in 2026).

/** Attributes have their local names: none that an invoice needs is in a namespace. */
export interface XmlElement {
  /** `ram:ID`, with our own prefix for its namespace, whatever the file's prefix is. Empty in a namespace that we do not know. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

export interface XmlLimits {
  maxBytes: number;
  maxDepth: number;
  /** Elements and attributes. */
  maxNodes: number;
}

// The largest invoice that we accept has 10,000 lines of about 30 elements.
const defaultLimits: XmlLimits = { maxBytes: 10 * 1024 * 1024, maxDepth: 50, maxNodes: 500_000 };

const crossIndustry = 'urn:un:unece:uncefact:data:standard';
const oasis = 'urn:oasis:names:specification:ubl:schema:xsd';
/** The namespaces of the formats that we read. ZUGFeRD 1 has other versions of them. */
const prefixes: ReadonlyMap<string, string> = new Map([
  [`${crossIndustry}:CrossIndustryInvoice:100`, 'rsm'],
  [`${crossIndustry}:ReusableAggregateBusinessInformationEntity:100`, 'ram'],
  [`${crossIndustry}:UnqualifiedDataType:100`, 'udt'],
  [`${crossIndustry}:QualifiedDataType:100`, 'qdt'],
  ['urn:ferd:CrossIndustryDocument:invoice:1p0', 'rsm'],
  [`${crossIndustry}:ReusableAggregateBusinessInformationEntity:12`, 'ram'],
  [`${crossIndustry}:UnqualifiedDataType:15`, 'udt'],
  [`${crossIndustry}:QualifiedDataType:12`, 'qdt'],
  [`${oasis}:Invoice-2`, 'inv'],
  [`${oasis}:CreditNote-2`, 'cn'],
  [`${oasis}:CommonAggregateComponents-2`, 'cac'],
  [`${oasis}:CommonBasicComponents-2`, 'cbc'],
]);

/** The root element. Bounded in size, depth and nodes; without a document type, so without entities. */
export function readXml(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): XmlElement {
  const { maxBytes, maxDepth, maxNodes } = { ...defaultLimits, ...limits };
  if (bytes.length > maxBytes) throw new InvoiceFileError('too_large');
  const text = decode(bytes);
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > maxNodes) throw new InvoiceFileError('xml_too_complex');
  };
  const addText = (piece: string) => {
    const current = open.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on('error', ({ message }) => {
    throw new InvoiceFileError('xml_malformed', message);
  });
  parser.on('doctype', () => {
    throw new InvoiceFileError('xml_doctype');
  });
  parser.on('opentagstart', () => {
    count();
    if (open.length >= maxDepth) throw new InvoiceFileError('xml_too_complex');
  });
  parser.on('attribute', count);
  parser.on('opentag', ({ uri, local, attributes }) => {
    const prefix = prefixes.get(uri);
    const element: XmlElement = {
      name: prefix === undefined ? '' : `${prefix}:${local}`,
      attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (root === undefined) throw new InvoiceFileError('xml_malformed');
  return root;
}

const encodings = new Set(['utf-8', 'utf8', 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252']);

/** By the byte order mark, else by the declaration, else UTF-8. Bytes that are not of the encoding are an error. */
function decode(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes;
  const pair = first * 256 + second;
  if (pair === 0xff_fe || pair === 0x3c_00) return decodeAs('utf-16le', bytes);
  if (pair === 0xfe_ff || pair === 0x00_3c) return decodeAs('utf-16be', bytes);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const [, declared = 'utf-8'] = /^(?:ï»¿)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head) ?? [];
  const encoding = declared.toLowerCase();
  if (!encodings.has(encoding)) throw new InvoiceFileError('xml_encoding', declared);
  return decodeAs(encoding, bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InvoiceFileError('xml_encoding', encoding);
  }
}

/** The elements at a path of names, `ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax`. */
export function findAll(from: XmlElement | undefined, path: string): XmlElement[] {
  let found = from === undefined ? [] : [from];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((one) => one.name === name));
  return found;
}

export const find = (from: XmlElement | undefined, path: string): XmlElement | undefined => findAll(from, path)[0];

/** Without the space around it; null where there is nothing. */
export function textAt(from: XmlElement | undefined, path: string): string | null {
  const text = find(from, path)?.text.trim();
  return text === undefined || text === '' ? null : text;
}
