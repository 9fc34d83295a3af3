import { requiredContext } from '#app/lib/required-context.ts';
import type { AuthCopy } from '#content/portal/en/auth.ts';
import type { RolesCopy } from '#content/portal/en/shell.ts';

type AuthTexts = AuthCopy & { roles: RolesCopy };

export const [AuthCopyContext, useAuthCopy] = requiredContext<AuthTexts>('AuthCopyContext');
