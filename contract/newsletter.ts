/** The newsletter with LEADS=deliver. Without zod, so that the browser can import it. */

export const subscriberStates = ['pending', 'confirmed'] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** The fragment of the page to which the plain form leads. */
export const subscribedAnchor = 'newsletter-a-confirmer';
