import { requiredContext } from '#app/lib/required-context.ts';
import type { ListsCopy } from '#content/portal/en/lists.ts';

export const [ListsCopyContext, useListsCopy] = requiredContext<ListsCopy>('ListsCopyContext');
