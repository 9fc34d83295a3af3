import type { ErrorCode } from '#contract/errors.ts';
import { isApiError } from './api-client.ts';

/** What a conflict (changed_meanwhile, plan_changed) says is stored now: what `route` returns. */
export const currentState = <T>(
  error: unknown,
  code: ErrorCode,
  _route: (...args: never[]) => Promise<T>,
): T | undefined => (isApiError(error, code) ? (error.current as T | undefined) : undefined);
