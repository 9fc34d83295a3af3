import { expect, test } from '@playwright/test';
import { findDifferences, requestsFor, startBoth } from '#tests/support/nginx.ts';
import { hasNginx } from '../../../scripts/lib/system-packages.ts';

test('nginx with build/nginx.conf answers as our server does for every file of the build', async () => {
  test.skip(!(await hasNginx()), 'nginx is not installed');
  const { manifest, toNode, toNginx, stop } = await startBoth('build');
  try {
    const differences: string[] = [];
    for (const sent of requestsFor(manifest.files)) differences.push(...(await findDifferences(toNode, toNginx, sent)));
    expect(differences).toEqual([]);
  } finally {
    await stop();
  }
});
