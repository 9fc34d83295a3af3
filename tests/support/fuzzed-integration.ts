import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { apiKeys, webhookEndpoints, webhookMessages } from '#modules/integrations/server/integration-schema.ts';
import { customers, payments } from '#api/db/schema.ts';
import { asOperator } from '#api/db/transaction-context.ts';
import { hashToken } from '#api/lib/hash-token.ts';
import { pushedColumns, type PushedList, pushedRecords } from '#modules/integrations/contract/api-v1.ts';
import { keyPrefix, keyScopes, shownKeyLength } from '#contract/key-scopes.ts';
import type { Kind } from '#contract/record-description.ts';
import { anyText, mostly } from './arbitraries.ts';
import { assertDefined } from './api.ts';
import type { TestDatabase } from './database.ts';

/** A program with a key, records that it knows by one number, and a webhook that was told something. */
export async function makeFuzzedIntegration(database: TestDatabase, customerId: string, recordNumber: string) {
  const apiKey = keyPrefix + randomBytes(32).toString('base64url');
  return asOperator(database, async (tx) => {
    // There is a limit to both.
    await tx.delete(apiKeys);
    await tx.delete(webhookEndpoints);
    const key = {
      name: 'K',
      prefix: apiKey.slice(0, shownKeyLength),
      tokenHash: hashToken(apiKey),
      scopes: [...keyScopes],
      createdBy: randomUUID(),
      expiresAt: '2099-01-01',
    };
    const [made] = await tx.insert(apiKeys).values(key).returning({ id: apiKeys.id });
    const endpoint = { url: 'https://x.example/', events: ['invoice.paid'], secret: 's', createdBy: randomUUID() };
    const [told] = await tx.insert(webhookEndpoints).values(endpoint).returning({ id: webhookEndpoints.id });
    const webhookId = assertDefined(told).id;
    const message = { endpointId: webhookId, event: 'test', body: '{}' };
    const [sent] = await tx.insert(webhookMessages).values(message).returning({ id: webhookMessages.id });
    await tx.update(customers).set({ number: recordNumber }).where(eq(customers.id, customerId));
    const payment = { amount: '5', paymentDate: '2026-01-31', paymentMethod: 'cash' };
    await tx.insert(payments).values({ ...payment, customerId, paymentReference: recordNumber });
    return {
      apiKey,
      apiKeyId: assertDefined(made).id,
      webhookId,
      webhookMessageId: assertDefined(sent).id,
      recordNumber,
    };
  });
}

const values: Partial<Record<Kind, unknown>> = { amount: '5.00', day: '2026-01-31', code: 'cash', text: 'T' };

/** What a pushed record might have; most optional fields of a request are empty, so that some requests succeed. */
export function pushedFields(path: string, customerId: string): Record<string, fc.Arbitrary<unknown>> {
  const list = path.split('/')[3] ?? '';
  if (!Object.hasOwn(pushedRecords, list)) return {};
  return {
    customer: mostly(fc.constant(customerId), anyText),
    ...Object.fromEntries(
      pushedColumns(list as PushedList).map(([name, column]) => [
        name,
        mostly(fc.constant(column.import === 'required' ? values[column.kind] : null), anyText),
      ]),
    ),
  };
}
