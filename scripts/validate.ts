import { describe } from './ci/tally.ts';
import { validate } from './ci/validate.ts';

const tally = await validate();
console.log(describe(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;
