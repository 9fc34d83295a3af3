import type { z } from 'zod';
import { doneSchema, mailLinkSchema } from './auth.ts';
import type { ErrorCode } from './errors.ts';

export interface Route {
  method: 'get' | 'post';
  path: string;
  summary: string;
  isPrivate: boolean;
  query?: z.ZodObject;
  headers?: Record<string, z.ZodType>;
  body?: z.ZodType;
  answer: z.ZodType;
  status: 200 | 201;
  /** Beside those that any route may answer: see `anyRoute` and `privateRoute`. */
  refusals: Partial<Record<400 | 401 | 403 | 404 | 422 | 429, ErrorCode[]>>;
}

export const post = (
  path: string,
  summary: string,
  body: z.ZodType,
  refusals: Route['refusals'],
  answer: z.ZodType = doneSchema,
): Route => ({
  method: 'post',
  path: `/api/auth/${path}`,
  summary,
  isPrivate: false,
  body,
  answer,
  status: 200,
  refusals: { 400: ['bad_request', 'invalid_request'], 429: ['too_many_requests'], ...refusals },
});

/** For the button behind a link in a mail: opening the link changes nothing. */
export const mailLink = (path: string, summary: string): Route =>
  post(path, summary, mailLinkSchema, { 400: ['bad_request', 'invalid_request', 'invalid_token'] });
