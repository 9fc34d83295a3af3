import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { ApiError } from '#api/lib/errors.ts';
import type { AppEnv } from '#api/routes/app-env.ts';
import { sameOrigin } from './request-checks.ts';

async function statusOf(
  settings: { siteUrl: string; isSiteUrlGiven: boolean },
  method: string,
  headers: Record<string, string>,
) {
  const app = new Hono<AppEnv>();
  app.onError((error, c) => c.text('', error instanceof ApiError ? error.status : 500));
  app.use(sameOrigin(settings));
  app.all('/', (c) => c.text(''));
  return (await app.request('/', { method, headers })).status;
}

const withSiteUrl = { siteUrl: 'https://www.example.com', isSiteUrlGiven: true };
const withoutSiteUrl = { siteUrl: 'http://localhost:3000', isSiteUrlGiven: false };

test.each([
  [withSiteUrl, 'GET', { Origin: 'https://evil.example' }, 200],
  [withSiteUrl, 'POST', { Origin: 'https://www.example.com' }, 200],
  [withSiteUrl, 'POST', {}, 403],
  [withSiteUrl, 'POST', { Origin: 'http://www.example.com' }, 403],
  [withSiteUrl, 'POST', { Origin: 'https://www.example.com.evil.example' }, 403],
  [withSiteUrl, 'DELETE', { Origin: 'https://evil.example', Host: 'evil.example' }, 403],
  [withoutSiteUrl, 'POST', { Origin: 'http://localhost:3000' }, 200],
  [withoutSiteUrl, 'POST', { Origin: 'http://127.0.0.1:3000', Host: '127.0.0.1:3000' }, 200],
  [withoutSiteUrl, 'POST', { Origin: 'http://192.168.1.5:3000', Host: '192.168.1.5:3000' }, 200],
  [withoutSiteUrl, 'POST', { Origin: 'https://evil.example', Host: '127.0.0.1:3000' }, 403],
  [withoutSiteUrl, 'POST', { Origin: 'null', Host: '127.0.0.1:3000' }, 403],
])('%j: %s with %j is %d', async (settings, method, headers, status) => {
  expect(await statusOf(settings, method, headers as Record<string, string>)).toBe(status);
});
