import { importRules } from './ci/import-rules.ts';
import { cruiseImports } from './ci/cruise-imports.ts';

const { modules, violations } = await cruiseImports(process.cwd());

for (const { rule, from, to, cycle } of violations) {
  const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
  const reason = importRules.find(({ name }) => name === rule.name)?.comment ?? '';
  console.error(`${from} → ${path}\n  ${rule.name}: ${reason}\n`);
}
for (const room of ['content', 'app', 'api']) {
  // A parser that does not fit TypeScript reads nothing and finds nothing wrong with it.
  if (modules.some((module) => module.startsWith(`${room}/`))) continue;
  console.error(`No module of ${room}/ was read: this check would pass whatever they import.`);
  process.exitCode = 1;
}
if (violations.length > 0) process.exitCode = 1;
console.log(`${modules.length} modules, ${importRules.length} rules, ${violations.length} violations.`);
