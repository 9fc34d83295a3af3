import { requiredContext } from '#app/lib/required-context.ts';
import type * as copy from '#content/desk/fr/record-pages.ts';

export const [RecordPagesCopyContext, useRecordPagesCopy] = requiredContext<typeof copy>('RecordPagesCopy');
