import { publicPages } from './public-pages.ts';
import { expect, test } from './visitor.ts';
import { findDifferences, requestsFor, startBoth } from '#tests/support/nginx.ts';
import { hasSystemPart } from '../../../scripts/lib/system-packages.ts';

// Every journey also fails on requests to other origins and console errors: see ../fixtures.ts.
test('no page can be framed, sets a cookie, or runs a script that the build did not write', async ({ request }) => {
  for (const path of publicPages) {
    const headers = (await request.get(path)).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(policy, path).not.toContain('unsafe-');
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['set-cookie'], path).toBeUndefined();
  }
});

test('nginx in front of our server responds as our server does for every file of the build', async () => {
  test.skip(!(await hasSystemPart('nginx')), 'nginx is not installed');
  const { manifest, toNode, toNginx, stop } = await startBoth('build');
  try {
    const differences: string[] = [];
    for (const sent of requestsFor(manifest.files)) differences.push(...(await findDifferences(toNode, toNginx, sent)));
    expect(differences).toEqual([]);
  } finally {
    await stop();
  }
});
