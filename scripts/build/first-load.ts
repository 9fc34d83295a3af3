import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Spec of the portal: what it loads before it shows anything, in brotli. */
const portalBudget = 150 * 1024;

/** The scripts that a page asks for by itself, in the order of its own list. */
export const scriptsOf = (html: string): string[] => [...new Set(html.match(/\/assets\/[\w.-]+\.js(?=")/g))];

/** Says how much JavaScript the portal's first load takes, and stops the build where it takes too much. */
export async function weighPortal(html: string, client: string, budget = portalBudget): Promise<string> {
  const sizes = await Promise.all(
    scriptsOf(html).map(async (script) => ({ script, size: (await stat(join(client, `${script}.br`))).size })),
  );
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const inKilobytes = `${(total / 1024).toFixed(1)} KB`;
  if (total <= budget) return inKilobytes;
  const heaviest = sizes
    .toSorted((one, other) => other.size - one.size)
    .map(({ script, size }) => `  ${size} ${script}`);
  throw new Error(
    `The portal's first load takes ${inKilobytes} of JavaScript, over its ${budget / 1024} KB:\n${heaviest.join('\n')}`,
  );
}
