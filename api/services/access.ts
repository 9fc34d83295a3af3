import { isOutage } from '#api/db/outage.ts';
import { SignedOut } from '#api/db/tenant.ts';

/** What any service may throw beside its own: nobody is signed in, or the database is away. */
export const isSignedOut = (error: unknown): boolean => error instanceof SignedOut;
export const isUnavailable = (error: unknown): boolean => isOutage(error);
