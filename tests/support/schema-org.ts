import { readFileSync } from 'node:fs';

/** The vocabulary that schema.org publishes: classes, and the domains and ranges of its properties. */
const vocabulary = readFileSync(new URL(import.meta.resolve('@vocabulary/schema/schema.nq')), 'utf8');

/** Subject to objects of the statements `<subject> <predicate> <object>`. */
const statements = (predicate: string) => {
  const found = new Map<string, string[]>();
  for (const line of vocabulary.split('\n')) {
    const [, subject, stated, object] = /^<([^>]+)> <([^>]+)> <([^>]+)>/.exec(line) ?? [];
    if (subject === undefined || object === undefined || stated !== predicate) continue;
    const key = nameOf(subject);
    found.set(key, [...(found.get(key) ?? []), nameOf(object)]);
  }
  return found;
};
const nameOf = (iri: string) => iri.replace('http://schema.org/', '');

const types = statements('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
const parents = statements('http://www.w3.org/2000/01/rdf-schema#subClassOf');
const domains = statements('http://schema.org/domainIncludes');
const ranges = statements('http://schema.org/rangeIncludes');
const successors = statements('http://schema.org/supersededBy');
const isClass = (name: string) => types.get(name)?.includes('http://www.w3.org/2000/01/rdf-schema#Class') ?? false;

const withSupertypes = (type: string): string[] => [type, ...(parents.get(type) ?? []).flatMap(withSupertypes)];

const isUrl = (value: string) => /^https?:\/\//.test(value) && URL.canParse(value);

/** Data types, and Duration, which is a class but written as text. */
const isLiteral: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string' && value !== '',
  URL: (value) => typeof value === 'string' && isUrl(value),
  Boolean: (value) => typeof value === 'boolean',
  Number: (value) => typeof value === 'number',
  Integer: (value) => Number.isInteger(value),
  Date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  DateTime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
  Time: (value) => typeof value === 'string' && /^\d\d:\d\d(:\d\d)?$/.test(value),
  Duration: (value) => typeof value === 'string' && /^P(?=[\dT])/.test(value),
};

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const typesOf = (node: Node) => [node['@type']].flat().filter((type) => typeof type === 'string');

/** Literals, members of an enumeration such as `Monday`, URLs of things, and nodes of the right type. */
function isInRange(value: unknown, range: string): boolean {
  if (isNode(value))
    return typesOf(value).length === 0 || typesOf(value).some((type) => withSupertypes(type).includes(range));
  // The narrowest first: URL is a subtype of Text.
  const literal = withSupertypes(range).find((name) => name in isLiteral);
  if (literal) return isLiteral[literal]?.(value) ?? false;
  return typeof value === 'string' && (isUrl(value) || (types.get(value)?.includes(range) ?? false));
}

function findPropertyErrors(owner: string[], property: string, value: unknown): string[] {
  const domain = domains.get(property);
  const range = ranges.get(property);
  const where = `${owner.join('+')}.${property}`;
  if (domain === undefined || range === undefined) return [`${where} is not a property of schema.org`];
  const successor = successors.get(property);
  if (successor) return [`${where} is superseded by ${successor.join(', ')}`];
  if (!owner.some((type) => withSupertypes(type).some((name) => domain.includes(name))))
    return [`${where}: the property belongs to ${domain.join(', ')}`];
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  return [
    ...(values.length === 0 ? [`${where} is empty`] : []),
    ...values
      .filter((one) => !range.some((name) => isInRange(one, name)))
      .map((one) => `${where} is ${JSON.stringify(one)}, not ${range.join(', ')}`),
  ];
}

/** All nodes, at any depth. */
const nodesIn = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];
};

/** What in the JSON-LD of one page contradicts the vocabulary, and references to nodes that the page does not define. */
export function findStructuredDataErrors(blocks: unknown[]): string[] {
  const nodes = nodesIn(blocks);
  const defined = new Set(nodes.filter((node) => typesOf(node).length > 0).map((node) => node['@id']));
  return [
    ...blocks
      .filter((block) => !isNode(block) || block['@context'] !== 'https://schema.org')
      .map((block) => `a block lacks the context: ${JSON.stringify(block)}`),
    ...nodes.flatMap((node) => {
      const owner = typesOf(node);
      const unknown = owner.filter((type) => !isClass(type));
      if (unknown.length > 0) return [`${unknown.join(', ')} is not a type of schema.org`];
      if (owner.length === 0) return defined.has(node['@id']) ? [] : [`nothing defines ${JSON.stringify(node)}`];
      return Object.entries(node)
        .filter(([property]) => !property.startsWith('@'))
        .flatMap(([property, value]) => findPropertyErrors(owner, property, value));
    }),
  ];
}
