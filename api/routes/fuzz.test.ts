import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankAccounts } from '#modules/bank/server/bank-schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { linkToken } from '#modules/newsletter/server/subscription-links.ts';
import { errorSchema } from '#contract/errors.ts';
import { type DeclaredRoute, declaredRoutes, makeStaff, makeUser } from '#tests/support/api.ts';
import { describeApi } from '#tests/support/fixtures.ts';
import { makeFuzzed } from '#tests/support/fuzzed.ts';
import { type FuzzedRequest, requestsTo } from '#tests/support/fuzzed-requests.ts';
import { proofOf } from '#tests/support/leads.ts';
import { newsletterKeys } from '#tests/support/newsletter.ts';

// More with `FUZZ_RUNS=500 npm test -- fuzz`.
const runs = Number(process.env.FUZZ_RUNS || 5);
const key = 'a key of at least thirty-two characters';

describeApi(
  { settings: { mailInKey: key, mailInDomain: 'x.example', mailInAddresses: ['support'] } },
  ({ database, api }) => {
    async function makeRows() {
      const staff = await makeStaff(database);
      const { cookie, existing } = await makeFuzzed(database, staff.userId);
      return { staff: staff.cookie, owner: cookie, unlinked: (await makeUser(database)).cookie, existing };
    }
    type Rows = Awaited<ReturnType<typeof makeRows>>;

    // Shared by the routes until one of them has used up what the next one needs.
    let shared = makeRows();
    const makeNewRows = () => (shared = makeRows());

    async function send({ path }: DeclaredRoute, { existing }: Rows, request: FuzzedRequest) {
      const { method, tail, query, body, cookie, type, origin, key: idempotencyKey, forwarded } = request;
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const purpose = path.includes('/confirm/') ? 'confirm' : 'unsubscribe';
      const target = path
        .replace('{file}', existing.calendarFile)
        .replace('{number}', existing.recordNumber)
        .replace('{token}', linkToken(newsletterKeys, purpose, existing.subscriberId));
      const response = await api.request(`${target}${tail}?${new URLSearchParams(query).toString()}`, {
        method,
        headers: {
          Cookie: cookie,
          Origin: origin,
          'Content-Type': type,
          'Idempotency-Key': idempotencyKey,
          ...(path.startsWith('/api/mail/') && { Authorization: `Bearer ${key}` }),
          ...(path.startsWith('/api/v1/') && { Authorization: `Bearer ${existing.apiKey}` }),
          'X-Forwarded-For': forwarded,
        },
        ...(hasBody ? { body } : {}),
      });
      // In tests the router also fails with 500 on a status that is not declared, and on fields that are not.
      expect(response.status).toBeLessThan(500);
      const hasErrorBody = response.status >= 400 && method !== 'HEAD';
      if (!hasErrorBody) {
        await response.body?.cancel();
        return { status: response.status, text: '' };
      }
      const text = await response.text();
      // A plain form and a link in a mail get their errors as a page.
      const isPage =
        /^\/api\/(?:leads|newsletter)/.test(path) && response.headers.get('Content-Type')?.startsWith('text/html');
      const isDescribed =
        isPage === true ? text.startsWith('<!doctype html>') : errorSchema.safeParse(JSON.parse(text)).success;
      expect(isDescribed).toBe(true);
      return { status: response.status, text };
    }

    test.each(declaredRoutes().map((route) => [route.method.toUpperCase(), route.path, route] as const))(
      '%s %s responds to any input without an internal error',
      async (_method, path, route) => {
        // One proposal at a time.
        if (path.endsWith('/propose')) await asOperator(database, (tx) => tx.delete(bankAccounts));
        // Each counts once.
        const proofs = path.endsWith('/hold')
          ? await Promise.all(Array.from({ length: runs + 2 }, () => proofOf()))
          : [];
        const requestsWith = (rows: Rows) => {
          const member = path === '/api/portal/messages' ? rows.unlinked : rows.owner;
          return requestsTo(route, path.startsWith('/api/desk/') ? rows.staff : member, rows.existing, proofs);
        };
        const sendAcceptable = async (rows: Rows) => {
          const { status, text } = await send(route, rows, requestsWith(rows).accepted);
          const isAccepted = path.startsWith('/api/auth/') || (status in route.responses && status < 400);
          return isAccepted ? 'accepted' : `${status} ${text}`;
        };
        // If every request were rejected early, nothing behind the validation would be tested.
        let outcome = await sendAcceptable(await shared);
        if (outcome !== 'accepted') outcome = await sendAcceptable(await makeNewRows());
        expect(outcome).toBe('accepted');
        const rows = await shared;
        await fc.assert(
          fc.asyncProperty(requestsWith(rows).any, async (request) => {
            await send(route, rows, request);
          }),
          { numRuns: runs },
        );
      },
    );
  },
);
