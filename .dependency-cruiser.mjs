// For `depcruise` by hand and in editors; npm run validate reads the same rules through scripts/ci/import-rules.ts.
import { importRules, cruiseOptions } from './scripts/ci/import-rules.ts';

export default { forbidden: importRules, options: cruiseOptions };
