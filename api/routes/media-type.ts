import type { Context } from 'hono';

export const mediaTypeOf = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();

/** What a browser sends without JavaScript. A route that declares it reads it itself. */
export const plainForm = 'application/x-www-form-urlencoded';

/** `accepted`: the media types that a route declares. */
export const isPlainForm = (c: Context, accepted: object = { [plainForm]: true }) =>
  plainForm in accepted && mediaTypeOf(c) === plainForm;
