import { requiredContext } from '#app/lib/required-context.ts';
import type { AccountCopy } from '#content/portal/en/account.ts';

export const [AccountCopyContext, useAccountCopy] = requiredContext<AccountCopy>('AccountCopyContext');
