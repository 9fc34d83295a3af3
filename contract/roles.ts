/** What a user may do for a customer. Without zod, so that the browser can import the values. */

export const customerRoles = ['owner', 'billing', 'technical', 'requester'] as const;
export type CustomerRole = (typeof customerRoles)[number];

/**
 * - `billing`: invoices, payments, contracts, risk and balance
 * - `technical`: every ticket
 * - `licenses`: licenses, which a reply by email does not reach
 * - `tickets`: opening tickets and seeing one's own; those of a billing contact are about billing
 * - `support`: opening tickets about everything else
 * - `people`: seeing, inviting, changing and removing the people of the customer
 */
export type Capability = 'billing' | 'technical' | 'tickets' | 'support' | 'people' | 'licenses';

/** `npm run schema` writes it for the database, which decides. */
export const capableRoles: Record<Capability, readonly CustomerRole[]> = {
  billing: ['owner', 'billing'],
  technical: ['owner', 'technical'],
  tickets: ['owner', 'billing', 'technical', 'requester'],
  support: ['owner', 'technical', 'requester'],
  people: ['owner'],
  licenses: ['owner', 'technical'],
};

export const canDo = (roles: readonly CustomerRole[], capability: Capability) =>
  roles.some((role) => capableRoles[capability].includes(role));
