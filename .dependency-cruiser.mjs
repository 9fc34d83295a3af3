// For `depcruise` by hand and in editors; npm run validate reads the same rules through scripts/check-arrows.ts.
import { arrows, cruiseOptions } from './scripts/arrows/arrows.ts';

export default { forbidden: arrows, options: cruiseOptions };
