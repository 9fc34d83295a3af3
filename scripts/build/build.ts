/** `npm run build`: the site, prerendered and made ready to serve, and the server's bundle. */
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSettings } from '#api/lib/env.ts';
import { OperatorError } from '#api/lib/errors.ts';
import { weighPages } from '../budgets/weigh-pages.ts';
import { sourceStamp, writeBuildStamp } from './build-stamp.ts';
import { finishSite } from './finish-site.ts';

const root = join(import.meta.dirname, '../..');

/** Without SITE_URL the pages name an origin that the server replaces by its own when it starts. */
const readSiteUrl = () => {
  try {
    const { isSiteUrlGiven, siteUrl: given } = readSettings();
    return isSiteUrlGiven ? given : undefined;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
};
const givenUrl = readSiteUrl();
const siteUrl = givenUrl ?? 'http://localhost:3000';
// Taken before the build: a source that changes meanwhile must count as changed.
const stamp = sourceStamp(root, givenUrl);

const run = (label: string, ...command: string[]) => {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: {
      ...process.env,
      VITE_SITE_URL: siteUrl,
      VITE_BUILD_YEAR: String(new Date().getFullYear()),
      NODE_ENV: 'production',
    },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n${label}: failed\n`);
    process.exit(1);
  }
  console.log(`${label} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
};

run('Content checked', 'scripts/content-lint/main.ts');
await rm('build', { recursive: true, force: true });
run('Pages rendered', 'node_modules/@react-router/dev/bin.cjs', 'build');
const { files } = await finishSite(siteUrl);
console.log(`Site ready: ${files.filter((file) => file.csp).length} pages, ${files.length} files`);
const weights = await weighPages('build/client', files);
for (const [name, path] of [
  ['Home', '/'],
  ['Portal', '/customer-portal'],
] as const) {
  console.log(`${name}: ${((weights[path]?.script ?? 0) / 1024).toFixed(1)} KB of JavaScript in its first load`);
}
run('Server bundled', 'scripts/build/build-api.ts');
run('SBOM written', 'scripts/build/sbom.ts');
writeBuildStamp(root, stamp);
