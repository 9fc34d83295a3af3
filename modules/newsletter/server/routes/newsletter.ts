import type { Context } from 'hono';
import { contentDisposition } from '#api/files/file-name.ts';
import type { Settings } from '#api/lib/env.ts';
import { ApiError } from '#api/lib/errors.ts';
import { siteLinks } from '#api/mail/mail.ts';
import { countSubscribers, exportSubscribers, unsubscribeByPhone } from '../desk-subscribers.ts';
import { linkToken } from '../subscription-links.ts';
import { confirmSubscription, type NewsletterDeps, readLink, subscribe, unsubscribe } from '../subscriptions.ts';
import { subscribedAnchor } from '#contract/newsletter.ts';
import {
  newSubscriptionSchema,
  type NewSubscription,
  removeSubscriberSchema,
  subscriberCountsSchema,
  subscriberRemovedSchema,
  subscriptionLinkParams,
  subscriptionReceivedSchema,
} from '../../contract/newsletter-schemas.ts';
import { z } from 'zod';
import type { AppEnv } from '#api/routes/app-env.ts';
import { isPlainForm, plainForm, readFields } from '#api/routes/media-type.ts';
import { type NewsletterPage, newsletterPage } from './newsletter-pages.ts';
import {
  createDeskRouter,
  created,
  createPublicRouter,
  fileResponse,
  get,
  jsonBody,
  ok,
  post,
} from '#api/routes/router.ts';

type Keys = NewsletterDeps['keys'];

async function readPlainSubscription(c: Context<AppEnv>): Promise<NewSubscription> {
  const result = newSubscriptionSchema.safeParse(await readFields(c));
  if (result.success) return result.data;
  throw new ApiError(400, 'invalid_request', `${result.error.issues[0]?.path.join('.') ?? ''}: is not valid.`);
}

function sendPage(c: Context<AppEnv>, name: NewsletterPage) {
  const { html, policy } = newsletterPage(name);
  const isMissing = name === 'linkExpired' || name === 'linkInvalid';
  return c.html(html, isMissing ? 404 : 200, { 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' });
}

const page = { description: 'A page', content: { 'text/html': { schema: z.string() } } };
const link = { request: { params: subscriptionLinkParams }, responses: { 200: page, 404: page } };

/** Subscriptions of visitors. Links in mails open a page with one button: mail scanners open them too, and that changes nothing. */
export function newsletterRoutes(keys: Keys) {
  const depsOf = (c: Context<AppEnv>): NewsletterDeps => ({ database: c.get('database'), auth: c.get('auth'), keys });
  return createPublicRouter()
    .openapi(
      post('/newsletter', 'Subscribe to the newsletter; a plain form is redirected to its page', {
        request: {
          body: {
            required: true,
            content: {
              'application/json': { schema: newSubscriptionSchema },
              [plainForm]: { schema: z.record(z.string(), z.string()) },
            },
          },
        },
        responses: {
          ...created(subscriptionReceivedSchema, { 404: ['not_found'], 429: ['too_many_requests'] }),
          303: { description: 'Where the page of a plain form confirms it' },
        },
      }),
      async (c) => {
        const isPlain = isPlainForm(c);
        const subscription = isPlain ? await readPlainSubscription(c) : (c.req.valid('json') as NewSubscription);
        await subscribe(depsOf(c), { subscription, isPlain, ipAddress: c.get('clientIp') });
        if (isPlain) return c.redirect(`${subscription.page}#${subscribedAnchor}`, 303);
        return c.json({ status: 'received' } as const, 201);
      },
    )
    .openapi(
      get('/newsletter/confirm/{token}', 'A page that asks whether to confirm a subscription', link),
      async (c) => {
        const { subscriber } = (await readLink(depsOf(c), 'confirm', c.req.valid('param').token)) ?? {};
        if (subscriber === undefined) return sendPage(c, 'linkExpired');
        return sendPage(c, subscriber.state === 'pending' ? 'askToConfirm' : 'confirmedBefore');
      },
    )
    .openapi(post('/newsletter/confirm/{token}', 'Confirm a subscription', link), async (c) => {
      const isConfirmed = await confirmSubscription(depsOf(c), c.req.valid('param').token);
      return sendPage(c, isConfirmed ? 'confirmed' : 'linkExpired');
    })
    .openapi(get('/newsletter/unsubscribe/{token}', 'A page that asks whether to unsubscribe', link), async (c) => {
      const found = await readLink(depsOf(c), 'unsubscribe', c.req.valid('param').token);
      if (found === undefined) return sendPage(c, 'linkInvalid');
      return sendPage(c, found.subscriber === undefined ? 'unsubscribed' : 'askToUnsubscribe');
    })
    .openapi(
      // Whatever the body: the token says everything, and mail services differ in how they send theirs.
      post(
        '/newsletter/unsubscribe/{token}',
        'Unsubscribe, from the page or with one click in a mail client (RFC 8058)',
        link,
      ),
      async (c) => {
        const isKnown = await unsubscribe(depsOf(c), c.req.valid('param').token);
        return sendPage(c, isKnown ? 'unsubscribed' : 'linkInvalid');
      },
    );
}

/** Who gets the newsletter, for a mailing tool. */
export function deskSubscriberRoutes({ keys, siteUrl }: { keys: Keys } & Pick<Settings, 'siteUrl'>) {
  const unsubscribeLink = (id: string) => siteLinks(siteUrl).unsubscribe(linkToken(keys, 'unsubscribe', id));
  return createDeskRouter('support')
    .openapi(
      get('/subscribers/counts', 'How many people subscribed to the newsletter', {
        responses: ok(subscriberCountsSchema),
      }),
      async (c) => c.json(await countSubscribers(c.get('database'), c.get('caller')), 200),
    )
    .openapi(
      get('/subscribers/file', 'Who gets the newsletter, as CSV for a mailing tool', { responses: fileResponse() }),
      async (c) => {
        const content = await exportSubscribers(c.get('database'), c.get('caller'), { keys, unsubscribeLink });
        return c.body(content, 200, {
          'Content-Disposition': contentDisposition('attachment', 'newsletter.csv'),
          'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
          'Content-Type': 'text/csv; charset=utf-8',
          'Cache-Control': 'private, no-store',
        });
      },
    )
    .openapi(
      post('/subscribers/remove', 'Unsubscribe an email address, for somebody who called', {
        request: jsonBody(removeSubscriberSchema),
        responses: ok(subscriberRemovedSchema),
      }),
      async (c) =>
        c.json(await unsubscribeByPhone(c.get('database'), c.get('caller'), keys, c.req.valid('json').email), 200),
    );
}
