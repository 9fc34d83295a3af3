import { requiredContext } from '#app/lib/required-context.ts';
import type { SecurityCopy } from '#content/portal/en/security.ts';

export const [SecurityCopyContext, useSecurityCopy] = requiredContext<SecurityCopy>('SecurityCopyContext');
