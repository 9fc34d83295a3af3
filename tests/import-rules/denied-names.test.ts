import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that the code had before docs/glossary.md, with the term to use. Names of identifiers count too. */
const denied: [word: RegExp, use: string][] = [
  [/besieg|siege/i, 'chaos run'],
  [/sabotage/i, 'defect'],
  [/ledger/i, 'acknowledged writes'],
  [/layCable/, 'database proxy'],
  [/hang[- ]?up/i, 'close the connection'],
  [/complaint/i, 'error'],
  [/entrance/i, 'auth flows'],
  [/travell?er/i, 'navigation'],
  [/fast[- ]?lane/i, 'static files'],
  [/\beven[- ]?time|inEvenTime/i, 'minimum duration'],
  [/own-words|ownWords|isOwnWord/, 'company terms'],
  [/\bputs? on\b/i, 'set (a role)'],
  [/\bwears\b/i, 'has (a role)'],
  [/(?<!At a )glance/i, 'overview'],
  [/\bgiveBack\b|\bgives? back\b/i, 'refund, restore'],
  [/\banew\b/i, 'again'],
  [/\bso many\b/i, 'a number of'],
  [/\bdoors?\b/i, 'entry point, route'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, reconnect'],
  [/\bcop(y|ies) of the server\b/i, 'instance'],
  [/\bat it right now\b/i, 'is running'],
  [/\bwill not do\b/i, 'is invalid'],
  [/\bholdings\b/i, 'personal data map'],
  [/keepIfDue/, 'runIfDue'],
  [/\bby and by\b/i, 'after a while'],
  [/\ba great many\b/i, 'many'],
  [/\bopenCopy\b|startCopies/i, 'instance'],
  [/DatabaseGate/, 'DatabaseHandle'],
  [/provenUserOf|isProven/, 'requireConfirmedUser'],
  [/whoWaits/, 'getPendingTwoFactorUser'],
  [/keptReset|keptRecovery/, 'hash'],
  [/keepPromises/, 'applyRetention'],
  [/aloneOn/, 'withAdvisoryLock'],
  [/sameWish/, 'debounce'],
  [/mostMails|mostFailures|mostTickets/, 'max'],
  [/killWhatStillRuns|bundleMain/, 'killServers, bundleServer'],
  [/bill[- ]of[- ]materials/i, 'SBOM'],
  [/\bforthwith\b|\bherein\b|\bthus\b/i, 'plain English'],
  [/^\s*(?:\/\*\*|\/\/|--|\*) Of /, 'a sentence with its subject first'],
  [/(?<!there) is no (?!longer\b|such\b)/i, 'is not a'],
  [/\bany more\b/i, 'no longer'],
  [/\bwhoever\b/i, 'anyone who'],
];

/** A table of words to avoid, and this list. */
const exceptions = new Set(['docs/glossary.md', 'tests/import-rules/denied-names.test.ts']);

function findDenied(text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    denied.flatMap(([word, use]) => {
      const found = word.exec(line);
      return found === null ? [] : [`line ${index + 1}: "${found[0]}", use "${use}"`];
    }),
  );
}

test('the code and its documents use the words of docs/glossary.md', () => {
  const files = globSync(['{api,app,contract,scripts,tests,bench,docs}/**/*.{ts,tsx,css,js,sql,md}', '*.md']).filter(
    (file) => !exceptions.has(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => findDenied(readFileSync(file, 'utf8')).map((where) => `${file}: ${where}`));
  expect(found).toEqual([]);
});

test('a denied word is found in comments and identifiers', () => {
  expect(findDenied('ok\n// the siege goes on')).toEqual(['line 2: "siege", use "chaos run"']);
  expect(findDenied('const writeLedger = 1;')).toEqual(['line 1: "Ledger", use "acknowledged writes"']);
  expect(findDenied('// an applicable rule')).toEqual([]);
});

/** Names by which React Router, React and Vite mark what is not for us. They may change in any release. */
const privateName =
  /UNSAFE_\w+|unstable_\w+|__reactRouter\w*|_internal\w+|__SECRET\w+|__REACT\w+|__vite\w+|@react-router\/dev\/dist/g;

/** What a library's own documentation tells its users to write, with the place that says so. */
const documented: Record<string, string> = {
  // Vite, guide « Backend Integration »: the preamble of documents that Vite does not render, in development only.
  'app/marketing/islands/development.ts': '__vite_plugin_react_preamble_installed__',
};

const privateNamesIn = (source: string) => source.match(privateName) ?? [];

test('no private member of a library is used in the browser or in the build', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'scripts/build/**/*.ts', '*.config.ts']);
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    privateNamesIn(readFileSync(file, 'utf8'))
      .filter((name) => documented[file.replaceAll('\\', '/')] !== name)
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('such a member is noticed', () => {
  for (const source of [
    "import { UNSAFE_withComponentProps } from 'react-router';",
    'window.__reactRouterContext = {};',
    'router._internalSetRoutes([]);',
  ]) {
    expect(privateNamesIn(source)).toHaveLength(1);
  }
});
