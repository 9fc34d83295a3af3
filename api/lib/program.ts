import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** How an operator calls the command line: an installation has the bundle and packaging/rempart-azur, a checkout has npm. */
export const program = import.meta.filename.endsWith('.ts') ? 'npm run portal --' : 'rempart-azur';

/** Whether this is the bundle of a package, which alone has several sites (scripts/release/release.ts). */
export const isPackaged = existsSync(join(import.meta.dirname, '../sites'));
