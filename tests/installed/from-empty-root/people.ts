import { type APIRequestContext, type Browser, chromium } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReceivedMail } from '#tests/support/mail-server.ts';
import { codeOf } from '#tests/support/totp.ts';
import { chromiumArguments, findChromiumForJourneys } from '../../../scripts/lib/chromium.ts';

export const siteUrl = 'https://www.example.com';
export const password = 'a long walk by the sea';

/** pebble's certificates are known to no browser; curl and node verify them. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromiumForJourneys();
  return chromium.launch({ args: chromiumArguments, ...(executablePath !== undefined && { executablePath }) });
}

export const newContext = (browser: Browser) =>
  browser.newContext({
    baseURL: siteUrl,
    ignoreHTTPSErrors: true,
    locale: 'fr-FR',
    viewport: { width: 1280, height: 800 },
  });

export async function post(request: APIRequestContext, path: string, data: unknown = {}) {
  const response = await request.post(path, { data, headers: { Origin: siteUrl } });
  if (!response.ok()) throw new Error(`POST ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as { [key: string]: string };
}

/** The link of a mail, once that has come. */
export async function linkMailedTo(received: ReceivedMail[], to: string, fragment: string): Promise<string> {
  for (let at = 0; at < 300; at += 1) {
    const mail = received.findLast((one) => one.to.includes(to) && one.readable.includes(`#${fragment}=`));
    const link = new RegExp(`https://[^\\s"<>]+#${fragment}=[\\w-]+`).exec(mail?.readable ?? '')?.[0];
    if (link !== undefined) return link;
    await wait(100);
  }
  throw new Error(`No mail with a link came to ${to}.`);
}

/** Signs up and verifies the email address, as the pages do. */
export async function signUp(request: APIRequestContext, received: ReceivedMail[], email: string): Promise<void> {
  await post(request, '/api/auth/sign-up', { email, password });
  const link = await linkMailedTo(received, email, 'verify');
  await post(request, '/api/auth/email/verify', { token: link.slice(link.indexOf('=') + 1), password });
}

/** A staff member's second factor, and a session with it. */
export async function enrol(request: APIRequestContext, email: string, enrolmentCode: string): Promise<void> {
  await post(request, '/api/auth/sign-in/password', { email, password });
  const { secret = '' } = await post(request, '/api/auth/totp/start', { enrolmentCode });
  await post(request, '/api/auth/totp/finish', { code: codeOf(secret), enrolmentCode });
  await post(request, '/api/auth/sign-in/password', { email, password });
  // The code of the next half minute: each is accepted once.
  await post(request, '/api/auth/sign-in/code', { kind: 'totp', code: codeOf(secret, 1) });
}
