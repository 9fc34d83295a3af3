import { type Context, Hono } from 'hono';
import {
  demoLinkMinutes,
  type DemoLinks,
  type DemoMember,
  signInWithDemoLink,
} from '#api/auth/credentials/demo-links.ts';
import { apiError } from '#api/lib/errors.ts';
import { isLocalName } from '#api/lib/hosts.ts';
import { parseIpAddress } from '#api/lib/ip-address.ts';
import { plainPage } from '#api/lib/plain-page.ts';
import { markup } from '#api/lib/markup.ts';
import { type AppEnv, requestMetadataOf } from './app-env.ts';
import { applyCookies } from './router.ts';

const invalidPage = {
  title: 'This link does not work any more',
  body: markup`<p>Each link signs in once, within ${String(demoLinkMinutes)} minutes of the start, while the database contains only the demo’s data. Stop the server with Ctrl+C and start it again: it prints new links.</p>`,
};

const signInPage = ({ name, role }: DemoMember) => ({
  title: `Sign in as ${name}`,
  body: markup`<p>A user of the demo: ${role}. This button opens a session without a password, once.</p>
<form method="post"><button type="submit">Sign in as ${name}</button></form>`,
});

function sendPage(c: Context<AppEnv>, status: 200 | 404, page: Parameters<typeof plainPage>[0]) {
  const { html, policy } = plainPage({ ...page, language: 'en' });
  return c.html(html, status, { 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' });
}

/** Headers by which a proxy or a tunnel says that somebody else is asking. */
const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Whether the request came straight from a browser on this machine, which called the server by a local name. */
function isFromThisMachine(c: Context<AppEnv>): boolean {
  const socket = c.env?.incoming?.socket;
  const host = URL.parse(`http://${c.req.header('host') ?? ''}`);
  if (socket?.remoteAddress === undefined || host === null) return false;
  const address = parseIpAddress(socket.remoteAddress) ?? '';
  return (
    isLocalName(address) &&
    isLocalName(host.hostname) &&
    Number(host.port || '80') === socket.localPort &&
    forwarded.every((name) => c.req.header(name) === undefined)
  );
}

/**
 * Links that sign in as a user of the demo, mounted only for a trial (mayHaveDemoLinks). Opening one changes nothing: its page
 * has a button, as those of links in mails do.
 */
export function demoRoutes(links: DemoLinks) {
  return new Hono<AppEnv>()
    .use((c, next) => {
      if (!isFromThisMachine(c)) throw apiError(404);
      return next();
    })
    .get('/:token', async (c) => {
      const member = await links.find(c.get('database'), c.req.param('token'));
      return member === undefined ? sendPage(c, 404, invalidPage) : sendPage(c, 200, signInPage(member));
    })
    .post('/:token', async (c) => {
      const member = await links.take(c.get('database'), c.req.param('token'));
      if (member === undefined) return sendPage(c, 404, invalidPage);
      await applyCookies(c, signInWithDemoLink(c.get('auth'), requestMetadataOf(c), member));
      return c.redirect(member.isStaff === true ? '/desk' : '/customer-portal', 303);
    });
}
