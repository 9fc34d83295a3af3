import { arrows } from './arrows/arrows.ts';
import { cruiseArrows } from './arrows/cruise-arrows.ts';

const { modules, violations } = await cruiseArrows(process.cwd());

for (const { rule, from, to, cycle } of violations) {
  const path = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
  const reason = arrows.find((arrow) => arrow.name === rule.name)?.comment ?? '';
  console.error(`${from} → ${path}\n  ${rule.name}: ${reason}\n`);
}
for (const room of ['content', 'app', 'api']) {
  // A parser that does not fit TypeScript reads nothing and finds nothing wrong with it.
  if (modules.some((module) => module.startsWith(`${room}/`))) continue;
  console.error(`No module of ${room}/ was read: this check would pass whatever they import.`);
  process.exitCode = 1;
}
if (violations.length > 0) process.exitCode = 1;
console.log(`${modules.length} modules, ${arrows.length} arrows, ${violations.length} violations.`);
