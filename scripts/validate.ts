import { describe } from './test/tally.ts';
import { validate } from './test/validate.ts';

const tally = await validate();
console.log(describe(tally));
process.exitCode = tally.failed > 0 ? 1 : 0;
