import { z } from 'zod';
import { email } from '#contract/fields.ts';
import { newLeadSchema } from '#contract/lead-schemas.ts';

const { page, consent, proof, website } = newLeadSchema.shape;
const address = z.string().trim().pipe(email);

export const newSubscriptionSchema = z.strictObject({ email: address, page, consent, proof, website });
export type NewSubscription = z.output<typeof newSubscriptionSchema>;

/** The same for everybody: it does not say who is a subscriber, or a customer. */
export const subscriptionReceivedSchema = z.object({ status: z.literal('received') });

/** The token of a link in a mail. */
export const subscriptionLinkParams = z.object({ token: z.string().max(200) });

const count = z.number().int().nonnegative();
export const subscriberCountsSchema = z.object({
  confirmed: count.meta({ description: 'Who gets the newsletter' }),
  pending: count.meta({ description: 'Who has not confirmed yet' }),
});
export type SubscriberCounts = z.infer<typeof subscriberCountsSchema>;

export const removeSubscriberSchema = z.strictObject({ email: address });
export const subscriberRemovedSchema = z.object({
  wasSubscribed: z.boolean().meta({ description: 'Whether the email address was subscribed, or about to be' }),
});
