import { z } from 'zod';
import { day, line, moment } from '#contract/fields.ts';
import { keyDays, keyScopes, maxKeyNameLength } from '#contract/key-scopes.ts';
import { hasVisibleText } from '#contract/limits.ts';

export const newApiKeySchema = z.strictObject({
  name: line(maxKeyNameLength).refine(hasVisibleText, 'Please name the key.').meta({ example: 'Comptabilité' }),
  scopes: z
    .array(z.enum(keyScopes))
    .min(1, 'Please choose what the key may do.')
    .max(keyScopes.length)
    .transform((scopes) => keyScopes.filter((scope) => scopes.includes(scope))),
  days: z.literal(keyDays).meta({ description: 'After how many days it expires' }),
});
export type NewApiKey = z.output<typeof newApiKeySchema>;
export const revokeApiKeySchema = z.strictObject({ id: z.uuid() });

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters of the key' }),
  scopes: z.array(z.enum(keyScopes)),
  createdBy: z.string().nullable(),
  createdAt: moment,
  expiresAt: moment,
  isExpired: z.boolean(),
  lastUsedOn: day.nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: moment.nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
export const apiKeysSchema = z.object({ items: z.array(apiKeySchema) });
export type ApiKeys = z.infer<typeof apiKeysSchema>;
export const createdApiKeySchema = apiKeysSchema.extend({
  key: z.string().meta({ description: 'The whole key. It is never shown again.' }),
});
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
