import { wrongCode } from './account-error.ts';
import { type AuthContext, minute } from './auth-context.ts';

// The library takes the code before and the one after too: as long as one could be taken a second time.
const codeLives = 2 * minute;

/** The library would take a code twice within its half minute. One of two at the same moment is the first. */
export const refusingUsed =
  ({ limiter }: AuthContext) =>
  async (userId: string, code: string): Promise<void> => {
    if ((await limiter.count('used-code', `${userId} ${code}`, codeLives)) > 1) throw wrongCode;
  };
