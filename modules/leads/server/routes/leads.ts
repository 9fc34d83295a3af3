import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '#api/lib/errors.ts';
import { hour } from '#api/auth/core/auth-settings.ts';
import { issueChallenge } from '../proofs.ts';
import { type LeadDeps, submitLead } from '../submit-lead.ts';
import { honeypotField, sentAnchor } from '#contract/leads.ts';
import {
  leadChallengeSchema,
  leadHeaders,
  leadReceivedSchema,
  newLeadSchema,
  type NewLead,
} from '#contract/lead-schemas.ts';
import { z } from 'zod';
import type { AppEnv } from '#api/routes/app-env.ts';
import { leadErrorPage } from './lead-error-page.ts';
import { isPlainForm, plainForm, readFields } from '#api/routes/media-type.ts';
import { created, createPublicRouter, get, ok, post } from '#api/routes/router.ts';

/** A browser asks once for each form that is touched. */
const maxChallenges = 120;

/** A plain form gets its errors as a page. */
export function plainFormErrors(): MiddlewareHandler<AppEnv> {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { status } = c.res;
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html') === true;
    if (status < 400 || isPage || !isPlainForm(c)) return;
    const { error } = (await c.res.clone().json()) as { error: { message: string } };
    // A larger body was not read.
    const fields = status === 413 ? {} : await readFields(c);
    const { html, policy } = leadErrorPage({ status, message: error.message, fields });
    const { headers } = c.res;
    c.res = undefined;
    c.res = new Response(html, {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
        ...(headers.has('Retry-After') && { 'Retry-After': headers.get('Retry-After') ?? '' }),
      },
    });
  });
}

/** The same as the JSON, with the fields of the form beside the others. */
async function readPlainForm(c: Context<AppEnv>): Promise<NewLead> {
  const { form, page, consent, [honeypotField]: honeypot, ...values } = await readFields(c);
  const result = newLeadSchema.safeParse({ form, page, consent, values, [honeypotField]: honeypot });
  if (result.success) return result.data;
  throw new ApiError(400, 'invalid_request', 'This form cannot be understood.');
}

/** What visitors send with public forms. */
export function leadRoutes(deps: Pick<LeadDeps, 'proofKeys' | 'leadsTo' | 'log'>) {
  return createPublicRouter()
    .openapi(
      get('/leads/challenge', 'A proof of work, with the signed moment at which the form was first touched', {
        responses: ok(leadChallengeSchema, { 404: ['not_found'], 429: ['too_many_requests'] }),
      }),
      async (c) => {
        await c.get('auth').limiter.consume('lead-challenge', { ipAddress: [c.get('clientIp'), maxChallenges, hour] });
        return c.json(leadChallengeSchema.parse(await issueChallenge(deps.proofKeys)), 200);
      },
    )
    .openapi(
      post('/leads', 'Send a public form; a plain form is redirected to its page, and sees errors as a page', {
        request: {
          headers: leadHeaders,
          body: {
            required: true,
            content: {
              'application/json': { schema: newLeadSchema },
              [plainForm]: { schema: z.record(z.string(), z.string()) },
            },
          },
        },
        responses: {
          ...created(leadReceivedSchema, {
            404: ['not_found'],
            422: ['idempotency_key_reused'],
            429: ['too_many_requests'],
          }),
          303: { description: 'Where the page of a plain form confirms it' },
        },
      }),
      async (c) => {
        const isPlain = isPlainForm(c);
        const lead = isPlain ? await readPlainForm(c) : (c.req.valid('json') as NewLead);
        const key = isPlain ? undefined : c.req.valid('header')['Idempotency-Key'];
        if (!isPlain && key === undefined) throw new ApiError(400, 'invalid_request', 'Idempotency-Key: is missing.');
        const verdict = await submitLead(
          { ...deps, database: c.get('database'), auth: c.get('auth') },
          { lead, key, ipAddress: c.get('clientIp') },
        );
        if (verdict !== undefined) c.get('trace').outcome = verdict;
        if (isPlain) return c.redirect(`${lead.page}#${sentAnchor}`, 303);
        return c.json({ status: 'received' } as const, 201);
      },
    );
}
