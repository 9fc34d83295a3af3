/**
 * Rejects class names and declarations that name the left or the right side, in what the portal and the desk show:
 * in Arabic the line begins on the right, so a margin "before the text" is `ms-2` or `margin-inline-start`.
 */
import { globSync, readFileSync } from 'node:fs';

/** The sections and pictures of the public site are French, and the portal never shows them. */
const checked = [
  'app/{components,desk,features,lib}/**/*.{ts,tsx}',
  'main/web/routes/{desk,portal}/**/*.{ts,tsx}',
  'modules/*/{desk,portal,shared}/**/*.{ts,tsx}',
  'app/styles/*.css',
];

/** What to write instead. */
const sides: Record<string, string> = {
  l: 's',
  r: 'e',
  left: 'start',
  right: 'end',
  Left: 'InlineStart',
  Right: 'InlineEnd',
};
const corners: Record<string, string> = { tl: 'ss', tr: 'se', bl: 'es', br: 'ee' };
const side = (name: string | undefined) => sides[name ?? ''] ?? '';

type Rule = [physical: RegExp, logical: (match: RegExpExecArray) => string];

/** A class without its variants, its minus and its `!`. */
const classRules: Rule[] = [
  [/^(scroll-)?([mp])([lr])-[\w([]/, ([, scroll = '', kind, to]) => `${scroll}${kind}${side(to)}-`],
  [/^(left|right)-(?:\d|px$|full$|auto$|[([])/, ([, to]) => `${side(to)}-`],
  [/^(text|float|clear)-(left|right)$/, ([, kind, to]) => `${kind}-${side(to)}`],
  [/^(border|rounded)-([lr])(?:-|$)/, ([, kind, to]) => `${kind}-${side(to)}`],
  [/^rounded-([tb][lr])(?:-|$)/, ([, corner = '']) => `rounded-${corners[corner]}`],
  [/^translate-x-(?!0$)/, () => 'the same with its `rtl:` variant'],
  [
    /^(?:origin|object|bg)-(?:\w+-)?(?:left|right)(?:-|$)|^bg-linear-to-(?:[tb]?[lr])$/,
    () => 'the same with its `rtl:` variant',
  ],
  [/^\[(?:margin|padding|border|inset)?-?(?:left|right)\b/, () => 'a logical property'],
];

const codeRules: Rule[] = [
  [/\b(margin|padding|border)(Left|Right)\b/, ([, kind, to]) => `${kind}${side(to)}`],
  [/\bstyle=\{\{[^}]*\b(left|right):/, ([, to]) => `insetInline${side(to) === 'start' ? 'Start' : 'End'}`],
];

const declarationRules: Rule[] = [
  [/^((?:scroll-)?(?:margin|padding)|border)-(left|right)\b/, ([, kind, to]) => `${kind}-inline-${side(to)}`],
  [/^(left|right)$/, ([, to]) => `inset-inline-${side(to)}`],
  [
    /^border-(top|bottom)-(left|right)-radius$/,
    ([, edge, to]) => `border-${edge === 'top' ? 'start' : 'end'}-${side(to)}-radius`,
  ],
];

/** `0 1rem 0 calc(1rem + 2px)` has four values. */
const valuesOf = (text: string) => text.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

function checkDeclaration(property: string, value: string): string | undefined {
  for (const [physical, logical] of declarationRules) {
    const match = physical.exec(property);
    if (match) return logical(match);
  }
  if (/^(?:text-align|float|clear)$/.test(property) && /^(?:left|right)\b/.test(value))
    return `${property}: ${side(value)}`;
  const [first, second, third, fourth] = valuesOf(value);
  if (fourth === undefined) return undefined;
  if (/^(?:margin|padding|inset|border-(?:width|style|color))$/.test(property) && second !== fourth)
    return `${property}-block and ${property}-inline-start, -end`;
  if (property === 'border-radius' && (first !== second || third !== fourth))
    return 'border-start-start-radius and so on';
  return undefined;
}

/** A class name, unless the same line has its counterpart for `rtl:`. */
function checkClass(word: string, line: string): string | undefined {
  // Variants end with a colon that is not in brackets: `[&>th]:pl-5`, `sm:[margin-left:1rem]`.
  const [name = ''] = /(?:\[[^\]]*\]|\([^)]*\)|[^:[\]()])*$/.exec(word) ?? [];
  if (/(?:^|:)(?:rtl|ltr):/.test(word)) return undefined;
  const bare = name.replace(/^!/, '').replace(/^-/, '');
  for (const [physical, logical] of classRules) {
    const match = physical.exec(bare);
    if (match === null) continue;
    const replacement = logical(match);
    if (replacement.includes('rtl:') && line.includes('rtl:')) continue;
    return replacement;
  }
  return undefined;
}

const blank = (comment: string) => comment.replaceAll(/[^\n]/g, ' ');

/** Each with its line and what to write instead. */
export function findPhysicalSides(file: string, text: string): string[] {
  const isCss = file.endsWith('.css');
  const lines = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(isCss ? /$^/g : /(?<=^\s*)\/\/.*$/gm, blank)
    .split('\n');
  return lines.flatMap((line, at) => {
    const found: [physical: string, logical: string][] = [];
    const [, applied] = isCss ? (/@apply([^;]*)/.exec(line) ?? []) : [undefined, line];
    for (const word of applied?.split(/[\s"'`{}]+/) ?? []) {
      const logical = checkClass(word, line);
      if (logical !== undefined) found.push([word, logical]);
    }
    const [, property = '', value = ''] = isCss ? (/^\s*([\w-]+):\s*(.*?);?$/.exec(line) ?? []) : [];
    const logical = checkDeclaration(property, value);
    if (logical !== undefined) found.push([`${property}: ${value}`, logical]);
    for (const [physical, replacement] of isCss ? [] : codeRules) {
      const match = physical.exec(line);
      if (match) found.push([match[0], replacement(match)]);
    }
    return found.map(([physical, instead]) => `${file}:${at + 1}: "${physical}", use "${instead}"`);
  });
}

if (import.meta.main) {
  const files = globSync(checked).filter((file) => !/\.test\.tsx?$/.test(file));
  const found = files.flatMap((file) => findPhysicalSides(file, readFileSync(file, 'utf8')));
  for (const one of found) console.error(one);
  console.log(`${files.length} files, ${found.length} physical sides.`);
  // A pattern that matches nothing would always pass.
  if (found.length > 0 || files.length < 200) process.exitCode = 1;
}
