import { globSync, statSync } from 'node:fs';

const sources = [
  '{app,api,content,contract,public}/**/*',
  'scripts/{build,check-content}/**/*',
  'scripts/build-api.ts',
  '{package-lock,tsconfig}.json',
  '{vite,react-router}.config.ts',
];
const product = 'build/api/main.js';

/** Whether the last build is newer than all that goes into it; its last step writes the server's bundle. */
export function buildIsFresh(): boolean {
  const built = statSync(product, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  return globSync(sources).every((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < built);
}
