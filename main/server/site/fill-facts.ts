import { facts, fillContact, unfilled } from '#api/lib/company.ts';
import { fillFacts } from '#content/facts.ts';

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const encodeHtml = (value: string) => value.replaceAll(/[&<>"]/g, (character) => htmlEntities[character] ?? character);
const jsonLd = /(?<=<script type="application\/ld\+json"[^>]*>)[\s\S]*?(?=<\/script>)/g;
const factCell = /(?<=<td[^>]*>)⟦([\w.]+)⟧(?=<\/td>)/g;

/** Writes the company's facts into a text of a build, which names them, and its contact details. */
export function fillCompany(text: string, isHtml: boolean): string {
  // The build's email address is in the copy of a fact that nobody has filled in: contact details come last.
  if (!isHtml) return fillContact(fillFacts(text, facts));
  const marked = text
    .replaceAll(jsonLd, (json) => JSON.stringify(fillJson(JSON.parse(json))).replaceAll('<', String.raw`\u003c`))
    // What is missing in a table of facts is marked, for the company and its readers.
    .replaceAll(factCell, (place, name: string) =>
      unfilled.includes(name) ? `<span class="to-complete">${place}</span>` : place,
    );
  return fillContact(fillFacts(marked, facts, encodeHtml));
}

/** What search engines read: a property without a value is left out. */
function fillJson(value: unknown): unknown {
  if (typeof value === 'string') return fillFacts(value, facts);
  if (Array.isArray(value)) return value.map(fillJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, one]) => [key, fillJson(one)] as const)
      .filter(([key, one]) => one !== '' || (value as Record<string, unknown>)[key] === ''),
  );
}
