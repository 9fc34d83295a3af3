import { checkContent } from './check-content.ts';

const problems = checkContent();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
