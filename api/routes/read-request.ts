import type { Context } from 'hono';
import type { z } from 'zod';
import { ApiError, apiError } from '#api/lib/api-error.ts';
import type { AppEnv } from './app-env.ts';

/** The body, if it is JSON and what the contract says; a refusal that names what is wrong otherwise. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw apiError(415);
  return check(schema, await readJson(c));
}

export function readQuery<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): z.output<Schema> {
  const given = Object.entries(c.req.queries());
  const twice = given.find(([, values]) => values.length > 1);
  if (twice !== undefined) throw invalid(twice[0].slice(0, 50), 'was given more than once.');
  return check(schema, Object.fromEntries(given.map(([name, [value]]) => [name, value])));
}

export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue?.path.join('.') ?? '', issue?.message ?? 'is not valid.');
}

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  try {
    return JSON.parse(await c.req.text());
  } catch {
    throw new ApiError(400, 'bad_request', 'The request is not valid JSON.');
  }
}

// A message of ours is a whole sentence; the validator's own need the name of what they speak of.
function invalid(name: string, message: string): ApiError {
  const isSentence = /^(?:Please|Password|This) /.test(message);
  return new ApiError(400, 'invalid_request', isSentence || name === '' ? message : `${name}: ${message}`);
}
