import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptsOf, weighPortal } from './first-load.ts';

const html = `<script type="module">for(const h of ["/assets/vendor-A1.js","/assets/portal-b_2.js"]){}
  import("/assets/portal-b_2.js")</script><link href="/assets/app-x.css"/>`;
let client: string;

beforeAll(async () => {
  client = await mkdtemp(join(tmpdir(), 'first-load-'));
  await mkdir(join(client, 'assets'));
  await writeFile(join(client, 'assets/vendor-A1.js.br'), 'x'.repeat(1000));
  await writeFile(join(client, 'assets/portal-b_2.js.br'), 'x'.repeat(536));
});
afterAll(() => rm(client, { recursive: true }));

test('a page names each of its scripts once', () => {
  expect(scriptsOf(html)).toEqual(['/assets/vendor-A1.js', '/assets/portal-b_2.js']);
});

test('the weight is the sum of what travels', async () => {
  expect(await weighPortal(html, client)).toBe('1.5 KB');
});

test('too much of it stops the build and names what weighs most', async () => {
  await expect(weighPortal(html, client, 1024)).rejects.toThrow(
    /1\.5 KB.*over its 1 KB:\n {2}1000 .*vendor-A1\.js\n {2}536/,
  );
});
