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
  [/glance/i, 'overview'],
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
  [/openDesk/, 'createAuthContext'],
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
];

/** A table of words to avoid, and this list. */
const exceptions = new Set(['docs/glossary.md', 'tests/import-rules/vocabulary.test.ts']);

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
