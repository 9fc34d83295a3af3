import { courseMessages } from '#content/form-choices.ts';
import type { LeadReason, LeadVerdict } from '#contract/leads.ts';

const technical: readonly LeadReason[] = ['no_proof', 'proof_invalid', 'proof_replayed', 'too_fast', 'too_late'];

/** Points of a text by reason. */
const points: Partial<Record<LeadReason, number>> = {
  links: 2,
  markup: 2,
  repeated: 1,
  same_text: 1,
  mixed_scripts: 2,
  shouting: 1,
};
const spamPoints = 3;

/**
 * Nothing is rejected: staff see what is doubtful, and can look at spam for 30 days. One sign of a program makes a lead doubtful, two make it
 * spam, and so does one with a text that is bad too. Without JavaScript there is neither a proof nor a time.
 */
export function verdictOf(reasons: readonly LeadReason[]): LeadVerdict {
  if (reasons.includes('honeypot')) return 'spam';
  const signs = reasons.filter((reason) => technical.includes(reason)).length;
  const score = reasons.reduce((sum, reason) => sum + (points[reason] ?? 0), 0);
  const isUnproven = signs > 0 || reasons.includes('no_script');
  if (signs > 1 || score >= spamPoints || (isUnproven && score > 0)) return 'spam';
  return reasons.length > 0 ? 'doubtful' : 'clean';
}

const linkPattern =
  /(?:https?:\/\/|www\.)\S+|\b[\w-]+\.(?:ru|cn|top|xyz|click|link|shop|site|online|icu|buzz|info|biz)\b/giu;
const markupPattern = /<\s*\/?\s*(?:a|img|script|iframe|div|p|br|b|h\d|style|svg)\b|\[\/?(?:url|link|img)\b/iu;

/** What is wrong with a text by itself. `lines`: the short fields, where a link is one too many. */
export function textReasons(text: string, lines: readonly string[]): LeadReason[] {
  const all = [...lines, text].join('\n');
  const links = (text.match(linkPattern) ?? []).length;
  const reasons: LeadReason[] = [];
  // People name their own site.
  if (links > 2 || lines.some((line) => /https?:\/\/|www\./i.test(line))) reasons.push('links');
  if (markupPattern.test(all)) reasons.push('markup');
  if (isRepeated(text)) reasons.push('repeated');
  if (hasMixedScripts(all)) reasons.push('mixed_scripts');
  if (isShouted(text)) reasons.push('shouting');
  return reasons;
}

/** A text of many words, most of which say the same. */
function isRepeated(text: string): boolean {
  if (/(\S)\1{15,}/u.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length >= 20 && new Set(words).size / words.length < 0.25;
}

/** One word in letters of two scripts that look alike: « Bitсоin » with Cyrillic letters. Or most of the text in a script that nobody here reads. */
function hasMixedScripts(text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  const isMixed = words.some(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
  );
  const letters = words.join('');
  const foreign = letters.match(
    /[\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Script=Hiragana}]/gu,
  );
  return isMixed || (foreign?.length ?? 0) > letters.length * 0.3;
}

function isShouted(text: string): boolean {
  const letters = text.match(/[\p{Lu}\p{Ll}]/gu) ?? [];
  const capitals = text.match(/\p{Lu}/gu) ?? [];
  return letters.length >= 30 && capitals.length / letters.length > 0.7;
}

/** « Pouvez-vous me rappeler demain ? » is what many people write. */
const minComparedLetters = 60;

const patternOf = (text: string) =>
  text
    .trim()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`);
const prefilled = Object.values(courseMessages).map((message) => {
  const [before = '', after = ''] = message.split('%s').map(patternOf);
  // A title is short, on one line, and not a URL.
  return new RegExp(String.raw`^\s*${before}\s+(?!\S*(?:://|www\.))[^\n:]{1,60}?${after}`);
});

/**
 * The letters of a text alone: bots vary case, digits, spaces and links. Undefined for a text that says too little to be compared. What the
 * button of a course writes into the field is ours: companies that send it as it is have not copied each other.
 */
export function comparableText(text: string): string | undefined {
  const own = prefilled.reduce((rest, pattern) => rest.replace(pattern, ''), text);
  const letters = own
    .replaceAll(/https?:\/\/\S+/gi, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
  return letters.length >= minComparedLetters ? letters : undefined;
}
