import { isLoginGone, isTransient } from '#api/db/outage.ts';
import { SignedOut } from '#api/db/tenant.ts';

/** What any service may throw beside its own: nobody is signed in (any more), or the database is away. */
export const isSignedOut = (error: unknown): boolean => error instanceof SignedOut || isLoginGone(error);
export const isUnavailable = (error: unknown): boolean => isTransient(error);
