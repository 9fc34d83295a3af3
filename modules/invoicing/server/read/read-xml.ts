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
  /** Elements, attributes and CDATA sections. */
  maxNodes: number;
}

// The largest invoice that we accept has 10,000 lines of about 30 elements.
const defaultLimits: XmlLimits = { maxBytes: 10 * 1024 * 1024, maxDepth: 50, maxNodes: 500_000 };
/** Of one element. Invoices have three, and a dozen namespaces on the root. */
const maxAttributes = 50;
/** Characters of all comments and processing instructions, which the parser collects slowly and an invoice does not need. */
const maxAsideLength = 1_000_000;
const maxReferences = 200_000;
const chunkLength = 65_536;
/** Of CPU time. The largest invoice takes 250 ms per megabyte. */
const msPerMegabyte = 750;
const baseMs = 1_000;
/** What a short one costs more than its length. */
const asideCost = 100;

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
  checkAsides(text, '<!--', '-->');
  checkAsides(text, '<?', '?>');
  checkReferences(text);
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let nodes = 0;
  let attributesHere = 0;
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
    attributesHere = 0;
    count();
    if (open.length >= maxDepth) throw new InvoiceFileError('xml_too_complex');
  });
  parser.on('attribute', () => {
    attributesHere += 1;
    if (attributesHere > maxAttributes) throw new InvoiceFileError('xml_too_complex');
    count();
  });
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
  parser.on('cdata', (piece) => {
    count();
    addText(piece);
  });
  const mayGoOn = limitCpu(bytes.length);
  for (let at = 0; at < text.length && mayGoOn(); at += chunkLength) parser.write(text.slice(at, at + chunkLength));
  parser.close();
  if (root === undefined) throw new InvoiceFileError('xml_malformed');
  return root;
}

/** Before the parser reads them. One without an end reaches the end of the file. */
function checkAsides(text: string, opening: string, closing: string): void {
  let length = 0;
  for (let at = text.indexOf(opening); at !== -1;) {
    const end = text.indexOf(closing, at + opening.length);
    length += (end === -1 ? text.length : end) - at + asideCost;
    if (length > maxAsideLength) throw new InvoiceFileError('xml_too_complex');
    at = end === -1 ? -1 : text.indexOf(opening, end + closing.length);
  }
}

/** Whatever makes the parser slow: a file that takes longer than invoices of its size is not one. */
function limitCpu(size: number): () => true {
  const started = process.threadCpuUsage();
  const allowedMs = baseMs + (size / 1_000_000) * msPerMegabyte;
  return () => {
    const { user, system } = process.threadCpuUsage(started);
    if ((user + system) / 1000 > allowedMs) throw new InvoiceFileError('takes_too_long');
    return true;
  };
}

/** `&amp;` and others: the parser stops at each. */
function checkReferences(text: string): void {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > maxReferences) throw new InvoiceFileError('xml_too_complex');
  }
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
