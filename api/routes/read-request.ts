import type { Context } from 'hono';
import { ApiError, apiError } from '#api/lib/errors.ts';
import { mediaTypeOf } from './media-type.ts';

export function requireMediaType(c: Context, wanted: string): void {
  if (mediaTypeOf(c) !== wanted) throw apiError(415);
}

/** Rejects other encodings, whose letters a lenient decoder would replace: what is stored must be what was sent. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function readJson(c: Context): Promise<unknown> {
  requireMediaType(c, 'application/json');
  const bytes = await c.req.arrayBuffer().catch(() => {
    throw new ApiError(400, 'bad_request', 'The request was cut off.');
  });
  let content: string;
  try {
    content = utf8.decode(bytes);
  } catch {
    throw new ApiError(400, 'bad_request', 'The request is not valid UTF-8.');
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new ApiError(400, 'bad_request', 'The request is not valid JSON.');
  }
}

/** Parts of the path that cannot be decoded would be taken as they were written. */
export function readParams(c: Context): Record<string, string> {
  try {
    decodeURIComponent(new URL(c.req.url).pathname);
  } catch {
    throw new ApiError(400, 'bad_request', 'The path is not valid UTF-8, percent-encoded.');
  }
  return c.req.param();
}
