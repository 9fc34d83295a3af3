import type { Context } from 'hono';
import { ApiError } from '#api/lib/errors.ts';

export const mediaTypeOf = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();

/** What a browser sends without JavaScript. A route that declares it reads it itself. */
export const plainForm = 'application/x-www-form-urlencoded';

/** `accepted`: the media types that a route declares. */
export const isPlainForm = (c: Context, accepted: object = { [plainForm]: true }) =>
  plainForm in accepted && mediaTypeOf(c) === plainForm;

/** The fields of such a form. */
export const readFields = async (c: Context): Promise<Record<string, string>> =>
  Object.fromEntries(
    new URLSearchParams(
      await c.req.text().catch(() => {
        throw new ApiError(400, 'bad_request', 'The request was cut off.');
      }),
    ),
  );
